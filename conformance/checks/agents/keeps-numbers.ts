import fc from 'fast-check';
import { schemaOf } from '../../arbitraries/contract-schema.ts';
import { validValue, wholeNumberEdges } from '../../arbitraries/valid-value.ts';
import type { Check, CheckContext, Finding } from '../../check.ts';
import { type AgentConfig, type AgentCreate, isAccepted } from '../../exchange.ts';
import { sendCreate, withConfig, verifyAccepted } from './create.ts';
import { keptCases, type KeptCases } from './kept-cases.ts';

type Numbers = Required<Pick<AgentConfig, 'temperature' | 'max_tokens'>>;

// Some of them change where code multiplies or divides by a power of ten, or truncates.
const temperatures = [
  0, 1, 0.5, 0.1, 0.05, 0.25, 0.333, 0.1234, 0.999, 0.001, 0.75, 0.0625, 0.29, 0.57, 0.23, 0.9, 0.0003,
  0.0113,
];

const examples: readonly Numbers[] = wholeNumberEdges
  .filter((edge) => edge > 2)
  .map((max_tokens, index) => ({ temperature: temperatures[index % temperatures.length] ?? 0, max_tokens }));

const types = ['customer_support', 'product_recommendation'] as const;
const providers = ['provider_one', 'provider_two', 'provider_three'] as const;

const config = schemaOf('AgentConfig').properties ?? {};
const anyNumbers = fc.record({
  temperature: validValue(config['temperature'] ?? {}) as fc.Arbitrary<number>,
  max_tokens: validValue(config['max_tokens'] ?? {}) as fc.Arbitrary<number>,
});

/** The bounds of max_tokens are open: when the two are rejected together, the temperature is checked alone. */
async function verifyNumbers(
  context: CheckContext,
  cases: KeptCases,
  plain: AgentCreate,
  { temperature, max_tokens }: Numbers,
): Promise<readonly Finding[]> {
  // Creates are in flight at once: one must not have the values of another.
  const type = types[max_tokens % types.length] ?? plain.type;
  const model_provider = providers[max_tokens % providers.length] ?? plain.config.model_provider;
  const body = withConfig({ ...plain, type }, { model_provider, temperature, max_tokens });
  const together = await cases.verify(body);
  if (together !== undefined) return together;
  const exchange = await sendCreate(context, withConfig(plain, { temperature }));
  if (isAccepted(exchange)) context.observe('R-2.2-15', `rejects max_tokens ${max_tokens}`);
  const what = `temperature ${temperature}, between 0 and 1,`;
  return [...verifyAccepted(exchange, 'R-2.2-19', what), ...context.model.findingsOf(exchange)];
}

async function run(context: CheckContext): Promise<void> {
  const plain = await context.fixtures.acceptedCreate();
  const cases = keptCases(context);
  const verify = (numbers: Numbers) => verifyNumbers(context, cases, plain, numbers);
  await context.forAll({ label: 'numbers', arbitrary: anyNumbers, examples, runs: 4, verify });
  await context.client.contract.listAgents();
}

/** Source 2.2: numbers are kept. */
export const keepsNumbers: Check = {
  id: 'agents/keeps-numbers',
  title: 'temperature and max_tokens are kept exactly: fractions, both bounds, and more than 16 bits',
  requirements: ['R-2.2-19', 'R-2.2-20', 'R-4.3-06', 'R-4.2-02', 'R-4.2-07', 'R-4.3-10', 'R-2.2-15'],
  profile: 'exhaustive',
  cost: { requests: 56, messages: 0, agents: 31 },
  writes: true,
  run,
};
