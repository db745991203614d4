import { fileURLToPath } from 'node:url';
import express, { type ErrorRequestHandler, Router } from 'express';
import { ServiceError } from '../errors.ts';

/** Where `npm run docs` writes its pages. */
export const docsFolder = fileURLToPath(new URL('../../dist/docs', import.meta.url));

const policy = [
  "default-src 'none'",
  "style-src 'self'",
  "script-src 'self'",
  "img-src 'self' data:",
  // The search reads its index.
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** The reference built by `npm run docs`, at /docs, without a key. `folder` is for tests. */
export function docs(folder = docsFolder): Router {
  const router = Router({ strict: true, caseSensitive: true });
  router.use('/docs', (_request, response, next) => {
    response.set({ 'Content-Security-Policy': policy, 'Cache-Control': 'no-cache' });
    next();
  });
  router.use('/docs', express.static(folder, { acceptRanges: false }), rejectPrecondition);
  return router;
}

/** Express forwards If-Match and If-Unmodified-Since that do not hold as an error, with the headers of the page set. */
const rejectPrecondition: ErrorRequestHandler = (error, _request, response, next) => {
  const { statusCode } = error as { readonly statusCode?: unknown };
  if (statusCode !== 412) return next(error);
  for (const name of ['Content-Type', 'ETag', 'Last-Modified']) response.removeHeader(name);
  next(new ServiceError('invalid_request', 'a precondition does not hold'));
};
