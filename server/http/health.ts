import { Router } from 'express';
import type { Lifecycle } from '../deps.ts';
import { ServiceError } from '../errors.ts';

/** `/healthz`: the process lives. `/readyz`: it takes requests and its database answers. Both without a key. */
export function health(lifecycle: Lifecycle): Router {
  const router = Router({ strict: true, caseSensitive: true });
  router.get('/healthz', (_request, response) => {
    response.json({ status: 'ok' });
  });
  router.get('/readyz', async (_request, response) => {
    if (lifecycle.phase === 'draining') throw new ServiceError('unavailable', 'the service is stopping');
    await lifecycle.checkDatabase().catch((error: unknown) => {
      throw new ServiceError('unavailable', 'the database does not answer', { cause: error });
    });
    response.json({ status: 'ready' });
  });
  return router;
}
