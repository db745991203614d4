import type { RequirementId } from '../../../generated/requirements.ts';
import type { Check, CheckContext, Finding } from '../../check.ts';
import { isAccepted, type AgentCreate } from '../../exchange.ts';
import { capabilityTypeOf, notAccepted, sendCreate } from './create.ts';
import {
  anyValues,
  bodyOfValues,
  certainValues,
  simplerValues,
  unusualIn,
  valueCases,
  type ValueCase,
} from './value-cases.ts';

const few = 7;
const runs = 8;

/** The clause that the rejection of a create violates where one value alone is not plain: sent, and omitted. */
const clauses: Readonly<Partial<Record<keyof ValueCase, readonly [RequirementId, RequirementId]>>> = {
  model_provider: ['R-2.2-02', 'R-2.2-02'],
  type: ['R-2.1-06', 'R-2.1-06'],
  description: ['R-2.1-07', 'R-2.1-07'],
  temperature: ['R-2.2-19', 'R-2.2-06'],
  max_tokens: ['R-2.2-20', 'R-2.2-08'],
  tools: ['R-2.2-21', 'R-2.2-09'],
  order: ['R-4.3-05', 'R-4.3-05'],
};

/** The clause that the rejection of a case violates, and what was sent. */
function violatedBy(one: ValueCase): { readonly clause: RequirementId; readonly what: string } {
  const unusual = unusualIn(one);
  const [name, other] = unusual;
  const own = name === undefined || other !== undefined ? undefined : clauses[name];
  const clause = own?.[name !== undefined && one[name] === undefined ? 1 : 0] ?? 'R-4.3-10';
  const what = unusual.map((each) => (one[each] === undefined ? `no ${each}` : `${each} ${one[each]}`));
  return { clause, what: `a create with ${what.join(', ') || 'plain values'}` };
}

/**
 * Which texts, numbers of tokens and types of tools a service accepts is open: after a rejection, a create has what the
 * source names alone. Another check sends each text alone.
 */
async function verifyValues(
  context: CheckContext,
  plain: AgentCreate,
  one: ValueCase,
): Promise<readonly Finding[]> {
  const certain = certainValues(one);
  const exchange = await sendCreate(context, bodyOfValues(plain, one));
  if (isAccepted(exchange)) {
    if (one.tools !== certain.tools) context.observe('R-2.2-13', 'accepts connections of any type');
    return context.model.findingsOf(exchange);
  }
  if (exchange.status >= 500) return [notAccepted(exchange, 'R-4.3-10', 'a valid create')];
  const open = unusualIn(one).filter((name) => certain[name] !== one[name]);
  if (open.length > 0) {
    context.observe(
      'R-2.1-14',
      `rejects a create with max_tokens ${one.max_tokens}, tools ${one.tools} and its texts`,
    );
    return verifyValues(context, plain, certain);
  }
  const { clause, what } = violatedBy(one);
  return [notAccepted(exchange, clause, what)];
}

/** Source 2.1, 2.2 and 4.3: values of all kinds at once are kept. */
export const keepsValues: Check = {
  id: 'agents/keeps-values',
  title:
    'Texts, numbers, tools and defaults of all kinds, several in one create, are kept in response and list',
  requirements: [
    'R-2.1-04',
    'R-2.1-06',
    'R-2.1-07',
    'R-2.1-08',
    'R-2.1-16',
    'R-2.2-02',
    'R-2.2-06',
    'R-2.2-08',
    'R-2.2-09',
    'R-2.2-17',
    'R-2.2-18',
    'R-2.2-19',
    'R-2.2-20',
    'R-2.2-21',
    'R-4.2-02',
    'R-4.2-07',
    'R-4.3-03',
    'R-4.3-04',
    'R-4.3-05',
    'R-4.3-06',
    'R-4.3-10',
    'R-2.1-01',
    'R-2.1-14',
    'R-2.2-13',
  ],
  profile: 'full',
  run: async (context) => {
    const plain = await context.fixtures.acceptedCreate();
    if (capabilityTypeOf(plain) === undefined)
      context.untested('no type of tool connection is known that this target accepts', 'R-2.2-21');
    await context.forAll({
      label: 'values',
      arbitrary: anyValues,
      examples: valueCases,
      few,
      runs: context.isWhole ? runs : 0,
      simpler: simplerValues,
      verify: (one) => verifyValues(context, plain, one),
    });
    await context.client.contract.listAgents();
  },
};
