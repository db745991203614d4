import type { Check, CheckContext, Finding } from '../../check.ts';
import { isAccepted, type AgentCreate } from '../../exchange.ts';
import { notAccepted, sendCreate } from './create.ts';
import { bodyOfValues, simplerValues, valueCases, type ValueCase } from './value-cases.ts';

const few = 8;

const plainCase: ValueCase = {
  texts: {
    name: 'Shop assistant',
    description: 'Answers questions',
    model_id: 'shopping-1',
    system_prompt: 'Be brief.',
  },
  numbers: { temperature: 0.5, max_tokens: 1024 },
  tools: undefined,
  kind: 0,
};

/**
 * Which texts and numbers a service accepts is open: after a rejection, a create has the numbers and tools alone. Other
 * checks send each text alone.
 */
async function verifyValues(
  context: CheckContext,
  plain: AgentCreate,
  one: ValueCase,
): Promise<readonly Finding[]> {
  const exchange = await sendCreate(context, bodyOfValues(plain, one));
  if (isAccepted(exchange)) return context.model.findingsOf(exchange);
  if (exchange.status >= 500) return [notAccepted(exchange, 'R-4.3-10', 'a valid create')];
  const without = { ...one, texts: plainCase.texts };
  if (one.texts !== plainCase.texts) return verifyValues(context, plain, without);
  context.observe('R-2.1-14', `rejects a create with ${JSON.stringify(one.numbers)}`);
  return [];
}

async function run(context: CheckContext): Promise<void> {
  const plain = await context.fixtures.acceptedCreate();
  await context.forAll({
    label: 'values',
    examples: valueCases,
    few,
    simpler: (one) => simplerValues(one, plainCase),
    verify: (one) => verifyValues(context, plain, one),
  });
  await context.client.contract.listAgents();
}

/** Source 2.1, 2.2 and 4.3: values of all kinds at once are kept. */
export const keepsValues: Check = {
  id: 'agents/keeps-values',
  title:
    'Texts, numbers, tools and defaults of all kinds, several in one create, are kept in response and list',
  requirements: [
    ...([
      'R-2.1-04',
      'R-2.1-08',
      'R-2.1-16',
      'R-2.2-02',
      'R-2.2-06',
      'R-2.2-17',
      'R-2.2-18',
      'R-2.2-19',
    ] as const),
    ...([
      'R-2.2-20',
      'R-2.2-21',
      'R-4.2-02',
      'R-4.2-07',
      'R-4.3-04',
      'R-4.3-05',
      'R-4.3-06',
      'R-4.3-10',
    ] as const),
    ...(['R-2.1-01', 'R-2.1-14'] as const),
  ],
  profile: 'full',
  cost: { requests: 2 * valueCases.length + 2, messages: 0, agents: valueCases.length },
  fullCost: { requests: few + 5, messages: 0, agents: few },
  writes: true,
  run,
};
