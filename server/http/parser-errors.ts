import { type RequestListener, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Logger } from 'pino';
import { errorBody, ServiceError, statusOfError } from '../errors.ts';
import { newId } from '../support/ids.ts';

/**
 * Passes requests on to `serve`, and sends the error body for failures that never reach it: invalid HTTP, a version other
 * than 1.0 and 1.1, headers that are too large, requests that do not arrive in time, CONNECT (source 2.5, decision 0011).
 */
export function handleRequests(server: Server, serve: RequestListener, log: Logger): void {
  const lastResponses = new WeakMap<Duplex, ServerResponse>();
  const earlierResponses = new WeakMap<Duplex, ServerResponse>();
  server.on('request', (request, response) => {
    const { socket } = request;
    // Node's parser lets 2.0 and a line without a version pass. It closes the socket after PRI, the method of HTTP/2's
    // preface, so the response cannot wait for Express.
    if (!servedVersions.has(request.httpVersion)) {
      server.emit('clientError', new Error(`HTTP version ${request.httpVersion}`), socket);
      return;
    }
    const earlier = lastResponses.get(socket);
    if (earlier !== undefined) earlierResponses.set(socket, earlier);
    lastResponses.set(socket, response);
    serve(request, response);
  });
  const rejected = new WeakSet<Duplex>();
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    // The parser reports the same error again for all that the client still sends.
    if (rejected.has(socket)) return;
    rejected.add(socket);
    if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
    const reject = (): void => sendError(socket, parserError(error.code), log);
    const pending = lastResponses.get(socket);
    if (pending === undefined) reject();
    else if (pending.req.complete) afterFinish(pending, reject);
    // The error is in the body of this request, which has its response already: a second one would belong to no request.
    else if (pending.writableEnded) afterFinish(pending, () => closeSocket(socket));
    else if (pending.headersSent) socket.destroy();
    // A pipelined request that waits for an earlier response (`serveInTurn`).
    else afterFinish(earlierResponses.get(socket), reject);
  });
  server.on('connect', (_request, socket) => {
    const headers = { Allow: '' };
    sendError(socket, new ServiceError('method_not_allowed', 'CONNECT is not supported', { headers }), log);
  });
  // RFC 9110 lets a server ignore every expectation but 100-continue.
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
}

const servedVersions: ReadonlySet<string> = new Set(['1.0', '1.1']);

/** Calls `then` when the response is complete: nothing else may come in the middle of it. */
function afterFinish(response: ServerResponse | undefined, then: () => void): void {
  if (response === undefined || response.writableFinished) then();
  else response.once('finish', then);
}

function parserError(code: string | undefined): ServiceError {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return new ServiceError('headers_too_large', 'the headers must be at most 16 kB');
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return new ServiceError('request_timeout', 'the request did not arrive in time');
    default:
      return new ServiceError('invalid_request', 'this is not a valid HTTP/1.1 request');
  }
}

/** How long a client that is still sending may take to read the response, in milliseconds. */
const lingerMs = 5_000;

/** Writes an error response to the bare socket and closes the connection. */
function sendError(socket: Duplex, failure: ServiceError, log: Logger): void {
  if (!(socket instanceof Socket)) return void socket.destroy();
  const requestId = newId('req');
  const status = statusOfError[failure.code];
  const body = JSON.stringify(errorBody(failure));
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Cache-Control: no-store',
    `X-Request-Id: ${requestId}`,
    'Connection: close',
    ...Object.entries(failure.headers).map(([name, value]) => `${name}: ${value}`),
  ];
  closeSocket(socket, `${head.join('\r\n')}\r\n\r\n${body}`);
  log.info({ requestId, status }, 'request rejected by the HTTP parser');
}

/** Ends the connection. Closing it while the client sends would reset it and lose the response. */
function closeSocket(socket: Duplex, lastBytes = ''): void {
  socket.end(lastBytes);
  socket.resume();
  setTimeout(() => socket.destroy(), lingerMs).unref();
}
