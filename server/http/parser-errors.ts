import { STATUS_CODES, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Logger } from 'pino';
import { errorBody, ServiceError, statusOfError } from '../errors.ts';
import { newId } from '../support/ids.ts';

/**
 * Sends the error body for failures that never reach Express: invalid HTTP, headers that are too large, requests that do
 * not arrive in time, CONNECT (source 2.5, decision 0011).
 */
export function handleParserErrors(server: Server, log: Logger): void {
  const lastResponses = new WeakMap<Duplex, ServerResponse>();
  const earlierResponses = new WeakMap<Duplex, ServerResponse>();
  server.on('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    const earlier = lastResponses.get(socket);
    if (earlier !== undefined) earlierResponses.set(socket, earlier);
    lastResponses.set(socket, response);
  });
  const rejected = new WeakSet<Duplex>();
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    const pending = lastResponses.get(socket);
    const earlier = earlierResponses.get(socket);
    const reject = (): void => sendError(socket, parserError(error.code), log);
    // The parser reports the same error again for all that the client still sends.
    if (rejected.has(socket)) return;
    rejected.add(socket);
    if (error.code === 'ECONNRESET' || !socket.writable) socket.destroy();
    else if (pending === undefined || pending.writableFinished) reject();
    // The earlier request of this connection is complete: its response comes first.
    else if (pending.req.complete) pending.once('finish', reject);
    // A pipelined request that waits for an earlier response to finish (`serveInTurn`).
    else if (earlier?.writableFinished === false) earlier.once('finish', reject);
    // A second response in the middle of the first would be read as part of it.
    else if (pending.headersSent) socket.destroy();
    else reject();
  });
  server.on('connect', (_request, socket) => {
    const headers = { Allow: '' };
    sendError(socket, new ServiceError('method_not_allowed', 'CONNECT is not supported', { headers }), log);
  });
  // RFC 9110 lets a server ignore every expectation but 100-continue.
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
}

function parserError(code: string | undefined): ServiceError {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return new ServiceError('headers_too_large', 'the headers must be at most 16 kB');
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return new ServiceError('request_timeout', 'the request did not arrive in time');
    default:
      return new ServiceError('invalid_request', 'this is not a valid HTTP request');
  }
}

/** How long a client that is still sending may take to read the response, in milliseconds. */
const lingerMs = 1_000;

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
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
  // Closing while the client sends would reset the connection and lose the response.
  socket.resume();
  setTimeout(() => socket.destroy(), lingerMs).unref();
  log.info({ requestId, status }, 'request rejected by the HTTP parser');
}
