import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Logger } from 'pino';
import { errorBody, ServiceError, statusOfError } from '../errors.ts';
import { newId } from '../support/ids.ts';

const lastAnswer = Symbol('last answer of the connection');
type Answering = Duplex & { [lastAnswer]?: ServerResponse };

/**
 * Gives the failures that never reach Express the error body too: bytes that are no HTTP, header fields that are
 * too large, requests that do not arrive, CONNECT (source 2.5, decision 0011).
 */
export function handleParserErrors(server: Server, log: Logger): void {
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const connection: Answering = request.socket;
    connection[lastAnswer] = response;
  });
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Answering) => {
    const underWay = socket[lastAnswer];
    const answer = (): void => refuse(socket, failureOfParser(error.code), log);
    if (error.code === 'ECONNRESET' || !socket.writable) socket.destroy();
    else if (underWay === undefined || underWay.writableFinished) answer();
    // The earlier request is whole: its answer comes first.
    else if (underWay.req.complete) underWay.once('finish', answer);
    // A second answer in the middle of the first would be read as part of it.
    else if (underWay.headersSent) socket.destroy();
    else answer();
  });
  server.on('connect', (_request, socket) => {
    refuse(
      socket,
      new ServiceError('method_not_allowed', 'CONNECT is not served', { headers: { Allow: '' } }),
      log,
    );
  });
  // Every expectation but 100-continue: RFC 9110 lets a server ignore it.
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
}

function refuse(socket: Duplex, failure: ServiceError, log: Logger): void {
  if (!(socket instanceof Socket)) {
    socket.destroy();
    return;
  }
  const requestId = sendRawFailure(socket, failure);
  log.info({ requestId, status: statusOfError[failure.code] }, 'request refused by the parser');
}

/** What Node's HTTP parser found, as one of our failures (source 2.5). */
export function failureOfParser(code: string | undefined): ServiceError {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return new ServiceError('headers_too_large', 'the header fields must be at most 16 kB');
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return new ServiceError('request_timeout', 'the request did not arrive in time');
    default:
      return new ServiceError('invalid_request', 'this is not a valid HTTP request');
  }
}

/** How long a client gets to read its answer while it is still sending, in milliseconds. */
const lingering = 1_000;

/**
 * Answers on the bare socket, for a request that never became one, and closes the connection. Returns the id that
 * the answer names.
 */
export function sendRawFailure(socket: Socket, failure: ServiceError): string {
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
  // Closing while the client sends would reset the connection, and the answer with it.
  socket.resume();
  setTimeout(() => socket.destroy(), lingering).unref();
  return requestId;
}
