import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { errorBody, ServiceError, statusOfError } from '../errors.ts';
import { newId } from '../ids.ts';

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
