import type { Check, CheckContext } from '../../check.ts';
import { listedAgents } from '../../model/listed-agents.ts';
import { forbiddenName } from '../../model/seen-store.ts';
import { chatRequest, createRequest } from './protected-requests.ts';
import { verifyUnauthorized } from './verify-unauthorized.ts';

async function countForbidden(context: CheckContext): Promise<number> {
  return (await listedAgents(context)).filter(({ name }) => name === forbiddenName).length;
}

/** Source 5.1 and 5.6 for the operations that write. */
export const writesNeedAKey: Check = {
  id: 'auth/writes-need-a-key',
  title: 'Without a key, creates and messages are rejected with 401, and nothing is created',
  requirements: [
    ...(['R-7-07', 'R-7-02', 'R-5-01', 'R-5-06', 'R-4-01', 'R-7-13', 'R-2.5-01', 'R-2.5-02'] as const),
    'R-2.5-03',
  ],
  profile: 'core',
  cost: { requests: 4, messages: 0, agents: 0 },
  run: async (context) => {
    const before = await countForbidden(context);
    for (const request of [createRequest(), await chatRequest(context)]) {
      await verifyUnauthorized(context, request, { what: 'no key', credential: { type: 'none' } });
    }
    if ((await countForbidden(context)) > before) {
      const actual = `an agent ${JSON.stringify(forbiddenName)} in the list`;
      context.report({ requirement: 'R-5-01', expected: 'nothing created without a valid key', actual });
    }
  },
};
