import fc from 'fast-check';
import type { RequirementId } from '../../../generated/requirements.ts';
import { hostileText, hostileTexts, measuredText, rareTexts } from '../../arbitraries/hostile-text.ts';
import type { Check, CheckContext, Finding } from '../../check.ts';
import type { AgentConfig, AgentCreate } from '../../exchange.ts';
import { agentsOf } from '../listed-agents.ts';
import type { Agent } from './agent-fields.ts';
import { withConfig } from './create.ts';
import { keptCases, type KeptCases } from './kept-cases.ts';
import { hasMorePages } from './verify-list.ts';

/** The free texts of an agent. */
type Texts = Required<Pick<AgentCreate, 'name' | 'description'>> &
  Pick<AgentConfig, 'model_id' | 'system_prompt'>;

const textNames = ['name', 'description', 'model_id', 'system_prompt'] as const;
const shortLength = 48;
const openLength: Readonly<Record<keyof Texts, RequirementId>> = {
  name: 'R-2.1-14',
  description: 'R-2.1-14',
  model_id: 'R-2.2-14',
  system_prompt: 'R-2.2-14',
};

function bodyWith(plain: AgentCreate, { name, description, ...config }: Partial<Texts>): AgentCreate {
  const top = { ...(name !== undefined && { name }), ...(description !== undefined && { description }) };
  return withConfig({ ...plain, ...top }, config);
}

/** Hostile texts by rotation: over all cases each is in every field, and no two fields are equal. */
function rotated(texts: readonly string[], start: number): Texts {
  const at = (offset: number): string => texts[(start + offset) % texts.length] ?? '';
  return { name: at(0), description: at(5), model_id: at(11), system_prompt: at(17) };
}

const plainTexts: Texts = {
  name: 'Shop assistant',
  description: 'Answers questions',
  model_id: 'shopping-1',
  system_prompt: 'Be brief.',
};

// The first is the form of a type; of the others one kind of change each shows.
const otherTypes = ['Gift_Finder-v2', measuredText(64), ...hostileTexts.slice(0, 9)];

/** One unusual text at a time, the others plain. */
function simpler(texts: Texts): readonly Texts[] {
  const unusual = textNames.filter((name) => texts[name] !== plainTexts[name]);
  return unusual.length > 1 ? unusual.map((name) => ({ ...plainTexts, [name]: texts[name] })) : [];
}

const anyTexts = fc.record({
  name: hostileText(1, shortLength),
  description: hostileText(1, shortLength),
  model_id: hostileText(1, shortLength),
  system_prompt: hostileText(1, shortLength),
});

// Just above lengths at which database columns and code truncate.
const lengths = [65, 101, 129, 200, 256, 501, 1001, 2000, 4097, 10_001, 32_000];

function measured(length: number): Texts {
  const upTo = (max: number): string => measuredText(Math.min(length, max));
  return { name: upTo(200), description: upTo(2000), model_id: upTo(200), system_prompt: upTo(32_000) };
}

// Three bytes a character: beyond 65,535 bytes, at which some columns of text end.
const ofManyBytes: Texts = {
  ...{ name: '€'.repeat(200), description: '€'.repeat(2000), model_id: `m-${'€'.repeat(198)}` },
  system_prompt: '€'.repeat(24_000),
};

/**
 * Which texts a service accepts is open, but it must keep those. After a rejection each field is sent alone, so that
 * the limit of one field does not hide the others.
 */
async function verifyTexts(
  context: CheckContext,
  cases: KeptCases,
  plain: AgentCreate,
  texts: Texts,
): Promise<readonly Finding[]> {
  const together = await cases.verify(bodyWith(plain, texts));
  if (together !== undefined) return together;
  const found: Finding[] = [];
  for (const name of textNames) {
    const text = texts[name];
    const alone = await cases.verify(bodyWith(plain, { [name]: text }));
    if (alone !== undefined) found.push(...alone);
    else if (await isRejectedForCharacters(cases, plain, name, text)) found.push(characters(name, text));
    else context.observe(openLength[name], `rejects a ${name} of ${text.length} characters: ${show(text)}`);
  }
  return found;
}

// Words, numbers and punctuation, without what a filter of markup or templates may reject.
const ordinary = /^(?=\S)[\p{L}\p{M}\p{N} .,:!?'"()&%+\-/#@_*=–]+(?<=\S)$/u;

/** Whether an ordinary text is rejected, and letters of the same length are not. Source 2.1 leaves lengths open alone. */
async function isRejectedForCharacters(
  cases: KeptCases,
  plain: AgentCreate,
  name: keyof Texts,
  text: string,
): Promise<boolean> {
  // What a model identifier may consist of is the matter of the provider.
  if (name === 'model_id' || !ordinary.test(text)) return false;
  return (await cases.verify(bodyWith(plain, { [name]: 'x'.repeat(text.length) }))) !== undefined;
}

function characters(name: string, text: string): Finding {
  const expected = `a ${name} of words and numbers accepted, as letters of the same length are`;
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
  context.report({ requirement: 'R-4.2-02', expected: 'all agents of the store in the list', actual });
}

/** Which types there are is open; an accepted one is kept as any text is. */
async function verifyTypes(context: CheckContext, cases: KeptCases, plain: AgentCreate): Promise<void> {
  let isAnyType = true;
  const verify = async (type: string): Promise<readonly Finding[]> => {
    const found = isAnyType ? await cases.verify({ ...plain, type }) : undefined;
    isAnyType &&= found !== undefined;
    context.observe('R-2.1-13', isAnyType ? 'accepts unknown agent types' : 'rejects unknown agent types');
    return found ?? [];
  };
  await context.forAll({ label: 'types', examples: otherTypes, concurrency: 1, verify });
}

async function run(context: CheckContext): Promise<void> {
  const plain = await context.fixtures.acceptedCreate();
  const cases = keptCases(context);
  const { listAgents } = context.client.contract;
  const before = await listAgents();
  const verify = (texts: Texts): Promise<readonly Finding[]> => verifyTexts(context, cases, plain, texts);
  await context.forAll({
    label: 'characters',
    arbitrary: anyTexts,
    examples: [hostileTexts, rareTexts].flatMap((texts) => texts.map((_, index) => rotated(texts, index))),
    simpler,
    runs: 6,
    verify,
  });
  const examples = [...lengths.map(measured), ofManyBytes];
  await context.forAll({ label: 'lengths', examples, simpler, verify });
  await verifyTypes(context, cases, plain);
  await cases.verifyInList();
  const after = await listAgents();
  if (!hasMorePages(after)) verifyStillListed(context, agentsOf(before), agentsOf(after));
}

/** Source 2.1, 2.2 and 4.3: the response and the list have texts as they were sent. */
export const keepsText: Check = {
  id: 'agents/keeps-text',
  title: 'Every text is kept exactly: blanks, case, quotes, line ends, emoji, length',
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
  level: 'stated',
  profile: 'full',
  cost: { requests: 168, messages: 0, agents: 93 },
  writes: true,
  run,
};
