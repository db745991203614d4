import { measuredText } from '../../arbitraries/hostile-text.ts';
import type { Check, CheckContext } from '../../check.ts';
import { isAccepted, markOf, sendCreate, withConfig } from './create.ts';
import { verifyAccepted, verifyCreated } from './verify-created.ts';

const providers = ['provider_one', 'provider_two', 'provider_three'] as const;
const types = ['customer_support', 'product_recommendation'] as const;
// Other types are open; an accepted one must be kept.
const otherTypes = ['Gift_Finder-v2', measuredText(64)];

async function run(context: CheckContext): Promise<void> {
  const plain = { ...(await context.fixtures.acceptedCreate()), name: markOf(context) };
  for (const model_provider of providers) {
    for (const type of types) {
      const exchange = await sendCreate(context, withConfig({ ...plain, type }, { model_provider }));
      const clause = type === 'customer_support' ? 'R-2.2-02' : 'R-2.1-06';
      const what = `${model_provider} and ${type}`;
      context.report(verifyAccepted(exchange, clause, what));
    }
  }
  for (const type of otherTypes) {
    const exchange = await sendCreate(context, { ...plain, type });
    const accepted = isAccepted(exchange);
    context.observe('R-2.1-13', `${accepted ? 'accepts' : 'rejects'} the agent type ${type}`);
    if (accepted) context.report(verifyCreated(exchange));
  }
}

/** Source 2.1 and 2.2: each value in the source is accepted and kept. */
export const providersAndTypes: Check = {
  id: 'agents/providers-and-types',
  title: 'Each of the three providers and both known agent types are accepted and kept',
  requirements: ['R-2.2-02', 'R-2.1-06', 'R-2.1-16', 'R-2.1-13'],
  level: 'derived',
  profile: 'full',
  cost: { requests: 8, messages: 0, agents: 8 },
  writes: true,
  run,
};
