import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { RequestHandler, Response } from 'express';
import type { Logger } from 'pino';
import type { ChatLimits } from '../config/chat-limits.ts';
import { ServiceError } from '../errors.ts';

/** How many requests of a connection may wait for the response to an earlier one. */
export const maxWaitingRequests = 8;

/** Pipelined requests of one connection. */
interface Pipeline {
  latest: Response;
  waiting: number;
  /** Whether a request was rejected: its response closes the connection, so no later request may be processed. */
  isClosing: boolean;
}

/**
 * Processes the requests of a connection one after the other, since a client that pipelines could otherwise start any
 * number at once. So a connection has at most one response in memory. Throws ServiceError `rate_limited` with
 * `Connection: close` when more than `maxWaitingRequests` wait (decision 0041).
 */
export function serveInTurn(): RequestHandler {
  const pipelines = new WeakMap<Socket, Pipeline>();
  return ({ socket }, response, next) => {
    // The response before was the last of this connection (RFC 9112, 9.6).
    if (!socket.writable) return;
    const pipeline = pipelines.get(socket);
    if (pipeline === undefined) {
      pipelines.set(socket, { latest: response, waiting: 0, isClosing: false });
      return next();
    }
    pipeline.isClosing ||= pipeline.waiting >= maxWaitingRequests;
    if (pipeline.isClosing) throw tooManyRequests(response);
    const previous = pipeline.latest;
    pipeline.latest = response;
    if (previous.closed) return next();
    pipeline.waiting += 1;
    previous.once('close', () => {
      pipeline.waiting -= 1;
      if (socket.writable) next();
    });
  };
}

function tooManyRequests(response: Response): ServiceError {
  response.set('Connection', 'close');
  const message = `at most ${maxWaitingRequests} requests of a connection may wait for earlier responses`;
  return new ServiceError('rate_limited', message, { headers: { 'Retry-After': '1' } });
}

/** How long a request may take to arrive, in milliseconds. */
export const requestTimeoutMs = 60_000;

export interface ReadingLimits {
  /** The longest time in which a client reads nothing of a pending response. */
  readonly slowReaderMs: number;
  /** The longest time from the start of a request to the last byte of its response. */
  readonly maxMs: number;
}

/** Limits that leave every request its time to arrive and every reply its time to end. */
export function readingLimits(chat: ChatLimits): ReadingLimits {
  const { conversationWaitMs, totalMs, slowReaderMs } = chat;
  return { slowReaderMs, maxMs: requestTimeoutMs + conversationWaitMs + totalMs + slowReaderMs };
}

/** Destroys a response that its client does not read. `maxMs` is for those who read a few bytes now and then. */
export function dropSlowReaders({ slowReaderMs, maxMs }: ReadingLimits): RequestHandler {
  return (_request, response, next) => {
    response.setTimeout(slowReaderMs, () => {
      // Without pending bytes the handler is at work, or the client still sends the body.
      if (response.writableLength > 0) response.destroy();
    });
    const overdue = setTimeout(() => response.destroy(), maxMs).unref();
    response.once('close', () => clearTimeout(overdue));
    next();
  };
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
