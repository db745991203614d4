import type { Check, CheckContext } from '../../check.ts';
import { judgeUnauthorized } from './judge-unauthorized.ts';
import { nearMisses } from './near-miss-credentials.ts';
import {
  chatRequest,
  createRequest,
  listRequest,
  widgetRequest,
  type ProtectedRequest,
} from './protected-requests.ts';

async function judgeAll(context: CheckContext, requests: readonly ProtectedRequest[]): Promise<void> {
  for (const nearMiss of nearMisses(context.target.stores.main.key, context.seed)) {
    // The clause is that of keys; section 7 repeats it for each operation.
    const { requirement } = nearMiss;
    const sent = requests.map((request) => judgeUnauthorized(context, { ...request, requirement }, nearMiss));
    await Promise.all(sent);
  }
}

const requirements = ['R-5-06', 'R-5-02', 'R-5-03', 'R-5-01'] as const;

/** Source 5, for the operation that every store has something for. */
export const nearMissKeys: Check = {
  id: 'auth/near-miss-keys',
  title: 'Keys that are nearly right, and the right key sent in another way, are refused with 401',
  requirements,
  level: 'stated',
  profile: 'core',
  lane: 'main',
  cost: { requests: 19, messages: 0, agents: 0 },
  writes: false,
  run: (context) => judgeAll(context, [listRequest()]),
};

/** The same for the other operations, which may each look the key up on their own. */
export const nearMissKeysElsewhere: Check = {
  id: 'auth/near-miss-keys-elsewhere',
  title: 'Keys that are nearly right are refused with 401 by creates, messages and widget configurations too',
  requirements,
  level: 'stated',
  profile: 'full',
  lane: 'main',
  cost: { requests: 57, messages: 0, agents: 0 },
  writes: true,
  run: async (context) => {
    await judgeAll(context, [widgetRequest(context), createRequest(), await chatRequest(context)]);
  },
};
