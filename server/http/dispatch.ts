import type { Request, RequestHandler, Response } from 'express';
import type { OperationId } from '../../generated/operations.ts';
import type { Deps } from '../deps.ts';
import type { Call } from './handler.ts';
import { handlers } from './operations/handlers.ts';
import { contextOf, operationOf, storeOf } from './request-context.ts';

/** A handler whose operation is only known at run time. */
type AnyHandler = (
  deps: Deps,
  call: Call,
) => Promise<
  { readonly status: number; readonly body: unknown; readonly headers?: Record<string, string> } | undefined
>;

/** Calls the operation's handler and sends its answer. */
export function dispatch(deps: Deps): RequestHandler {
  return async function dispatchMiddleware(request, response) {
    const answer = await handlerOf(operationOf(request))(deps, callOf(request, response));
    if (answer === undefined) return;
    response.set({ ...answer.headers });
    response.status(answer.status).json(answer.body);
  };
}

/** The validator has matched body and query with this operation, so the call has the types that its handler expects. */
function handlerOf(id: OperationId): AnyHandler {
  return handlers[id] as AnyHandler;
}

function callOf(request: Request, response: Response): Call {
  const { requestId, log, signal, visitor } = contextOf(request);
  return {
    request,
    response,
    store: storeOf(request),
    visitor,
    // Validated against the contract, whose types these are.
    body: request.body as Call['body'],
    query: request.query as Call['query'],
    requestId,
    log,
    signal,
  };
}
