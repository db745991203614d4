import { raw, type Request, type RequestHandler, type Response, Router } from 'express';
import { operations, type OperationId } from '../../generated/dashboard-operations.ts';
import type { Deps } from '../deps.ts';
import { fileBody } from '../http/file-body.ts';
import { jsonBody } from '../http/json-body.ts';
import { addOperationRoutes, entriesOf, type HandlerResult } from '../http/operation-routes.ts';
import { clientAddress } from '../http/require-https.ts';
import { validateRequest } from '../http/validation.ts';
import { maxFileBytes as maxKnowledgeBytes } from '../knowledge/read-document.ts';
import { maxFileBytes } from '../services/feed-download.ts';
import {
  loadSession,
  requireDecodablePath,
  requireRecentSignIn,
  requireRole,
  requireSameOrigin,
  requireSession,
} from './guards.ts';
import type { Call } from './handler.ts';
import { fileTypes } from './handlers/catalog.ts';
import { handlers } from './operations.ts';

/**
 * The operations of spec/dashboard.yaml, mounted at /dashboard/api. What each needs (session, role,
 * recent sign-in) stands in the generated table (decision 0039).
 */
export function dashboardRouter(deps: Deps): Router {
  const router = Router({ strict: true, caseSensitive: true });
  router.use(requireSameOrigin, requireDecodablePath, loadSession(deps));
  addOperationRoutes(router, entriesOf(operations), {
    prefix: '/dashboard/api',
    validate: (operation) => validateRequest(operation, deps.config),
    guards: (id) => guardsOf(deps, id),
    readBody: (id) => bodyReaders[id] ?? jsonBody(),
    handle: (id, request, response) => handlerOf(id)(deps, callOf(deps, request, response)),
  });
  return router;
}

/** What reads the body of operations whose body is a file. */
const bodyReaders: Partial<Record<OperationId, readonly RequestHandler[]>> = {
  importFile: fileBody(fileTypes, maxFileBytes),
  importKnowledgeFile: [
    ...fileBody(['application/octet-stream'], maxKnowledgeBytes),
    raw({ type: () => true, limit: maxKnowledgeBytes, inflate: false }),
  ],
};

function guardsOf(deps: Deps, id: OperationId): RequestHandler[] {
  const { session, role, recentSignIn } = operations[id];
  return [
    ...(session ? [requireSession] : []),
    ...(role === 'none' ? [] : [requireRole(role)]),
    ...(recentSignIn ? [requireRecentSignIn(deps)] : []),
  ];
}

/** A call whose operation is only known at run time. */
type AnyCall = { readonly [Key in keyof Call<OperationId>]: unknown };
type AnyHandler = (deps: Deps, call: AnyCall) => Promise<HandlerResult | undefined>;

function callOf(deps: Deps, request: Request, response: Response): AnyCall {
  return {
    request,
    response,
    client: {
      address: clientAddress(request, deps.config.trustedProxies),
      userAgent: request.get('User-Agent'),
      replaces: response.locals.signedIn,
    },
    signedIn: response.locals.signedIn,
    store: response.locals.store,
    path: request.params,
    query: request.query,
    body: request.body,
  };
}

/** The guards and the validator have checked that the call is one of its operation. */
function handlerOf(id: OperationId): AnyHandler {
  return handlers[id] as AnyHandler;
}
