import type { AgentConfig, AgentCreate } from '../../exchange.ts';
import { hostileTexts, measuredText, rareTexts } from '../../arbitraries/hostile-text.ts';
import { lookAlikes, wholeValues } from '../../arbitraries/look-alikes.ts';
import { nearDuplicates } from '../../arbitraries/near-duplicates.ts';
import { withConfig } from './create.ts';

/** The free texts of an agent. */
export type Texts = Required<Pick<AgentCreate, 'name' | 'description'>> &
  Pick<AgentConfig, 'model_id' | 'system_prompt'>;

export const textNames = ['name', 'description', 'model_id', 'system_prompt'] as const;

const plainTexts: Texts = {
  name: 'Shop assistant',
  description: 'Answers questions',
  model_id: 'shopping-1',
  system_prompt: 'Be brief.',
};

/** A create with other texts. */
export function bodyWith(plain: AgentCreate, { name, description, ...config }: Partial<Texts>): AgentCreate {
  const top = { ...(name !== undefined && { name }), ...(description !== undefined && { description }) };
  return withConfig({ ...plain, ...top }, config);
}

/** One unusual text at a time, the others plain. */
export function simplerTexts(texts: Texts): readonly Texts[] {
  const unusual = textNames.filter((name) => texts[name] !== plainTexts[name]);
  return unusual.length > 1 ? unusual.map((name) => ({ ...plainTexts, [name]: texts[name] })) : [];
}

/** Texts by rotation: over all cases each is in every field, and no two fields are equal. */
function rotated(texts: readonly string[], start: number): Texts {
  const at = (offset: number): string => texts[(start + offset) % texts.length] ?? '';
  return { name: at(0), description: at(5), model_id: at(11), system_prompt: at(17) };
}

/** Texts with unusual characters and forms in every field. */
export const unusualTexts: readonly Texts[] = [hostileTexts, rareTexts].flatMap((texts) =>
  texts.map((_, index) => rotated(texts, index)),
);

function inAllFields(text: string): Texts {
  return { name: text, description: text, model_id: text, system_prompt: text };
}

/** Two fields of one text and two of another, and the reverse: a key may have some fields as they are, others folded. */
function mixed(one: string, other: string): readonly Texts[] {
  return [
    { name: one, description: other, model_id: one, system_prompt: other },
    { name: other, description: one, model_id: other, system_prompt: one },
  ];
}

const [original = '', otherCase = '', padded = '', ...otherNear] = nearDuplicates;

/** Texts that are equal to those of another agent but for what comparisons ignore. */
export const nearlyEqualTexts: readonly Texts[] = [
  inAllFields(original),
  ...mixed(original, otherCase),
  ...mixed(original, padded),
  ...otherNear.map(inAllFields),
];

// Just above lengths at which database columns and code truncate.
const lengths = [65, 101, 129, 200, 256, 501, 1001, 2000, 4097, 10_001, 32_000];

/** Texts of a length, and values that code converts in the fields that have had their longest text before. */
function measured(length: number, index: number): Texts {
  const upTo = (max: number, offset: number): string =>
    length <= max ? measuredText(length) : (wholeValues[(index + offset) % wholeValues.length] ?? '');
  return {
    name: upTo(200, 0),
    description: upTo(2000, 3),
    model_id: upTo(200, 5),
    system_prompt: measuredText(length),
  };
}

// Three bytes a character: beyond 65,535 bytes, at which some columns of text end.
const ofManyBytes: Texts = {
  name: '€'.repeat(200),
  description: '€'.repeat(2000),
  model_id: `m-${'€'.repeat(198)}`,
  system_prompt: '€'.repeat(24_000),
};

/** Texts of many lengths. */
export const longTexts: readonly Texts[] = [...lengths.map(measured), ofManyBytes];

/** The texts of an agent and its type; undefined for a known type. */
export interface TypedTexts {
  readonly type: string | undefined;
  readonly texts: Texts;
}

// The first is the form of a type; of the others one kind of change each shows.
const otherTypes = ['Gift_Finder-v2', measuredText(64), ...hostileTexts.slice(0, 9)];

/** Other types, with texts that look like something else: over all of them each is in every field. */
export const typedTexts: readonly TypedTexts[] = otherTypes.map((type, index) => {
  const at = (offset: number): string => lookAlikes[(index + offset) % lookAlikes.length] ?? '';
  return { type, texts: { name: at(0), description: at(3), model_id: at(6), system_prompt: at(9) } };
});

/** The type alone, then the texts alone, then one text. */
export function simplerTypedTexts({ type, texts }: TypedTexts): readonly TypedTexts[] {
  const isPlain = textNames.every((name) => texts[name] === plainTexts[name]);
  if (type !== undefined && !isPlain)
    return [
      { type, texts: plainTexts },
      { type: undefined, texts },
    ];
  return type === undefined ? simplerTexts(texts).map((simpler) => ({ type, texts: simpler })) : [];
}
