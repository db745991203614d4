import { gzipSync } from 'node:zlib';
import { type Request, type Response, Router } from 'express';
import type { Deps } from '../deps.ts';
import { cors } from '../http/cors.ts';
import { jsonBody } from '../http/json-body.ts';
import { methodNotAllowed } from '../http/middleware.ts';
import { type EmbedScript, readEmbedScript } from '../services/embed-script.ts';
import { widgetEvents } from './events.ts';
import { leaveMessageHandlers, offersMessageHandlers } from './messages.ts';
import { maxSessionBytes, sessionHandler } from './session.ts';

/**
 * What pages use without an API key: the embed script (source 4.5) and the one that it loads, visitor sessions (decision
 * 0016), their events (decision 0043), and messages for a person (decision 0068).
 */
export function embedRouter(deps: Deps): Router {
  const router = Router({ strict: true, caseSensitive: true });
  for (const name of ['chatbot', 'chat'] as const) {
    const embed = readEmbedScript(`${name}.js`);
    const script = { ...embed, gzipped: gzipSync(embed.plain, { level: 9 }) };
    router.get(`/${name}.js`, sendScript(script, 'public, max-age=300'));
    router.get(`/${name}.${script.hash}.js`, sendScript(script, 'public, max-age=31536000, immutable'));
  }
  router
    .route('/session')
    .all(cors(deps.origins))
    .post(jsonBody(maxSessionBytes), sessionHandler(deps))
    .all(methodNotAllowed(['POST']));
  router
    .route('/events')
    .all(cors(deps.origins))
    .post(...widgetEvents(deps))
    .all(methodNotAllowed(['POST']));
  router
    .route('/messages')
    .all(cors(deps.origins))
    .get(...offersMessageHandlers(deps))
    .post(...leaveMessageHandlers(deps))
    .all(methodNotAllowed(['GET', 'HEAD', 'POST']));
  return router;
}

/** Sends the script, which any page may load: with `crossorigin` or without, and when it is cross-origin isolated. */
function sendScript(script: EmbedScript & { readonly gzipped: Buffer }, cacheControl: string) {
  return (request: Request, response: Response): void => {
    const isGzipped = request.acceptsEncodings('gzip') !== false;
    response.set({
      'Content-Type': 'text/javascript; charset=utf-8',
      'Access-Control-Allow-Origin': '*',
      'Cross-Origin-Resource-Policy': 'cross-origin',
      'Cache-Control': cacheControl,
      Vary: 'Accept-Encoding',
      // A strong ETag differs by encoding: RFC 9110 8.8.3.3.
      ETag: isGzipped ? `"${script.hash}-gzip"` : `"${script.hash}"`,
    });
    if (isGzipped) response.set('Content-Encoding', 'gzip');
    response.send(isGzipped ? script.gzipped : script.plain);
  };
}
