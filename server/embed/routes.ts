import { type Request, type Response, Router } from 'express';
import type { Deps } from '../deps.ts';
import { ServiceError } from '../errors.ts';
import { cors } from '../http/cors.ts';
import { jsonBody } from '../http/json-body.ts';
import { createSessionHandler } from './session.ts';
import { type EmbedScript, readEmbedScript } from '../services/embed-script.ts';

/** What pages load and call without a key: the embed script (source 4.5) and the visitor's session (decision 0016). */
export function embedRouter(deps: Deps): Router {
  const router = Router({ strict: true, caseSensitive: true });
  router.use(serveScript(readEmbedScript()));
  router.use('/session', cors(deps.origins));
  router.post('/session', ...jsonBody(4096), async (request, response) => {
    await createSessionHandler(deps, request, response);
  });
  router.all('/session', () => {
    throw new ServiceError('method_not_allowed', 'this path accepts only POST', {
      headers: { Allow: 'POST' },
    });
  });
  return router;
}

/** Any page may load it, with or without `crossorigin`, and from inside an isolated page too. */
const headers = {
  'Content-Type': 'text/javascript; charset=utf-8',
  'Access-Control-Allow-Origin': '*',
  'Cross-Origin-Resource-Policy': 'cross-origin',
  Vary: 'Accept-Encoding',
};

/** The embed script at its fixed address (source 4.5), and at one that names its content and never changes. */
export function serveScript(script: EmbedScript): Router {
  const router = Router({ strict: true, caseSensitive: true });
  // A strong tag names bytes, so that those of each encoding have their own: RFC 9110 8.8.3.3.
  const plain = { etag: `"${script.hash}"`, headers: {}, body: script.plain };
  const gzip = {
    etag: `"${script.hash}-gzip"`,
    headers: { 'Content-Encoding': 'gzip' },
    body: script.gzipped,
  };
  const serve = (cacheControl: string) => (request: Request, response: Response) => {
    const chosen = /\bgzip\b/.test(request.headers['accept-encoding'] ?? '') ? gzip : plain;
    response.set({ ...headers, ETag: chosen.etag, 'Cache-Control': cacheControl });
    if (isKnown(request.headers['if-none-match'], chosen.etag)) return void response.status(304).end();
    response.set(chosen.headers).end(chosen.body);
  };
  router.get('/chatbot.js', serve('public, max-age=300'));
  router.get(`/chatbot.${script.hash}.js`, serve('public, max-age=31536000, immutable'));
  return router;
}

// A list of tags, compared weakly as RFC 9110 13.1.2 has it: caches on the way may weaken a tag.
function isKnown(ifNoneMatch: string | undefined, etag: string): boolean {
  const tags = ifNoneMatch?.split(',').map((tag) => tag.trim().replace(/^W\//, '')) ?? [];
  return tags.includes(etag) || tags.includes('*');
}
