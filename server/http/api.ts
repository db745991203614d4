import type { Request, RequestHandler, Response } from 'express';
import { type OperationId, operations } from '../../generated/operations.ts';
import type { Deps } from '../deps.ts';
import { ServiceError } from '../errors.ts';
import { addFields, stopCollecting } from './answer-fields.ts';
import type { Call } from './handler.ts';
import { handlers } from './operations.ts';
import { contextOf, operationOf, type RequestContext, storeOf } from './request-context.ts';
import { sendJson, sendSharedJson } from './send-json.ts';

type Methods = Map<string, OperationId>;

const methodsOfPath = new Map<string, Methods>();
for (const id of Object.keys(operations) as OperationId[]) {
  const { path, method } = operations[id];
  const methods: Methods = methodsOfPath.get(path) ?? new Map();
  methodsOfPath.set(path, methods.set(method.toUpperCase(), id));
}

/** Finds the operation by exact path and method: 404 for another path, 405 with Allow for another method (decision 0026). */
export const resolveOperation: RequestHandler = function resolveOperationMiddleware(
  request,
  _response,
  next,
) {
  contextOf(request).operationId = findOperation(request);
  next();
};

/** The operation of a request by path and method, if there is one. */
export function operationAt(request: Request): OperationId | undefined {
  return methodsOfPath.get(contextOf(request).path)?.get(request.method);
}

function findOperation(request: Request): OperationId {
  const methods = methodsOfPath.get(contextOf(request).path);
  if (methods === undefined) throw new ServiceError('not_found', 'there is nothing at this path');
  const id = methods.get(request.method);
  if (id !== undefined) return id;
  const allowed = [...methods.keys()].join(', ');
  throw new ServiceError('method_not_allowed', `this path has only ${allowed}`, {
    headers: { Allow: allowed },
  });
}

/** A handler whose operation is only known at run time. */
type AnyHandler = (
  deps: Deps,
  call: Call,
) => Promise<
  { readonly status: number; readonly body: object; readonly headers?: Record<string, string> } | undefined
>;

/** Calls the operation's handler and sends its answer. */
export function dispatch(deps: Deps): RequestHandler {
  const send = deps.config.environment === 'development' ? sendJudged : sendAnswer;
  return async function dispatchMiddleware(request, response) {
    const id = operationOf(request);
    const answer = await handlerOf(id)(deps, new ValidatedCall(request, response));
    if (answer === undefined) return;
    if (answer.headers !== undefined) addFields(response, answer.headers);
    send(response, answer);
  };
}

type SentAnswer = { readonly status: number; readonly body: object };

/** The validator of answers listens to Express's own `json`. */
function sendJudged(response: Response, { status, body }: SentAnswer): void {
  stopCollecting(response);
  response.status(status).json(body);
}

/** Services that read answer the same object for as long as nothing has changed. */
function sendAnswer(response: Response, { status, body }: SentAnswer): void {
  if (response.req.method === 'GET') sendSharedJson(response, status, body);
  else sendJson(response, status, body);
}

/** The validator has matched body and query with this operation, so the call has the types that its handler expects. */
function handlerOf(id: OperationId): AnyHandler {
  return handlers[id] as AnyHandler;
}

/** A class, so that no accessors are made for each request. */
class ValidatedCall implements Call {
  readonly request: Request;
  readonly response: Response;
  readonly store: Call['store'];
  readonly body: Call['body'];
  readonly query: Call['query'];
  readonly #context: RequestContext;

  constructor(request: Request, response: Response) {
    const context = contextOf(request);
    this.request = request;
    this.response = response;
    this.store = storeOf(request);
    // Validated against the contract, whose types these are.
    this.body = request.body as Call['body'];
    this.query = context.query as Call['query'];
    this.#context = context;
  }

  get visitor(): Call['visitor'] {
    return this.#context.visitor;
  }

  get requestId(): string {
    return this.#context.requestId;
  }

  get log(): Call['log'] {
    return this.#context.log;
  }

  get controller(): AbortController {
    return this.#context.controller;
  }
}
