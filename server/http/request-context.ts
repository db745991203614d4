import type { Request, RequestHandler } from 'express';
import { type DestinationStream, type Logger, symbols } from 'pino';
import type { OperationId } from '../../generated/operations.ts';
import type { AuthenticatedVisitor } from '../auth/visitors.ts';
import { ReplyStopped } from '../chat/endings.ts';
import type { StoreRecord } from '../db/records.ts';
import type { Lifecycle } from '../deps.ts';
import type { Clock } from '../support/clock.ts';
import { newId } from '../support/ids.ts';

/** The parameters of a query as the contract has them. */
export type Query = Request['query'];

/** What is known of a request on its way through the middleware. */
export class RequestContext {
  readonly requestId = newId('req');
  /** Header fields of the answer; undefined when they are in Node's own table. Only for `answer-fields.ts`. */
  collected: Record<string, string> | undefined = { 'X-Request-Id': this.requestId };
  /** What was asked for, without the query. */
  readonly path: string;
  /** Set by `authenticate`. */
  store?: StoreRecord;
  /** Set by `authenticate` when a visitor's token was sent and not a key (decision 0016). */
  visitor?: AuthenticatedVisitor;
  /** Set by `resolveOperation`. */
  operationId?: OperationId;
  /** Set by `readStrictJson`: how many bytes the body had. */
  bodyBytes = 0;
  /** Set by `validateOpenApi`. */
  query: Query = {};
  readonly #log: Logger;
  #ownLog: Logger | undefined;
  #controller: AbortController | undefined;
  #isAborted = false;

  constructor(log: Logger, path: string) {
    this.#log = log;
    this.path = path;
  }

  /** Names the request in every line. Made when it is asked for, as the controller is: most requests need neither. */
  get log(): Logger {
    return (this.#ownLog ??= this.#log.child({ requestId: this.requestId }));
  }

  /** Aborted when the client goes away before its answer is complete. Whoever works for the answer may abort it, too. */
  get controller(): AbortController {
    this.#controller ??= new AbortController();
    if (this.#isAborted) this.abort();
    return this.#controller;
  }

  abort(): void {
    this.#isAborted = true;
    this.#controller?.abort(new ReplyStopped('client_gone'));
  }
}

const key = Symbol('request context');

/** A request that may carry its context; a map beside it would cost more than everything that it holds. */
type Marked = Request & { [key]?: RequestContext };

/** The context of a request. Throws where `requestContext` has not run: a fault of ours. */
export function contextOf(request: Marked): RequestContext {
  const context = request[key];
  if (context === undefined) throw new Error('requestContext must come before every other middleware');
  return context;
}

/** The store of a request. Throws where `authenticate` has not run: a fault of ours. */
export function storeOf(request: Request): StoreRecord {
  const { store } = contextOf(request);
  if (store === undefined) throw new Error('authenticate must come before whatever needs the store');
  return store;
}

export interface RequestContextDeps {
  readonly log: Logger;
  readonly clock: Clock;
  readonly lifecycle: Pick<Lifecycle, 'phase'>;
}

/** The operation of a request. Throws where `resolveOperation` has not run: a fault of ours. */
export function operationOf(request: Request): OperationId {
  const { operationId } = contextOf(request);
  if (operationId === undefined)
    throw new Error('resolveOperation must come before whatever needs the operation');
  return operationId;
}

const unanswered = Symbol('unanswered requests');

/** A connection, on which a client may send requests before earlier ones are answered. */
type Connection = Request['socket'] & { [unanswered]?: number };

/** Names each request, in its answer and in every line of its log, and logs how it ended. */
export function requestContext(deps: RequestContextDeps): RequestHandler {
  const logAnswered = requestLog(deps.log);
  return function requestContextMiddleware(request: Marked, response, next) {
    const context = new RequestContext(deps.log, pathOf(request.originalUrl));
    request[key] = context;
    // A connection of HTTP/2 has its own way to end: `serveHttp2`.
    const connection: Connection | undefined = request.httpVersionMajor === 2 ? undefined : request.socket;
    if (connection !== undefined) {
      if (deps.lifecycle.phase === 'draining')
        context.collected = { ...context.collected, Connection: 'close' };
      connection[unanswered] = (connection[unanswered] ?? 0) + 1;
    }
    const began = deps.clock.monotonic();
    response.on('close', () => {
      if (!response.writableFinished) context.abort();
      if (connection !== undefined) closeAfterLast(connection, deps.lifecycle);
      logAnswered({
        requestId: context.requestId,
        method: request.method,
        path: context.path.slice(0, longestLoggedPath),
        status: response.statusCode,
        milliseconds: Math.round((deps.clock.monotonic() - began) * 10) / 10,
        storeId: context.store?.id,
        aborted: !response.writableFinished,
      });
    });
    next();
  };
}

/** Node would close it as idle when an answer is ended, which is before its last bytes are sent. */
function closeAfterLast(connection: Connection, { phase }: RequestContextDeps['lifecycle']): void {
  connection[unanswered] = (connection[unanswered] ?? 1) - 1;
  if (phase === 'draining' && connection[unanswered] === 0) connection.destroySoon();
}

const longestLoggedPath = 200;

function pathOf(url: string): string {
  const mark = url.indexOf('?');
  return mark < 0 ? url : url.slice(0, mark);
}

/** How a request ended. */
export interface Answered {
  readonly requestId: string;
  readonly method: string;
  /** Without the query, which may hold a key (source 5.5). */
  readonly path: string;
  readonly status: number;
  readonly milliseconds: number;
  /** Undefined for who was not let in. */
  readonly storeId: string | undefined;
  /** Whether the client left before the answer was complete. */
  readonly aborted: boolean;
}

/** What pino's `symbols` open to those that build on it; the test holds its next version to it. */
type Internals = Logger & {
  readonly [symbols.chindingsSym]: string;
  readonly [symbols.streamSym]: DestinationStream;
  readonly [symbols.timeSym]: () => string;
};

/**
 * Logs an answered request as `log.info` would, with the same level, fields, time and destination. There is such a
 * line for every request, and pino takes three times as long to go through an object's fields.
 */
export function requestLog(log: Logger): (answered: Answered) => void {
  const internals = log as Internals;
  const {
    [symbols.streamSym]: stream,
    [symbols.timeSym]: time,
    [symbols.chindingsSym]: bindings,
  } = internals;
  const level = `{"level":${log.levels.values['info']}`;
  return function logAnswered(answered) {
    if (!log.isLevelEnabled('info')) return;
    const { requestId, method, path, status, milliseconds, storeId, aborted } = answered;
    const store = storeId === undefined ? '' : `,"storeId":"${storeId}"`;
    const left = aborted ? ',"aborted":true' : '';
    // Of these only a path may need an escape: the others are our own ids, numbers, and a method that Node knows.
    const fields = `"requestId":"${requestId}","method":"${method}","path":${JSON.stringify(path)},"status":${status}`;
    const end = `"milliseconds":${milliseconds}${store}${left},"msg":"request"}\n`;
    stream.write(`${level}${time()}${bindings},${fields},${end}`);
  };
}
