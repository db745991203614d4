import { Router } from 'express';
import { agentProfile, agentProfilePath, readVersions } from '../ucp/agent-profile.ts';
import { methodNotAllowed } from './middleware.ts';

/**
 * The profiles that this service names in its requests to shops, one for each revision that it reads: for every client and
 * without a key (decision 0065). Shops cache them.
 */
export function agentProfiles(): Router {
  const router = Router({ strict: true, caseSensitive: true });
  for (const version of readVersions) {
    router
      .route(agentProfilePath(version))
      .get((_request, response) => {
        response.set('Cache-Control', 'public, max-age=3600').json(agentProfile(version));
      })
      .all(methodNotAllowed(['GET', 'HEAD']));
  }
  return router;
}
