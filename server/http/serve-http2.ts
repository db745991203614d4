import {
  constants,
  createServer,
  type Http2ServerRequest,
  type Http2ServerResponse,
  type ServerHttp2Session,
  type ServerHttp2Stream,
} from 'node:http2';
import type { Server as HttpsServer } from 'node:https';
import type { TLSSocket } from 'node:tls';
import type { Express } from 'express';
import { http2Messages } from './http2-messages.ts';

/** The protocols that a TLS port offers with HTTP/2, the better one first (decision 0036). */
export const offeredProtocols = ['h2', 'http/1.1'];

/** HTTP/2 on the connections of an HTTPS server that chose it. */
export interface Http2Service {
  /** Lets every connection end its requests, and takes nothing new. */
  stopAccepting(): void;
  /** Cuts what is left. Named as that of Node's HTTP/1.1 server. */
  closeAllConnections(): void;
}

/** Times in milliseconds. */
export interface Http2Options {
  /** How long a connection may have no request open. */
  readonly idleTimeout: number;
  /** How long a request may take to arrive. */
  readonly requestTimeout: number;
  /** How long nothing may move on an open request: longer than the longest answer may be silent. */
  readonly silentTimeout: number;
  /** Of all header fields of a request, in bytes. */
  readonly maxHeaderSize: number;
}

/** How many requests may be open on one connection. */
const mostStreams = 128;

/**
 * Answers HTTP/2 on a server's TLS connections that agreed on it, by the same application; every other connection stays
 * with the HTTP/1.1 server. Many replies then share a connection, which is most of what a stream's memory goes into.
 */
export function serveHttp2(server: HttpsServer, app: Express, options: Http2Options): Http2Service {
  const { answer, ...messages } = http2Messages(app);
  const connections = new Map<TLSSocket, ServerHttp2Session>();
  let isStopping = false;
  const settings = { maxConcurrentStreams: mostStreams, maxHeaderListSize: options.maxHeaderSize };
  const multiplexing = createServer({ ...messages, settings });
  const onRequest = (request: Http2ServerRequest, response: Http2ServerResponse): void => {
    limitInTime(request, options);
    answer(request, response);
  };
  // As over HTTP/1.1: RFC 9110 lets a server ignore every expectation but 100-continue.
  multiplexing.on('request', onRequest).on('checkExpectation', onRequest);
  const serve = (socket: TLSSocket): void => {
    if (isStopping) {
      socket.destroy();
      return;
    }
    multiplexing.once('session', (session) => {
      connections.set(socket, session);
      socket.once('close', () => connections.delete(socket));
      closeWhenIdle(session, socket, options.idleTimeout);
    });
    multiplexing.emit('connection', socket);
  };
  handOver(server, serve);
  return {
    stopAccepting() {
      isStopping = true;
      for (const session of connections.values()) session.close();
    },
    // A session would wait for its client's consent.
    closeAllConnections: () => [...connections.keys()].forEach((socket) => socket.destroy()),
  };
}

/** Ends a request that does not arrive, or on which nothing moves: whoever opened it takes none of its answer. */
function limitInTime({ stream }: Http2ServerRequest, { requestTimeout, silentTimeout }: Http2Options): void {
  stream.setTimeout(silentTimeout, giveUp);
  if (!stream.endAfterHeaders) limitArrival(stream, requestTimeout);
}

function giveUp(this: ServerHttp2Stream): void {
  this.close(constants.NGHTTP2_CANCEL);
}

function limitArrival(stream: ServerHttp2Stream, requestTimeout: number): void {
  const overdue = setTimeout(() => giveUp.call(stream), requestTimeout);
  const stop = (): void => {
    clearTimeout(overdue);
    stream.off('end', stop).off('close', stop);
  };
  stream.on('end', stop).on('close', stop);
}

/** Node's own timeout begins anew with every ping, and waits for requests that never end. */
function closeWhenIdle(session: ServerHttp2Session, socket: TLSSocket, idleTimeout: number): void {
  let open = 0;
  const wait = (): NodeJS.Timeout => setTimeout(() => socket.destroy(), idleTimeout);
  let timer = wait();
  session.on('stream', (stream) => {
    open += 1;
    clearTimeout(timer);
    stream.once('close', () => {
      open -= 1;
      if (open === 0 && !socket.destroyed) timer = wait();
    });
  });
  socket.once('close', () => clearTimeout(timer));
}

function handOver(server: HttpsServer, serve: (socket: TLSSocket) => void): void {
  const others = server.listeners('secureConnection');
  server.removeAllListeners('secureConnection');
  server.on('secureConnection', (socket: TLSSocket) => {
    if (socket.alpnProtocol === 'h2') serve(socket);
    else for (const listener of others) listener.call(server, socket);
  });
}
