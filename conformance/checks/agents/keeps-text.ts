import fc from 'fast-check';
import { hostileText, hostileTexts, measuredText } from '../../arbitraries/hostile-text.ts';
import type { CaseBreach, Check, CheckContext } from '../../check.ts';
import type { AgentConfig, AgentCreate } from '../../client/contract-client.ts';
import type { RequirementId } from '../../../generated/requirements.ts';
import { withConfig } from './create.ts';
import { keptCases, type KeptCases } from './kept-cases.ts';
import { agentsIn, readList, saysThereIsMore } from './judge-list.ts';
import { isObject } from '../is-object.ts';

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

/** Every hostile text in every field, no field like its neighbour. */
function rotated(start: number): Texts {
  const at = (offset: number): string => hostileTexts[(start + offset) % hostileTexts.length] ?? '';
  return { name: at(0), description: at(5), model_id: at(11), system_prompt: at(17) };
}

const plainTexts: Texts = {
  name: 'Shop assistant',
  description: 'Answers questions',
  model_id: 'shopping-1',
  system_prompt: 'Be brief.',
};

/** One text at a time, the others plain. */
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

// One beyond the lengths at which columns and careless code cut.
const lengths = [65, 101, 129, 200, 256, 501, 1001, 2000, 4097, 10_001, 32_000];

function measured(length: number): Texts {
  const upTo = (most: number): string => measuredText(Math.min(length, most));
  return { name: upTo(200), description: upTo(2000), model_id: upTo(200), system_prompt: upTo(32_000) };
}

/**
 * Which texts a service takes is open, and what it takes it has to keep. A refused case is tried again field by
 * field, so that one field's limit does not hide the others.
 */
async function judgeTexts(
  context: CheckContext,
  cases: KeptCases,
  plain: AgentCreate,
  texts: Texts,
): Promise<readonly CaseBreach[]> {
  const together = await cases.judge(bodyWith(plain, texts));
  if (together !== undefined) return together;
  const found: CaseBreach[] = [];
  for (const name of textNames) {
    const text = texts[name];
    const alone = await cases.judge(bodyWith(plain, { [name]: text }));
    if (alone !== undefined) found.push(...alone);
    else
      context.observe(
        openLength[name],
        `refuses a ${name} of ${text.length} characters such as ${show(text)}`,
      );
  }
  return found;
}

function show(text: string): string {
  return JSON.stringify(text.length > 40 ? `${text.slice(0, 40)} ...` : text);
}

/** No operation deletes an agent, so those of before have to be there still. */
function judgeStillListed(
  context: CheckContext,
  before: readonly unknown[],
  after: readonly unknown[],
): void {
  const ids = new Set(after.map((agent) => (isObject(agent) ? agent['id'] : undefined)));
  const lost = before.find((agent) => isObject(agent) && !ids.has(agent['id']));
  if (lost === undefined) return;
  const actual = `${before.length} agents before, ${after.length} after creates, one of the former missing`;
  context.breach({ requirement: 'R-4.2-02', expected: 'all agents of the store in the list', actual });
}

async function run(context: CheckContext): Promise<void> {
  const plain = await context.fixtures.acceptedCreate();
  const cases = keptCases(context);
  const before = await readList(context);
  const judge = (texts: Texts): Promise<readonly CaseBreach[]> => judgeTexts(context, cases, plain, texts);
  await context.forAll({
    label: 'characters',
    arbitrary: anyTexts,
    examples: hostileTexts.map((_, index) => rotated(index)),
    simpler,
    runs: 6,
    judge,
  });
  const examples = lengths.map(measured);
  await context.forAll({
    label: 'lengths',
    arbitrary: fc.constantFrom(...examples),
    examples,
    simpler,
    runs: 0,
    judge,
  });
  await cases.judgeInList();
  const after = await readList(context);
  if (!saysThereIsMore(after)) judgeStillListed(context, agentsIn(before) ?? [], agentsIn(after) ?? []);
}

/** Source 2.1, 2.2 and 4.3: texts come back as they were sent, in the answer and in the list. */
export const keepsText: Check = {
  id: 'agents/keeps-text',
  title: 'Every text is kept character by character: blanks, case, quotes, line ends, emoji, length',
  requirements: [
    ...([
      'R-2.1-04',
      'R-2.1-08',
      'R-2.2-04',
      'R-2.2-05',
      'R-4.2-02',
      'R-2.1-01',
      'R-2.1-14',
      'R-2.2-14',
    ] as const),
  ],
  level: 'stated',
  profile: 'full',
  lane: 'main',
  cost: { requests: 95, messages: 0, agents: 44 },
  writes: true,
  run,
};
