import { createServer, type Http2Server, type ServerHttp2Session } from 'node:http2';
import type { Server as HttpsServer } from 'node:https';
import type { TLSSocket } from 'node:tls';
import type { Express } from 'express';
import { http2Messages } from './http2-messages.ts';

/** The protocols that a TLS port offers, the better one first (decision 0036). */
export const offeredProtocols = ['h2', 'http/1.1'];

/** HTTP/2 on the connections of an HTTPS server that chose it. */
export interface Http2Service {
  /** Lets every connection end its requests, and take no new one. */
  stopAccepting(): void;
  /** Cuts what is left. */
  closeConnections(): void;
}

export interface Http2Options {
  /** Milliseconds in which nothing happens on a connection, until it is closed. */
  readonly idleTimeout: number;
  /** Milliseconds that a request may take to arrive. */
  readonly requestTimeout: number;
  /** Bytes of all header fields of a request. */
  readonly maxHeaderSize: number;
}

/** How many requests may be open on one connection; a browser, or a shop's own server, needs no second one for more. */
const mostStreams = 256;

/**
 * Answers HTTP/2 on a server's TLS connections that agreed on it, by the same application; every other connection stays
 * with the HTTP/1.1 server. Many replies then share a connection, which is what a stream costs most of its memory for.
 */
export function serveHttp2(
  server: HttpsServer,
  app: Express,
  { idleTimeout, requestTimeout, maxHeaderSize }: Http2Options,
): Http2Service {
  const { answer, ...messages } = http2Messages(app);
  const sessions = new Set<ServerHttp2Session>();
  const settings = { maxConcurrentStreams: mostStreams, maxHeaderListSize: maxHeaderSize };
  const multiplexing = createServer({ ...messages, settings }, (request, response) => {
    if (!request.complete) {
      const overdue = setTimeout(() => request.stream.close(), requestTimeout);
      request.once('end', () => clearTimeout(overdue)).once('close', () => clearTimeout(overdue));
    }
    answer(request, response);
  });
  // As over HTTP/1.1: RFC 9110 lets a server ignore every expectation but 100-continue.
  multiplexing.on('checkExpectation', answer);
  multiplexing.on('session', (session) => {
    sessions.add(session);
    session.once('close', () => sessions.delete(session));
    session.setTimeout(idleTimeout, () => session.close());
  });
  choose(server, multiplexing);
  return {
    stopAccepting: () => sessions.forEach((session) => session.close()),
    closeConnections: () => sessions.forEach((session) => session.destroy()),
  };
}

function choose(server: HttpsServer, multiplexing: Http2Server): void {
  const others = server.listeners('secureConnection');
  server.removeAllListeners('secureConnection');
  server.on('secureConnection', (socket: TLSSocket) => {
    if (socket.alpnProtocol === 'h2') multiplexing.emit('connection', socket);
    else for (const listener of others) listener.call(server, socket);
  });
}
