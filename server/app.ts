import express, { Router, type Express } from 'express';
import type { Deps } from './deps.ts';
import { demoShop } from './demo-shop/demo-shop.ts';
import { cors } from './embed/cors.ts';
import { embedRouter } from './embed/embed-router.ts';
import { authenticate } from './http/authenticate.ts';
import { dispatch } from './http/dispatch.ts';
import { docs } from './http/docs.ts';
import { health } from './http/health.ts';
import { rateLimit } from './http/rate-limit.ts';
import { readJsonBody } from './http/read-json-body.ts';
import { readQuery } from './http/read-query.ts';
import { requestContext } from './http/request-context.ts';
import { requireHost } from './http/require-host.ts';
import { parseProxies, requireHttps } from './http/require-https.ts';
import { resolveOperation } from './http/resolve-operation.ts';
import { securityHeaders } from './http/security-headers.ts';
import { nothingHere, sendErrors } from './http/send-errors.ts';
import { validateOpenApi } from './http/validate-openapi.ts';
import { mcpRouter } from './mcp/mcp-router.ts';

/** The whole service as an Express application, its middleware in the order of verdicts (decision 0018). */
export function createApp(deps: Deps): Express {
  const app = express();
  app.disable('x-powered-by').disable('etag');
  app.enable('strict routing').enable('case sensitive routing');
  app.use(requestContext(deps));
  app.use(securityHeaders({ strict: deps.config.tls !== null }));
  app.use(requireHttps(parseProxies(deps.config.trustedProxies)));
  app.use(requireHost);
  // The most asked for comes first: every router before it would look at its path too.
  app.use('/api', api(deps));
  if (deps.config.demoShop) app.use('/demo', demoShop(deps));
  app.use('/embed', embedRouter(deps));
  app.use(mcpRouter(deps));
  app.use(health(deps.lifecycle));
  app.use(docs());
  app.use(nothingHere);
  app.use(sendErrors);
  return app;
}

/** What pages of other origins may call (decision 0016). */
const visitorPaths = ['/widget/config', '/agents/chat/stream'];

function api(deps: Deps): Router {
  const router = Router({ strict: true, caseSensitive: true });
  router.use(visitorPaths, cors(deps.origins));
  router.use(authenticate(deps));
  router.use(rateLimit(deps, parseProxies(deps.config.trustedProxies)));
  router.use(resolveOperation);
  router.use(readQuery);
  router.use(readJsonBody);
  router.use(validateOpenApi({ validateResponses: deps.config.environment === 'development' }));
  router.use(dispatch(deps));
  return router;
}
