import { Router } from 'express';
import type { Deps } from '../deps.ts';
import { ServiceError } from '../errors.ts';

/** `/healthz`: the process runs. `/readyz`: it accepts requests and its database is reachable. Both without a key. */
export function health(deps: Pick<Deps, 'lifecycle' | 'checkDatabase'>): Router {
  const router = Router({ strict: true, caseSensitive: true });
  router.get('/healthz', (_request, response) => {
    response.json({ status: 'ok' });
  });
  router.get('/readyz', async (_request, response) => {
    if (deps.lifecycle.phase === 'draining') throw new ServiceError('unavailable', 'the service is stopping');
    await deps.checkDatabase().catch((error: unknown) => {
      throw new ServiceError('unavailable', 'the database is not reachable', { cause: error });
    });
    response.json({ status: 'ready' });
  });
  return router;
}
