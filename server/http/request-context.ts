import type { Socket } from 'node:net';
import type { RequestHandler, Response } from 'express';
import type { Logger } from 'pino';
import type { AuthenticatedVisitor } from '../auth/visitors.ts';
import type { StoreRecord } from '../db/records.ts';
import type { Lifecycle } from '../deps.ts';
import type { Clock } from '../support/clock.ts';
import { newId } from '../support/ids.ts';

declare global {
  // oxlint-disable-next-line typescript/no-namespace -- Express types `response.locals` through this interface.
  namespace Express {
    interface Locals {
      requestId: string;
      /** Names the request in every line. */
      log: Logger;
      /** Set by `authenticate`. */
      store?: StoreRecord;
      /** The last characters of the API key. Set by `authenticate`. */
      keyHint?: string;
      /** Set by `authenticate` when a visitor token was sent in place of an API key (decision 0016). */
      visitor?: AuthenticatedVisitor;
    }
  }
}

export interface RequestContextDeps {
  readonly log: Logger;
  readonly clock: Clock;
  readonly lifecycle: Lifecycle;
}

const maxLoggedPathLength = 200;

/**
 * Gives each request an id, which its response and its log lines name, and logs how it ended. While the service drains,
 * each connection is closed after its response.
 */
export function requestContext({ log, clock, lifecycle }: RequestContextDeps): RequestHandler {
  const lastResponses = new WeakMap<Socket, Response>();
  return (request, response, next) => {
    lastResponses.set(request.socket, response);
    const requestId = newId('req');
    const { method, path } = request;
    response.locals.requestId = requestId;
    response.locals.log = log.child({ requestId });
    response.set('X-Request-Id', requestId);
    if (lifecycle.phase === 'draining') response.set('Connection', 'close');
    const startedAt = clock.monotonic();
    response.once('close', () => {
      const aborted = !response.writableFinished;
      // A response that began before the drain keeps its connection open. Pipelined requests get their responses first.
      const isLast = lastResponses.get(request.socket) === response;
      if (lifecycle.phase === 'draining' && isLast) request.socket.destroySoon();
      response.locals.log.info(
        {
          method,
          // Without the query, which may hold a key (source 5.5).
          path: path.slice(0, maxLoggedPathLength),
          status: response.statusCode,
          milliseconds: Math.round((clock.monotonic() - startedAt) * 10) / 10,
          storeId: response.locals.store?.id,
          ...(aborted && { aborted }),
        },
        'request',
      );
    });
    next();
  };
}

/** The store of an authenticated request. Throws where `authenticate` has not run. */
export function storeOf({ locals }: Response): StoreRecord {
  if (locals.store === undefined) throw new Error('authenticate must run before what needs the store');
  return locals.store;
}

/** A signal that aborts when the client leaves before the response is complete. */
export function abortSignalOf(response: Response): AbortSignal {
  const controller = new AbortController();
  const abortUnlessFinished = (): void => {
    if (!response.writableFinished) controller.abort();
  };
  if (response.closed) abortUnlessFinished();
  else response.once('close', abortUnlessFinished);
  return controller.signal;
}
