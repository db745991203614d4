import { hostileTexts, measuredText, rareTexts } from '../../arbitraries/hostile-text.ts';
import { lookAlikes, wholeValues } from '../../arbitraries/look-alikes.ts';
import { nearDuplicates } from '../../arbitraries/near-duplicates.ts';
import { wholeNumberEdges } from '../../arbitraries/valid-value.ts';
import type { AgentConfig, AgentCreate } from '../../exchange.ts';
import { providers } from '../../model/agent-fields.ts';
import { capabilityTypeOf, withConfig } from './create.ts';
import { bodyWith, type Texts } from './text-cases.ts';

/** A create that has a value of each kind at once, so that one agent shows what several would. */
export interface ValueCase {
  readonly texts: Texts;
  readonly numbers: Pick<AgentConfig, 'temperature' | 'max_tokens'>;
  /** undefined for the connections of a plain create. */
  readonly tools: 'none' | 'off' | 'on and off' | undefined;
  /** The index of the provider and the type. */
  readonly kind: number;
}

const maxGroup = 120;

// Converted, trimmed or taken for another text where a field has nothing else.
const isWhole = (text: string): boolean => text.trim() !== text || !/\s/.test(text) || text.length < 8;

const hostile = [...hostileTexts, ...lookAlikes, ...rareTexts];
const whole: readonly string[] = [...hostile.filter(isWhole), ...wholeValues, ...nearDuplicates];

/** Texts whose parts show by themselves, several in each. */
function grouped(texts: readonly string[], maxLength: number): readonly string[] {
  const groups: string[] = [];
  for (const text of texts) {
    const last = groups.at(-1);
    const joined = `${last} | ${text}`;
    if (last === undefined || joined.length > maxLength) groups.push(text);
    else groups[groups.length - 1] = joined;
  }
  return groups;
}

const inner = hostile.filter((text) => !isWhole(text));
const groups = grouped(inner, maxGroup);
const longGroups = grouped(inner, 900);
const temperatures = [0, 1, 0.29, undefined, 0.57, 0.1234, 0.0003, 0.999, 0.05];
const edges = wholeNumberEdges.filter((edge) => edge > 2).toReversed();
const tools: readonly ValueCase['tools'][] = [undefined, 'on and off', 'off', 'none'];

/** Every group is once in a name and once in a model_id, and so is every second whole text. */
export const valueCases: readonly ValueCase[] = groups.flatMap((group, index) => {
  const at = <T>(all: readonly T[], offset: number): T | undefined => all[(2 * index + offset) % all.length];
  const text = (offset: number): string => at(whole, offset) ?? '';
  const long = longGroups[index % longGroups.length] ?? '';
  const system_prompt = index === 0 ? measuredText(32_000) : inner.join('\n');
  const one: Texts = { name: group, description: long, model_id: text(0), system_prompt: text(9) };
  const other: Texts = { name: text(1), description: text(5), model_id: group, system_prompt };
  return [one, other].map((texts, half) => ({
    texts,
    numbers: { temperature: at(temperatures, half), max_tokens: at(edges, half) } as ValueCase['numbers'],
    tools: at(tools, half),
    kind: 2 * index + half,
  }));
});

const types = ['customer_support', 'product_recommendation', 'customer_support', 'product_recommendation'];

/** The body of a case, in the order of the source or the reverse. */
export function bodyOfValues(
  plain: AgentCreate,
  { texts, numbers, tools: connections, kind }: ValueCase,
): AgentCreate {
  const type = capabilityTypeOf(plain);
  const item = (enabled: boolean) => ({ type: type ?? '', enabled });
  const lists = { none: [], off: [item(false)], 'on and off': [item(true), item(false), item(true)] };
  const mcp = type === undefined || connections === undefined ? {} : { mcp_capabilities: lists[connections] };
  const model_provider = providers[kind % providers.length] ?? plain.config.model_provider;
  const body = withConfig(
    { ...bodyWith(plain, texts), type: types[kind % types.length] ?? plain.type },
    { model_provider, ...numbers, ...mcp },
  );
  return kind % 3 === 2
    ? (Object.fromEntries(Object.entries(body).toReversed()) as unknown as AgentCreate)
    : body;
}

/** The case with one kind of value alone: which of them is rejected, or changed. */
export function simplerValues(one: ValueCase, plain: ValueCase): readonly ValueCase[] {
  const names = Object.keys(one.texts) as readonly (keyof Texts)[];
  const unusual = names.filter((name) => one.texts[name] !== plain.texts[name]);
  const texts = unusual.map((name) => ({ ...plain, texts: { ...plain.texts, [name]: one.texts[name] } }));
  const others = [
    { ...plain, numbers: one.numbers },
    { ...plain, tools: one.tools, kind: one.kind },
  ];
  const isSimple =
    unusual.length + others.filter((other) => JSON.stringify(other) !== JSON.stringify(plain)).length < 2;
  return isSimple ? [] : [...texts, ...others];
}
