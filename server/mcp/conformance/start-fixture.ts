import express from 'express';
import { fieldsForExpress } from '../../http/answer-fields.ts';
import { requestContext } from '../../http/request-context.ts';
import { parseProxies, requireHttps } from '../../http/require-https.ts';
import { securityHeaders } from '../../http/security-headers.ts';
import { sendErrors } from '../../http/send-errors.ts';
import { listen } from '../../listen.ts';
import type { TestServer } from '../../testing/start-test-server.ts';
import { loadTls } from '../../tls/load-tls.ts';
import { mcpRouter } from '../mcp-router.ts';
import { serveFixture } from './serve-fixture.ts';

/** Serves the fixture with the stack, keys and certificate of a test server, on a port of its own. */
export async function startFixture({
  deps,
}: TestServer): Promise<{ mcpUrl: string; close(): Promise<void> }> {
  const app = express();
  app.use(
    requestContext(deps),
    securityHeaders({ strict: false }),
    requireHttps(parseProxies([])),
    fieldsForExpress,
  );
  app.use(mcpRouter(deps, async () => serveFixture()));
  app.use(sendErrors);
  const listening = await listen(deps.config, await loadTls(deps.config, deps.clock), app, deps.log);
  return {
    mcpUrl: `https://127.0.0.1:${listening.port}/mcp`,
    async close() {
      const closed = listening.stopAccepting();
      listening.closeConnections();
      await closed;
    },
  };
}
