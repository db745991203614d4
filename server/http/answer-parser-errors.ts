import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Logger } from 'pino';
import { ServiceError, statusOfError } from '../errors.ts';
import { failureOfParser, sendRawFailure } from './raw-failure.ts';

/**
 * Gives the failures that never reach Express the error body too: bytes that are no HTTP, header fields that are
 * too large, requests that do not arrive, CONNECT (source 2.5, decision 0011).
 */
export function answerParserErrors(server: Server, log: Logger): void {
  const answers = new WeakMap<Duplex, ServerResponse>();
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    answers.set(request.socket, response);
  });
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    const underWay = answers.get(socket);
    const isBegun = underWay !== undefined && !underWay.writableFinished;
    // A second answer in the middle of the first would be read as part of it.
    if (error.code === 'ECONNRESET' || !socket.writable || (isBegun && isTaken(underWay))) socket.destroy();
    else refuse(socket, failureOfParser(error.code), log);
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

/** Whether the response already goes to a request that arrived whole, or has been begun. */
function isTaken(response: ServerResponse): boolean {
  return response.headersSent || response.req.complete;
}

function refuse(socket: Duplex, failure: ServiceError, log: Logger): void {
  if (!(socket instanceof Socket)) {
    socket.destroy();
    return;
  }
  const requestId = sendRawFailure(socket, failure);
  log.info({ requestId, status: statusOfError[failure.code] }, 'request refused by the parser');
}
