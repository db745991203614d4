import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { type RequestHandler, Router } from 'express';
import { ServiceError } from '../errors.ts';
import { methodNotAllowed } from './middleware.ts';

const folder = fileURLToPath(new URL('../../dist/dashboard', import.meta.url));

const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  // Product pictures, on the hosts of shops.
  "img-src 'self' https: data:",
  "frame-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ');

/** The preview of a chatbot: a frame of the dashboard's with an origin of its own, and without network (decision 0044). */
const previewPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  // Product pictures, which the service limits to the chatbot's hosts.
  'img-src https: data:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
  'sandbox allow-scripts allow-forms allow-popups allow-popups-to-escape-sandbox',
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ');

const pageHeaders = {
  'Cache-Control': 'no-cache',
  'Cross-Origin-Opener-Policy': 'same-origin',
};

/** Whether `npm run build:dashboard` has made the pages. */
export function isDashboardBuilt(): boolean {
  return ['index.html', 'preview.html'].every((name) => existsSync(join(folder, name)));
}

/**
 * The dashboard's pages at /dashboard/: one document for every path below it, which the browser code routes, and assets
 * whose names hold their hash; the preview is a document of its own. Without them the response is 404 with the command that
 * builds them. What is under /dashboard/api is left to others (decision 0039).
 */
export function dashboardPages(): Router {
  const router = Router({ strict: true, caseSensitive: true });
  const onlyReads = methodNotAllowed(['GET', 'HEAD']);
  // Expressions without groups: no part of the path is decoded.
  router.all(/^\/dashboard\/api(?:\/|$)/, (_request, _response, next) => next('router'));
  // A browser keeps the fragment, which may hold a sign-in code.
  router
    .route('/dashboard')
    .get((_request, response) => response.redirect(308, '/dashboard/'))
    .all(onlyReads);
  if (isDashboardBuilt()) for (const name of readdirSync(join(folder, 'assets'))) addAsset(router, name);
  router.all(/^\/dashboard\/assets\//, (_request, _response, next) => next('router'));
  router
    .route('/dashboard/preview')
    .get(isDashboardBuilt() ? sendPage('preview.html', previewPolicy) : rejectUnbuilt)
    .all(onlyReads);
  router
    .route(/^\/dashboard\//)
    .get(isDashboardBuilt() ? sendPage('index.html', policy) : rejectUnbuilt)
    .all(onlyReads);
  return router;
}

function sendPage(name: string, contentPolicy: string): RequestHandler {
  const page = readFileSync(join(folder, name));
  return (_request, response) => {
    response
      .set({ ...pageHeaders, 'Content-Security-Policy': contentPolicy })
      .type('html')
      .send(page);
  };
}

const rejectUnbuilt: RequestHandler = () => {
  throw new ServiceError('not_found', 'the dashboard is not built: run npm run build:dashboard');
};

function addAsset(router: Router, name: string): void {
  const plain = readFileSync(join(folder, 'assets', name));
  const gzipped = gzipSync(plain, { level: 9 });
  router.get(`/dashboard/assets/${name}`, (request, response) => {
    const isGzipped = request.acceptsEncodings('gzip') !== false;
    response.set({ 'Cache-Control': 'public, max-age=31536000, immutable', Vary: 'Accept-Encoding' });
    if (isGzipped) response.set('Content-Encoding', 'gzip');
    response.type(extname(name)).send(isGzipped ? gzipped : plain);
  });
}
