import express, { type Express, type RequestHandler } from 'express';
import { demoShop } from './demo/shop/demo-shop.ts';
import type { Deps } from './deps.ts';
import { embedRouter } from './embed/routes.ts';
import { fieldsForExpress } from './http/answer-fields.ts';
import { dispatch, resolveOperation } from './http/api.ts';
import { authenticate } from './http/authenticate.ts';
import { chain } from './http/chain.ts';
import { cors } from './http/cors.ts';
import { docs } from './http/docs.ts';
import { answerFailuresOf, notFound, sendErrors } from './http/error-handler.ts';
import { health } from './http/health.ts';
import { readJsonBody } from './http/json-body.ts';
import { judgeBody } from './http/judge-body.ts';
import { judgeOnce } from './http/judge-once.ts';
import { requireHost, securityHeaders } from './http/middleware.ts';
import { onlyBelow } from './http/only-below.ts';
import { rateLimit } from './http/rate-limit.ts';
import { requestContext } from './http/request-context.ts';
import { parseProxies, requireHttps } from './http/require-https.ts';
import { readQuery, validateOpenApi } from './http/validation.ts';
import { mcpRouter } from './mcp/router.ts';

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
  app.use(notFound);
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
