import { fileURLToPath } from 'node:url';
import express, { Router } from 'express';

/** Where `npm run docs` writes its pages. */
export const docsFolder = fileURLToPath(new URL('../../dist/docs', import.meta.url));

const policy = [
  "default-src 'none'",
  "style-src 'self'",
  "script-src 'self'",
  "img-src 'self' data:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** The reference built by `npm run docs`, at /docs, without a key. */
export function docs(): Router {
  const router = Router({ strict: true, caseSensitive: true });
  router.use('/docs', (_request, response, next) => {
    response.set({ 'Content-Security-Policy': policy, 'Cache-Control': 'no-cache' });
    next();
  });
  router.use('/docs', express.static(docsFolder));
  return router;
}
