import type { Check, CheckContext } from '../../check.ts';
import type { RequirementId } from '../../../generated/requirements.ts';
import { judgeRefusal } from '../errors/judge-error.ts';

const reads: readonly { readonly path: string; readonly requirement: RequirementId }[] = [
  { path: '/api/agents', requirement: 'R-7-12' },
  { path: '/api/widget/config?chatbot_id=any', requirement: 'R-7-10' },
];

async function run({ client, breach }: CheckContext): Promise<void> {
  for (const { path, requirement } of reads) {
    const exchange = await client.send({ method: 'GET', path, credential: { type: 'none' } });
    for (const found of judgeRefusal(exchange, requirement, 401)) breach(found, exchange);
  }
}

/** Source 5.1 and 5.6 for the operations that read. */
export const readsNeedAKey: Check = {
  id: 'auth/reads-need-a-key',
  title: 'Without a key, the list and the widget configuration are refused with 401',
  requirements: [
    'R-7-12',
    'R-7-10',
    'R-5-01',
    'R-5-06',
    'R-4-01',
    'R-7-13',
    'R-2.5-01',
    'R-2.5-02',
    'R-2.5-03',
  ],
  level: 'stated',
  profile: 'core',
  lane: 'main',
  cost: { requests: 2, messages: 0, agents: 0 },
  writes: false,
  run,
};
