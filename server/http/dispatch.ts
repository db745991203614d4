import type { Request, RequestHandler, Response } from 'express';
import { operations, type OperationId } from '../../generated/operations.ts';
import type { Deps } from '../deps.ts';
import type { Call } from './handler.ts';
import { handlers } from './operations/handlers.ts';
import { contextOf, operationOf, storeOf } from './request-context.ts';
import { sendJson, sendSharedJson } from './send-json.ts';

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
    const answer = await handlerOf(id)(deps, callOf(request, response));
    if (answer === undefined) return;
    if (answer.headers !== undefined) response.set({ ...answer.headers });
    send(response, id, answer);
  };
}

type SentAnswer = { readonly status: number; readonly body: object };

/** The validator of answers listens to Express's own `json`. */
function sendJudged(response: Response, _id: OperationId, { status, body }: SentAnswer): void {
  response.status(status).json(body);
}

/** Services that read answer the same object for as long as nothing has changed. */
function sendAnswer(response: Response, id: OperationId, { status, body }: SentAnswer): void {
  if (operations[id].method === 'get') sendSharedJson(response, status, body);
  else sendJson(response, status, body);
}

/** The validator has matched body and query with this operation, so the call has the types that its handler expects. */
function handlerOf(id: OperationId): AnyHandler {
  return handlers[id] as AnyHandler;
}

function callOf(request: Request, response: Response): Call {
  const context = contextOf(request);
  return {
    request,
    response,
    store: storeOf(request),
    visitor: context.visitor,
    // Validated against the contract, whose types these are.
    body: request.body as Call['body'],
    query: request.query as Call['query'],
    requestId: context.requestId,
    get log() {
      return context.log;
    },
    get signal() {
      return context.signal;
    },
  };
}
