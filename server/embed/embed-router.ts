import { Router } from 'express';
import type { Deps } from '../deps.ts';
import { ServiceError } from '../errors.ts';
import { loadOnce } from '../load-once.ts';
import { parseProxies } from '../http/require-https.ts';
import { cors } from './cors.ts';
import { readEmbedScript } from './embed-script.ts';
import { serveScript } from './serve-script.ts';

/** What pages load and call without a key: the embed script (source 4.5) and the visitor's session (decision 0016). */
export function embedRouter(deps: Deps): Router {
  const router = Router({ strict: true, caseSensitive: true });
  const sessions = loadOnce(() => import('./answer-session.ts'));
  const proxies = parseProxies(deps.config.trustedProxies);
  router.use(serveScript(readEmbedScript()));
  router.use('/session', cors(deps.origins));
  router.post('/session', async (request, response) => {
    const { answerSession } = await sessions();
    await answerSession(deps, proxies, request, response);
  });
  router.all('/session', () => {
    throw new ServiceError('method_not_allowed', 'this path has only POST', { headers: { Allow: 'POST' } });
  });
  return router;
}
