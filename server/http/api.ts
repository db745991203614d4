import { Router, type Request, type Response } from 'express';
import { operations, type OperationId } from '../../generated/operations.ts';
import type { Deps } from '../deps.ts';
import { authenticate } from './authenticate.ts';
import { cors } from './cors.ts';
import type { Call } from './handler.ts';
import { addOperationRoutes, entriesOf, type HandlerResult } from './operation-routes.ts';
import { handlers } from './operations.ts';
import { rateLimit } from './rate-limit.ts';
import { storeOf } from './request-context.ts';
import { validateRequest } from './validation.ts';

/** What pages of other origins may call, below /api (decision 0016). */
const visitorPaths = ['/widget/config', '/agents/chat/stream'];

/**
 * The operations of the contract, mounted at /api: CORS, 401, 429, then a route for each path, with 405 and `Allow` for
 * every other method (decisions 0018, 0026). A path that is not an operation's falls through.
 */
export function apiRouter(deps: Deps): Router {
  const router = Router({ strict: true, caseSensitive: true });
  router.use(visitorPaths, cors(deps.origins));
  router.use(authenticate(deps), rateLimit(deps));
  addOperationRoutes(router, entriesOf(operations), {
    prefix: '/api',
    validate: (operation) => validateRequest(operation, deps.config),
    handle: (id, request, response) => handlerOf(id)(deps, callOf(request, response)),
  });
  return router;
}

/** The body and query are typed by the operation, which the validator has matched with the request. */
function callOf(request: Request, response: Response): Call {
  return {
    request,
    response,
    store: storeOf(response),
    visitor: response.locals.visitor,
    body: request.body as Call['body'],
    query: request.query as Call['query'],
  };
}

/** A handler whose operation is only known at run time. */
type AnyHandler = (deps: Deps, call: Call) => Promise<HandlerResult | undefined>;

/** The call has the body and query of its operation, see `callOf`. */
function handlerOf(id: OperationId): AnyHandler {
  return handlers[id] as AnyHandler;
}
