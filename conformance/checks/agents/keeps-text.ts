import fc from 'fast-check';
import type { RequirementId } from '../../../generated/requirements.ts';
import { hostileText } from '../../arbitraries/hostile-text.ts';
import type { Check, CheckContext, Finding } from '../../check.ts';
import { isAccepted, type AgentCreate } from '../../exchange.ts';
import { agentsOf } from '../../model/listed-agents.ts';
import type { Agent } from '../../model/agent-fields.ts';
import { notAccepted, sendCreate } from './create.ts';
import {
  bodyWith,
  longTexts,
  nearlyEqualTexts,
  simplerTexts,
  simplerTypedTexts,
  textNames,
  typedTexts,
  unusualTexts,
  type Texts,
  type TypedTexts,
} from './text-cases.ts';
import { hasMorePages } from '../../model/verify-list.ts';

const shortLength = 48;
const openLength: Readonly<Record<keyof Texts, RequirementId>> = {
  name: 'R-2.1-14',
  description: 'R-2.1-14',
  model_id: 'R-2.2-14',
  system_prompt: 'R-2.2-14',
};

const anyTexts = fc.record({
  name: hostileText(1, shortLength),
  description: hostileText(1, shortLength),
  model_id: hostileText(1, shortLength),
  system_prompt: hostileText(1, shortLength),
});

/** The findings of an accepted create; undefined where it was rejected. */
async function verifyKept(context: CheckContext, body: AgentCreate): Promise<readonly Finding[] | undefined> {
  const exchange = await sendCreate(context, body);
  if (isAccepted(exchange)) return context.model.findingsOf(exchange);
  // A limit that the source leaves open is a 4xx.
  return exchange.status < 500 ? undefined : [notAccepted(exchange, 'R-4.3-10', 'a valid create')];
}

/**
 * Which texts a service accepts is open, but it must keep those. After a rejection each field is sent alone, so that
 * the limit of one field does not hide the others.
 */
async function verifyTexts(
  context: CheckContext,
  plain: AgentCreate,
  texts: Texts,
): Promise<readonly Finding[]> {
  const together = await verifyKept(context, bodyWith(plain, texts));
  if (together !== undefined) return together;
  const found: Finding[] = [];
  for (const name of textNames) {
    const text = texts[name];
    const alone = await verifyKept(context, bodyWith(plain, { [name]: text }));
    if (alone !== undefined) found.push(...alone);
    else if (await isRejectedForCharacters(context, plain, name, text)) found.push(characters(name, text));
    else context.observe(openLength[name], `rejects a ${name} of ${text.length} characters: ${show(text)}`);
  }
  return found;
}

// Words, numbers and punctuation, without what a filter of markup or templates may reject.
const ordinary = /^(?=\S)[\p{L}\p{M}\p{N} .,:!?'"()&%+\-/#@_*=–]+(?<=\S)$/u;

/** Whether an ordinary text is rejected, and letters of the same length are not. Source 2.1 leaves lengths open alone. */
async function isRejectedForCharacters(
  context: CheckContext,
  plain: AgentCreate,
  name: keyof Texts,
  text: string,
): Promise<boolean> {
  // What a model identifier may consist of is the matter of the provider.
  if (name === 'model_id' || !ordinary.test(text)) return false;
  return (await verifyKept(context, bodyWith(plain, { [name]: 'x'.repeat(text.length) }))) !== undefined;
}

function characters(name: string, text: string): Finding {
  const expected = ['ordinary-text-accepted', name] as const;
  return { requirement: 'R-4.3-10', expected, actual: `${show(text)} is rejected` };
}

function show(text: string): string {
  return JSON.stringify(text.length > 40 ? `${text.slice(0, 40)} ...` : text);
}

/** Reports an agent that is no longer listed: no operation deletes agents. */
function verifyStillListed(context: CheckContext, before: readonly Agent[], after: readonly Agent[]): void {
  const ids = new Set(after.map(({ id }) => id));
  const lost = before.find(({ id }) => !ids.has(id));
  if (lost === undefined) return;
  const actual = `${before.length} agents before, ${after.length} after creates, one missing`;
  context.report({ requirement: 'R-4.2-02', expected: 'all-agents-listed', actual });
}

/** Which types there are is open; an accepted one is kept as any text is, and one with other texts sent in any case. */
async function verifyTypes(context: CheckContext, plain: AgentCreate): Promise<void> {
  let isAnyType = true;
  const verifyType = async (body: AgentCreate): Promise<readonly Finding[]> => {
    const found = isAnyType ? await verifyKept(context, body) : undefined;
    isAnyType &&= found !== undefined;
    context.observe('R-2.1-13', isAnyType ? 'accepts unknown agent types' : 'rejects unknown agent types');
    return found ?? [];
  };
  const verify = async ({ type, texts }: TypedTexts): Promise<readonly Finding[]> => {
    if (type === undefined || !isAnyType) return verifyTexts(context, plain, texts);
    const together = await verifyKept(context, { ...bodyWith(plain, texts), type });
    if (together !== undefined) return together;
    return [...(await verifyType({ ...plain, type })), ...(await verifyTexts(context, plain, texts))];
  };
  const simpler = simplerTypedTexts;
  await context.forAll({ label: 'types', examples: typedTexts, simpler, concurrency: 1, verify });
}

/** Source 2.1, 2.2 and 4.3: the response and the list have texts as they were sent. */
export const keepsText: Check = {
  id: 'agents/keeps-text',
  title:
    'Every text is kept exactly: blanks, case, quotes, emoji, length, addresses, and beside nearly equal ones',
  requirements: [
    ...([
      'R-2.1-04',
      'R-2.1-08',
      'R-2.2-17',
      'R-2.2-18',
      'R-4.2-02',
      'R-4.2-07',
      'R-4.3-10',
      'R-2.1-01',
    ] as const),
    ...(['R-2.1-16', 'R-2.1-13', 'R-2.1-14', 'R-2.2-14'] as const),
  ],
  profile: 'exhaustive',
  run: async (context) => {
    const plain = await context.fixtures.acceptedCreate();
    const { listAgents } = context.client.contract;
    const before = await listAgents();
    const verify = (texts: Texts): Promise<readonly Finding[]> => verifyTexts(context, plain, texts);
    await context.forAll({
      label: 'characters',
      arbitrary: anyTexts,
      examples: unusualTexts,
      simpler: simplerTexts,
      runs: 6,
      verify,
    });
    await context.forAll({
      label: 'near-duplicates',
      examples: nearlyEqualTexts,
      simpler: simplerTexts,
      verify,
    });
    await context.forAll({ label: 'lengths', examples: longTexts, simpler: simplerTexts, verify });
    await verifyTypes(context, plain);
    const after = await listAgents();
    if (!hasMorePages(after)) verifyStillListed(context, agentsOf(before), agentsOf(after));
  },
};
