import fc from 'fast-check';
import type { RequirementId } from '../../../generated/requirements.ts';
import { pairwise } from '../../arbitraries/pairwise.ts';
import type { Check, CheckContext, Finding } from '../../check.ts';
import type { AgentConfig, AgentCreate } from '../../exchange.ts';
import { capabilityTypeOf, markOf } from './create.ts';
import { keptCases, type KeptCases } from './kept-cases.ts';

/** The values of source 2.1 and 2.2 by field, the plain one first; undefined omits the field. */
const fields = {
  model_provider: ['provider_one', 'provider_two', 'provider_three'],
  type: ['customer_support', 'product_recommendation'],
  description: ['Answers questions', undefined, ''],
  temperature: [0.35, undefined, 0, 1],
  max_tokens: [1024, undefined, 1],
  tools: ['on', undefined, 'none', 'off'],
  order: ['as in the source', 'reversed'],
} as const;

type Combination = ReturnType<typeof pairwise<typeof fields>>[number];
type Name = keyof Combination;

const names = Object.keys(fields) as readonly Name[];

const anyCombination = fc.record(
  Object.fromEntries(names.map((name) => [name, fc.constantFrom(...fields[name])])),
) as fc.Arbitrary<Combination>;

/** The clause that the rejection of a combination violates where one field alone is not plain. */
const clauses: Readonly<Record<Name, readonly [sent: RequirementId, omitted: RequirementId]>> = {
  model_provider: ['R-2.2-02', 'R-2.2-02'],
  type: ['R-2.1-06', 'R-2.1-06'],
  description: ['R-2.1-07', 'R-2.1-07'],
  temperature: ['R-2.2-19', 'R-2.2-06'],
  max_tokens: ['R-2.2-20', 'R-2.2-08'],
  tools: ['R-2.2-21', 'R-2.2-09'],
  order: ['R-4.3-05', 'R-4.3-05'],
};

function unusualIn(combination: Combination): readonly Name[] {
  return names.filter((name) => combination[name] !== fields[name][0]);
}

/** The combination with one field plain. */
function simpler(combination: Combination): readonly Combination[] {
  return unusualIn(combination).map((name) => ({ ...combination, [name]: fields[name][0] }));
}

/** An object without what is undefined, in the order of its names or the reverse. */
function withoutAbsent<T extends object>(value: T, isReversed: boolean): T {
  const entries = Object.entries(value).filter(([, one]) => one !== undefined);
  return Object.fromEntries(isReversed ? entries.toReversed() : entries) as T;
}

function bodyOf(plain: AgentCreate, { type, description, tools, order, ...rest }: Combination): AgentCreate {
  const capability = capabilityTypeOf(plain);
  const enabled = tools === 'on';
  const items = capability === undefined || tools === 'none' ? [] : [{ type: capability, enabled }];
  const { model_id, system_prompt } = plain.config;
  const config = {
    model_id,
    system_prompt,
    ...rest,
    mcp_capabilities: tools === undefined ? undefined : items,
  } as AgentConfig;
  const isReversed = order === 'reversed';
  const body = { name: plain.name, type, description, config: withoutAbsent(config, isReversed) };
  return withoutAbsent(body as AgentCreate, isReversed);
}

/** An empty description and a small max_tokens may be rejected: then the others are sent without them. */
async function verifyCombination(
  context: CheckContext,
  cases: KeptCases,
  plain: AgentCreate,
  combination: Combination,
): Promise<readonly Finding[]> {
  const isOpen = combination.description === '' || combination.max_tokens === 1;
  if (isOpen) {
    const found = await cases.verify(bodyOf(plain, combination));
    if (found !== undefined) return found;
    const { description, max_tokens: tokens } = combination;
    context.observe('R-2.1-14', `rejects description ${JSON.stringify(description)} or max_tokens ${tokens}`);
  }
  const [description, max_tokens] = [fields.description[0], fields.max_tokens[0]];
  const certain: Combination = isOpen ? { ...combination, description, max_tokens } : combination;
  const unusual = unusualIn(certain);
  const [one, other] = unusual;
  const isOne = one !== undefined && other === undefined;
  const clause = isOne ? clauses[one][certain[one] === undefined ? 1 : 0] : 'R-4.3-10';
  const what = unusual.map((name) =>
    certain[name] === undefined ? `no ${name}` : `${name} ${certain[name]}`,
  );
  const body = bodyOf(plain, certain);
  return cases.verifyAccepted(body, clause, `a create with ${what.join(', ') || 'plain values'}`);
}

const runs = 4;

async function run(context: CheckContext): Promise<void> {
  const plain = { ...(await context.fixtures.acceptedCreate()), name: markOf(context) };
  if (capabilityTypeOf(plain) === undefined)
    context.untested('no type of tool connection is known that this target accepts', 'R-2.2-21');
  const cases = keptCases(context);
  await context.forAll({
    label: 'fields',
    arbitrary: anyCombination,
    examples: pairwise(fields),
    simpler,
    runs,
    verify: (combination) => verifyCombination(context, cases, plain, combination),
  });
  await context.client.contract.listAgents();
}

// Pairs of 4 values are 16 at least; the greedy choice needs some more.
const maxRows = 24;

/** Source 2.1, 2.2 and 4.3: each value of a field beside each value of every other one, sent or omitted, in any order. */
export const combinations: Check = {
  id: 'agents/combinations',
  title:
    'Every pair of values of two fields is accepted and kept, with 0, false and empty ones, and defaults for others',
  requirements: [
    ...([
      'R-4.3-06',
      'R-2.2-02',
      'R-2.1-06',
      'R-2.1-16',
      'R-2.1-08',
      'R-2.2-06',
      'R-2.2-08',
      'R-2.2-09',
    ] as const),
    ...([
      'R-2.2-19',
      'R-2.2-20',
      'R-2.2-21',
      'R-4.3-03',
      'R-4.3-04',
      'R-4.3-05',
      'R-4.3-10',
      'R-2.1-07',
    ] as const),
    ...(['R-4.2-02', 'R-4.2-07', 'R-2.1-14'] as const),
  ],
  profile: 'exhaustive',
  cost: { requests: 2 * (maxRows + runs) + 2, messages: 0, agents: maxRows + runs },
  writes: true,
  run,
};
