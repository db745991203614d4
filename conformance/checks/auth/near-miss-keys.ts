import type { Check, CheckContext } from '../../check.ts';
import { judgeUnauthorized } from './judge-unauthorized.ts';
import { likelyMisses, nearMisses, type NearMiss } from './near-miss-credentials.ts';
import {
  chatRequest,
  createRequest,
  listRequest,
  widgetRequest,
  type ProtectedRequest,
} from './protected-requests.ts';

async function judgeAll(
  context: CheckContext,
  wrong: readonly NearMiss[],
  requests: readonly ProtectedRequest[],
): Promise<void> {
  for (const nearMiss of wrong) {
    // The clause is that of keys; section 7 repeats it for each operation.
    const { requirement } = nearMiss;
    const sent = requests.map((request) => judgeUnauthorized(context, { ...request, requirement }, nearMiss));
    await Promise.all(sent);
  }
}

const keyOf = ({ target }: CheckContext): string => target.stores.main.key;

const requirements = ['R-5-06', 'R-5-02', 'R-5-03', 'R-5-01'] as const;

/** Source 5, for the operation that every store has something for: the likeliest mistakes. */
export const nearMissKeys: Check = {
  id: 'auth/near-miss-keys',
  title: 'Keys that are nearly right, and the right key sent in another way, are refused with 401',
  requirements,
  level: 'stated',
  profile: 'core',
  lane: 'main',
  cost: { requests: 5, messages: 0, agents: 0 },
  writes: false,
  run: (context) => judgeAll(context, likelyMisses(keyOf(context), context.seed), [listRequest()]),
};

/** All of them, for each operation, which may each look the key up on its own. */
export const everyNearMiss: Check = {
  id: 'auth/every-near-miss',
  title: 'Every near miss is refused with 401 by each of the four operations',
  requirements,
  level: 'stated',
  profile: 'full',
  lane: 'main',
  cost: { requests: 76, messages: 0, agents: 0 },
  writes: true,
  run: async (context) => {
    const requests = [listRequest(), widgetRequest(context), createRequest(), await chatRequest(context)];
    await judgeAll(context, nearMisses(keyOf(context), context.seed), requests);
  },
};
