import express, { type Express } from 'express';
import { dashboardRouter } from './dashboard/router.ts';
import { withDatabaseDeadline } from './db/guard.ts';
import type { Deps } from './deps.ts';
import { demoShop, hasDemoShop } from './demo/shop/demo-shop.ts';
import { embedRouter } from './embed/routes.ts';
import { apiRouter } from './http/api.ts';
import { dropSlowReaders, readingLimits, serveInTurn } from './http/connection-limits.ts';
import { contractDocuments } from './http/contract-documents.ts';
import { dashboardHost } from './http/dashboard-host.ts';
import { dashboardPages } from './http/dashboard-pages.ts';
import { docs } from './http/docs.ts';
import { handleErrors, notFound } from './http/error-handler.ts';
import { health } from './http/health.ts';
import { homePage } from './http/home-page.ts';
import { requireHost, securityHeaders } from './http/middleware.ts';
import { requestContext } from './http/request-context.ts';
import { requireHttps } from './http/require-https.ts';
import { mcpRouter } from './mcp/router.ts';

/** The whole service as an Express application, its middleware in the order of errors (decision 0018). */
export function createApp(deps: Deps): Express {
  const { config } = deps;
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.enable('strict routing');
  app.enable('case sensitive routing');
  app.use(requestContext(deps));
  app.use((_request, _response, next) => withDatabaseDeadline(next));
  app.use(securityHeaders({ strictTransport: config.tls !== null }));
  app.use(serveInTurn(), dropSlowReaders(readingLimits(config.chat)));
  app.use(requireHttps(config.trustedProxies));
  app.use(requireHost, dashboardHost(config.dashboardHost));
  app.use('/api', apiRouter(deps));
  app.use('/embed', embedRouter(deps));
  app.use('/dashboard/api', dashboardRouter(deps));
  app.use(mcpRouter(deps));
  app.use(health(deps));
  if (config.demoShop) app.use('/demo', demoShop(deps));
  app.use(homePage(async () => config.demoShop && (await hasDemoShop(deps))));
  app.use(dashboardPages());
  app.use(docs());
  app.use(contractDocuments());
  app.use(notFound);
  app.use(handleErrors);
  return app;
}
