import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { RequestHandler, Response } from 'express';
import type { Logger } from 'pino';
import type { ChatLimits } from '../config/chat-limits.ts';
import { ServiceError } from '../errors.ts';

/** How many requests of a connection may wait for the response to an earlier one. */
export const maxWaitingRequests = 8;

interface Connection {
  /** To the last request that has arrived. */
  latest: Response;
  /** Pipelined requests. */
  waiting: number;
  /** Whether a request was rejected: its response closes the connection, so no later request may be processed. */
  isClosing: boolean;
  /** Begins anew with each request that is processed. */
  readonly overdue: NodeJS.Timeout;
}

const connections = new WeakMap<Socket, Connection>();

/**
 * Processes the requests of a connection one after the other, since a client that pipelines could otherwise start any
 * number at once. So a connection has at most one response in memory; it is closed when one takes longer than `maxMs`, for
 * example because its client reads a few bytes now and then. Throws ServiceError `rate_limited` with `Connection: close`
 * when more than `maxWaitingRequests` wait (decision 0041).
 */
export function serveInTurn(maxMs: number): RequestHandler {
  return ({ socket }, response, next) => {
    // The response before was the last of this connection (RFC 9112, 9.6).
    if (!socket.writable) return;
    const connection = connections.get(socket);
    if (connection === undefined) {
      connections.set(socket, firstRequest(socket, response, maxMs));
      return next();
    }
    connection.isClosing ||= connection.waiting >= maxWaitingRequests;
    if (connection.isClosing) throw tooManyRequests(response);
    const previous = connection.latest;
    connection.latest = response;
    const serve = (): void => {
      connection.overdue.refresh();
      next();
    };
    if (previous.closed) return serve();
    connection.waiting += 1;
    previous.once('close', () => {
      connection.waiting -= 1;
      if (socket.writable) serve();
    });
  };
}

function firstRequest(socket: Socket, latest: Response, maxMs: number): Connection {
  const drop = (): void => {
    if (!connection.latest.closed) socket.destroy();
  };
  const overdue = setTimeout(drop, maxMs).unref();
  socket.once('close', () => clearTimeout(overdue));
  const connection: Connection = { latest, waiting: 0, isClosing: false, overdue };
  return connection;
}

function tooManyRequests(response: Response): ServiceError {
  response.set('Connection', 'close');
  const message = `at most ${maxWaitingRequests} requests of a connection may wait for earlier responses`;
  return new ServiceError('rate_limited', message, { headers: { 'Retry-After': '1' } });
}

/** How long a request may take to arrive, in milliseconds. */
export const requestTimeoutMs = 60_000;

/** The longest time from the start of a request to the last byte of its response: each has its time to arrive and to end. */
export function maxResponseMs({ conversationWaitMs, totalMs, slowReaderMs }: ChatLimits): number {
  return requestTimeoutMs + conversationWaitMs + totalMs + slowReaderMs;
}

/** Closes connections without progress: idle ones, and those whose client reads nothing of a response for so long. */
export function dropSlowReaders(server: Server, slowReaderMs: number): void {
  server.setTimeout(slowReaderMs, (socket) => {
    const response = connections.get(socket)?.latest;
    // Without pending bytes the handler is at work, or the client still sends the body.
    if (response === undefined || response.closed || socket.writableLength > 0) socket.destroy();
  });
}

const dropLogMs = 1_000;

/** Closes new connections of a port while it has `max`, and logs their number, at most once a second. */
export function limitConnections(server: Server, max: number, log: Logger): void {
  let dropped = 0;
  server.maxConnections = max;
  server.on('drop', () => {
    dropped += 1;
    if (dropped > 1) return;
    setTimeout(() => {
      log.warn({ dropped, maxConnections: max }, 'new connections closed: see MAX_CONNECTIONS');
      dropped = 0;
    }, dropLogMs).unref();
  });
}

const maxDefaultConnections = 20_000;

/**
 * MAX_CONNECTIONS where it is not set: half of `ulimit -n`, at most 20,000. The other half is for the database and for
 * connections to vendors and tools, since each reply may have one. `report` is Node's diagnostic report.
 */
export function defaultMaxConnections(report: { userLimits?: { open_files?: { soft?: unknown } } }): number {
  const openFiles = Number(report.userLimits?.open_files?.soft);
  // A system without such a limit.
  if (Number.isNaN(openFiles)) return maxDefaultConnections;
  return Math.min(maxDefaultConnections, Math.floor(openFiles / 2));
}
