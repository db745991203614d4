import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Logger } from 'pino';
import { ServiceError, statusOfError } from '../errors.ts';
import { failureOfParser, sendRawFailure } from './raw-failure.ts';

const lastAnswer = Symbol('last answer of the connection');
type Answering = Duplex & { [lastAnswer]?: ServerResponse };

/**
 * Gives the failures that never reach Express the error body too: bytes that are no HTTP, header fields that are
 * too large, requests that do not arrive, CONNECT (source 2.5, decision 0011).
 */
export function answerParserErrors(server: Server, log: Logger): void {
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
