import type { Check, CheckContext } from '../../check.ts';
import { likelyMisses, nearMisses, type NearMiss } from './near-miss-credentials.ts';
import {
  chatRequest,
  createRequest,
  listRequest,
  widgetRequest,
  type ProtectedRequest,
} from './protected-requests.ts';
import { verifyUnauthorized } from './verify-unauthorized.ts';

async function verifyAll(
  context: CheckContext,
  credentials: readonly NearMiss[],
  requests: readonly ProtectedRequest[],
): Promise<void> {
  for (const nearMiss of credentials) {
    // The clause is of section 5; section 7 repeats it for each operation.
    const { requirement } = nearMiss;
    const sent = requests.map((request) =>
      verifyUnauthorized(context, { ...request, requirement }, nearMiss),
    );
    await Promise.all(sent);
  }
}

const keyOf = ({ target }: CheckContext): string => target.stores.main.key;

const requirements = ['R-5-06', 'R-5-02', 'R-5-03', 'R-5-01'] as const;

/** Source 5: the most likely mistakes, for the list alone. */
export const nearMissKeys: Check = {
  id: 'auth/near-miss-keys',
  title: 'Nearly right keys, and the right key sent in another way, are rejected with 401',
  requirements,
  level: 'stated',
  profile: 'core',
  cost: { requests: 5, messages: 0, agents: 0 },
  writes: false,
  run: (context) => verifyAll(context, likelyMisses(keyOf(context), context.seed), [listRequest()]),
};

/** All of them for each operation, which may each validate the key by itself. */
export const everyNearMiss: Check = {
  id: 'auth/every-near-miss',
  title: 'Every near miss is rejected with 401 by each of the four operations',
  requirements,
  level: 'stated',
  profile: 'full',
  cost: { requests: 76, messages: 0, agents: 0 },
  writes: true,
  run: async (context) => {
    const requests = [listRequest(), widgetRequest(context), createRequest(), await chatRequest(context)];
    await verifyAll(context, nearMisses(keyOf(context), context.seed), requests);
  },
};
