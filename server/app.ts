import express, { type Express, type RequestHandler } from 'express';
import type { Deps } from './deps.ts';
import { demoShop } from './demo-shop/demo-shop.ts';
import { cors } from './embed/cors.ts';
import { embedRouter } from './embed/embed-router.ts';
import { fieldsForExpress } from './http/answer-fields.ts';
import { authenticate } from './http/authenticate.ts';
import { chain } from './http/chain.ts';
import { dispatch } from './http/dispatch.ts';
import { docs } from './http/docs.ts';
import { health } from './http/health.ts';
import { judgeBody } from './http/judge-body.ts';
import { judgeOnce } from './http/judge-once.ts';
import { onlyBelow } from './http/only-below.ts';
import { rateLimit } from './http/rate-limit.ts';
import { readJsonBody } from './http/read-json-body.ts';
import { readQuery } from './http/read-query.ts';
import { requestContext } from './http/request-context.ts';
import { requireHost } from './http/require-host.ts';
import { parseProxies, requireHttps } from './http/require-https.ts';
import { resolveOperation } from './http/resolve-operation.ts';
import { securityHeaders } from './http/security-headers.ts';
import { answerFailuresOf, nothingHere, sendErrors } from './http/send-errors.ts';
import { validateOpenApi } from './http/validate-openapi.ts';
import { mcpRouter } from './mcp/mcp-router.ts';

/** The whole service as an Express application, its middleware in the order of verdicts (decision 0018). */
export function createApp(deps: Deps): Express {
  const app = express();
  const { config } = deps;
  app.disable('x-powered-by').disable('etag');
  app.enable('strict routing').enable('case sensitive routing');
  app.use(
    answerFailuresOf(
      chain(
        requestContext(deps),
        securityHeaders({ strict: config.tls !== null }),
        requireHttps(parseProxies(config.trustedProxies)),
        requireHost,
        // The most asked for comes first: every router before it would look at its path too.
        onlyBelow(['/api'], api(deps)),
        // What follows answers through Express.
        fieldsForExpress,
      ),
    ),
  );
  if (config.demoShop) app.use('/demo', demoShop(deps));
  app.use('/embed', embedRouter(deps));
  app.use(mcpRouter(deps));
  app.use(health(deps.lifecycle));
  app.use(docs());
  app.use(nothingHere);
  app.use(sendErrors);
  return app;
}

/** What pages of other origins may call (decision 0016). */
const visitorPaths = ['/api/widget/config', '/api/agents/chat/stream'];

function api(deps: Deps): RequestHandler {
  const { config } = deps;
  const validateResponses = config.environment === 'development';
  const judge = chain(readQuery, readJsonBody, judgeBody, validateOpenApi({ validateResponses }));
  return chain(
    onlyBelow(visitorPaths, cors(deps.origins)),
    authenticate(deps),
    rateLimit(deps, parseProxies(config.trustedProxies)),
    resolveOperation,
    // The judge of answers needs what the judge of the request leaves behind.
    validateResponses ? judge : judgeOnce(judge),
    dispatch(deps),
  );
}
