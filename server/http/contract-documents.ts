import { readFileSync } from 'node:fs';
import { Router } from 'express';
import { methodNotAllowed } from './middleware.ts';

const names = ['openapi.json', 'openapi.core.json', 'asyncapi.json'];

/**
 * The contract's documents, for every client and without a key: `info.version` is the version of the contract that this
 * service serves (source 9, decision 0017). Pages of any origin may read them, since tools run in browsers.
 */
export function contractDocuments(): Router {
  const router = Router({ strict: true, caseSensitive: true });
  for (const name of names) {
    const text = readFileSync(new URL(`../../generated/${name}`, import.meta.url), 'utf8');
    router
      .route(`/${name}`)
      .get((_request, response) => {
        response.set({ 'Access-Control-Allow-Origin': '*', 'Cache-Control': 'no-cache' });
        response.type('json').send(text);
      })
      .all(methodNotAllowed(['GET', 'HEAD']));
  }
  return router;
}
