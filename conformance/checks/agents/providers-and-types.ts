import { measuredText } from '../../arbitraries/hostile-text.ts';
import type { Check, CheckContext } from '../../check.ts';
import { isAccepted, markOf, refusedBreach, sendCreate, withConfig } from './create.ts';
import { judgeCreated } from './judge-created.ts';

const providers = ['provider_one', 'provider_two', 'provider_three'] as const;
const types = ['customer_support', 'product_recommendation'] as const;
// Which others there are is open; one that is taken is kept, whatever its length.
const otherTypes = ['Gift_Finder-v2', measuredText(64)];

async function run(context: CheckContext): Promise<void> {
  const plain = { ...(await context.fixtures.acceptedCreate()), name: markOf(context) };
  for (const model_provider of providers) {
    for (const type of types) {
      const exchange = await sendCreate(context, withConfig({ ...plain, type }, { model_provider }));
      const clause = type === 'customer_support' ? 'R-2.2-02' : 'R-2.1-06';
      const what = `${model_provider} and ${type}`;
      const found = isAccepted(exchange) ? judgeCreated(exchange) : [refusedBreach(exchange, clause, what)];
      for (const breach of found) context.breach(breach, exchange);
    }
  }
  for (const type of otherTypes) {
    const exchange = await sendCreate(context, { ...plain, type });
    const accepted = isAccepted(exchange);
    context.observe('R-2.1-13', `${accepted ? 'accepts' : 'refuses'} the agent type ${type}`);
    if (accepted) judgeCreated(exchange).forEach((breach) => context.breach(breach, exchange));
  }
}

/** Source 2.1 and 2.2: each value that the source names is accepted, and kept. */
export const providersAndTypes: Check = {
  id: 'agents/providers-and-types',
  title: 'Each of the three providers and both known agent types are accepted and kept',
  requirements: ['R-2.2-02', 'R-2.1-06', 'R-2.1-05', 'R-2.2-01', 'R-2.1-13'],
  level: 'stated',
  profile: 'full',
  lane: 'main',
  cost: { requests: 8, messages: 0, agents: 8 },
  writes: true,
  run,
};
