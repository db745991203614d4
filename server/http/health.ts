import { Router } from 'express';
import { databaseUnavailable } from '../db/guard.ts';
import type { Deps } from '../deps.ts';
import { ServiceError } from '../errors.ts';

/**
 * `/healthz`: the process runs. `/readyz`: it accepts requests and its database can be used; after a failed write that
 * is when a write works again (decision 0019). Both without a key.
 */
export function health(deps: Pick<Deps, 'lifecycle' | 'checkDatabase'>): Router {
  const router = Router({ strict: true, caseSensitive: true });
  router.get('/healthz', (_request, response) => {
    response.json({ status: 'ok' });
  });
  router.get('/readyz', async (_request, response) => {
    if (deps.lifecycle.phase === 'draining') throw new ServiceError('unavailable', 'the service is stopping');
    await deps.checkDatabase().catch((error: unknown) => {
      response.locals.log.warn({ err: error }, 'not ready');
      throw databaseUnavailable(error);
    });
    response.json({ status: 'ready' });
  });
  return router;
}
