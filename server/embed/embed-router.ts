import { Router, type Request } from 'express';
import { z } from 'zod';
import type { Deps } from '../deps.ts';
import { ServiceError } from '../errors.ts';
import { clientAddress } from '../http/client-address.ts';
import { readStrictJson } from '../http/read-json-body.ts';
import { parseProxies } from '../http/require-https.ts';
import { parseInput } from '../services/parse-input.ts';
import { cors } from './cors.ts';
import { readEmbedScript } from './embed-script.ts';
import { openSession } from './open-session.ts';
import { serveScript } from './serve-script.ts';

const sessionBody = z.strictObject({
  chatbot_id: z.string().min(1).max(200),
  visitor_secret: z.string().max(200).exactOptional(),
});

/** What pages load and call without a key: the embed script (source 4.5) and the visitor's session (decision 0016). */
export function embedRouter(deps: Deps): Router {
  const router = Router({ strict: true, caseSensitive: true });
  const proxies = parseProxies(deps.config.trustedProxies);
  router.use(serveScript(readEmbedScript()));
  router.use('/session', cors(deps.origins));
  router.post('/session', async (request: Request, response) => {
    const body = parseInput(sessionBody, await readStrictJson(request));
    const session = await openSession(deps, {
      chatbotId: body.chatbot_id,
      visitorSecret: body.visitor_secret,
      origin: request.headers.origin,
      address: clientAddress(request, proxies),
    });
    response.json(session);
  });
  router.all('/session', () => {
    throw new ServiceError('method_not_allowed', 'this path has only POST', { headers: { Allow: 'POST' } });
  });
  return router;
}
