import fc from 'fast-check';
import { hostileText, hostileTexts, measuredText, rareTexts } from '../../arbitraries/hostile-text.ts';
import { lookAlikes, wholeValues } from '../../arbitraries/look-alikes.ts';
import { nearDuplicates } from '../../arbitraries/near-duplicates.ts';
import { wholeNumberEdges } from '../../arbitraries/valid-value.ts';
import type { AgentConfig, AgentCreate } from '../../exchange.ts';
import { providers } from '../../model/agent-fields.ts';
import { capabilityTypeOf } from './create.ts';

type Capabilities = NonNullable<AgentConfig['mcp_capabilities']>;

const otherType = 'Order_Status-2';

/** Lists of tool connections by what is in them, of a type that the target accepts. */
const toolLists = {
  none: () => [],
  on: (type) => [{ type, enabled: true }],
  off: (type) => [{ type, enabled: false }],
  'on and off': (type) => [true, false, true].map((enabled) => ({ type, enabled })),
  'twenty of one type': (type) =>
    Array.from({ length: 20 }, (_, index) => ({ type, enabled: index % 3 !== 1 })),
  'another type': (type) => [
    { type: otherType, enabled: true },
    { type, enabled: false },
  ],
  'one type in another case': (type) =>
    [type, otherType, 'x', otherType.toLowerCase()].map((one, index) => ({
      type: one,
      enabled: index === 1,
    })),
  'a long type': () => [{ type: measuredText(64), enabled: true }],
  // More than 1,024 characters in all, at which MySQL ends a joined text.
  'types of any characters': () => hostileTexts.map((type, index) => ({ type, enabled: index % 3 > 0 })),
} as const satisfies Readonly<Record<string, (type: string) => Capabilities>>;

type ToolList = keyof typeof toolLists;

const allTools = Object.keys(toolLists) as readonly ToolList[];
const knownTools = allTools.slice(0, 5);

/** A create that has a value of each kind at once, so that one agent shows what several would; undefined omits a field. */
export interface ValueCase {
  readonly name: string;
  readonly type: string;
  readonly description: string | undefined;
  readonly model_provider: AgentConfig['model_provider'];
  readonly model_id: string;
  readonly system_prompt: string;
  readonly temperature: number | undefined;
  readonly max_tokens: number | undefined;
  readonly tools: ToolList | undefined;
  readonly order: 'as in the source' | 'reversed';
}

const plainCase: ValueCase = {
  name: 'Shop assistant',
  type: 'customer_support',
  description: 'Conformance questions',
  model_provider: 'provider_one',
  model_id: 'shopping-1',
  system_prompt: 'Conformance tests: be brief.',
  temperature: 0.5,
  max_tokens: 1024,
  tools: 'on',
  order: 'as in the source',
};

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
/** A run finds the agents again that one before it left, by a text that begins with this: `model/verify-list.ts`. */
const marked = (text: string): string => `Conformance ${text}`;
const longGroups = grouped(inner, 900).map(marked);
const types = ['customer_support', 'product_recommendation'] as const;
const orders = ['as in the source', 'reversed'] as const;

// Some of them change where code multiplies or divides by a power of ten, or truncates.
const fractions = [
  0, 1, 0.29, 0.57, 0.1234, 0.0003, 0.999, 0.05, 0.1, 0.25, 0.333, 0.001, 0.75, 0.0625, 0.23, 0.9, 0.0113,
];
const temperatures = [...fractions, undefined];
const tokens = [...wholeNumberEdges.filter((edge) => edge > 2).toReversed(), 1, undefined];

const pick = <T>(all: readonly T[], index: number): T | undefined => all[index % all.length];

/** The values that are no free text, those of every field beside those of every other one. */
function valuesOf(index: number): Omit<ValueCase, 'name' | 'description' | 'model_id' | 'system_prompt'> {
  return {
    model_provider: pick(providers, index) ?? plainCase.model_provider,
    type: pick(types, index) ?? plainCase.type,
    temperature: pick(temperatures, index),
    max_tokens: pick(tokens, index),
    tools: pick([undefined, ...allTools], index),
    order: pick(orders, Math.floor(index / 2)) ?? plainCase.order,
  };
}

/** Every group is once in a name and once in a model_id, and so is every second whole text. */
export const valueCases: readonly ValueCase[] = groups.flatMap((group, index): readonly ValueCase[] => {
  const text = (offset: number): string => pick(whole, 2 * index + offset) ?? '';
  const long = pick(longGroups, index) ?? '';
  const system_prompt = marked(index === 0 ? measuredText(31_988) : inner.join('\n'));
  const description = [text(5), undefined, ''][index % 3];
  return [
    { name: group, description: long, model_id: text(0), system_prompt: text(9), ...valuesOf(2 * index) },
    { name: text(1), description, model_id: group, system_prompt, ...valuesOf(2 * index + 1) },
  ];
});

/** Sampled values, also beside others than in the cases. */
export const anyValues: fc.Arbitrary<ValueCase> = fc.record({
  name: hostileText(1, 48),
  type: fc.constantFrom(...types),
  description: fc.option(hostileText(1, 48), { nil: undefined }),
  model_provider: fc.constantFrom(...providers),
  model_id: hostileText(1, 48),
  system_prompt: hostileText(1, 48).map(marked),
  // At most four decimals: a correct service may round more of them.
  temperature: fc.option(
    fc.integer({ min: 0, max: 10_000 }).map((step) => step / 10_000),
    { nil: undefined },
  ),
  max_tokens: fc.oneof(fc.constantFrom(...tokens), fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER })),
  tools: fc.constantFrom(undefined, ...allTools),
  order: fc.constantFrom(...orders),
});

function inOrder<T extends object>(value: T, { order }: ValueCase): T {
  const entries = Object.entries(value);
  // The same fields and values as before.
  return Object.fromEntries(order === 'reversed' ? entries.toReversed() : entries) as T;
}

/** The body of a case; without connections where no type of one is known that the target accepts. */
export function bodyOfValues(plain: AgentCreate, one: ValueCase): AgentCreate {
  const { name, type, description, model_provider, model_id, system_prompt, temperature, max_tokens } = one;
  const capability = capabilityTypeOf(plain);
  const isKnown = capability !== undefined && one.tools !== undefined;
  const tools = isKnown && { mcp_capabilities: toolLists[one.tools](capability) };
  const numbers = {
    ...(temperature !== undefined && { temperature }),
    ...(max_tokens !== undefined && { max_tokens }),
  };
  const config = inOrder({ model_provider, model_id, system_prompt, ...numbers, ...tools }, one);
  return inOrder({ name, type, ...(description !== undefined && { description }), config }, one);
}

/** What of a case differs from plain values. */
export function unusualIn(one: ValueCase): readonly (keyof ValueCase)[] {
  const names = Object.keys(plainCase) as readonly (keyof ValueCase)[];
  return names.filter((name) => one[name] !== plainCase[name]);
}

/** The case with one unusual value alone: which of them is rejected, or changed. */
export function simplerValues(one: ValueCase): readonly ValueCase[] {
  const unusual = unusualIn(one);
  return unusual.length < 2 ? [] : unusual.map((name) => ({ ...plainCase, [name]: one[name] }));
}

/** The case with what the source gives no limit or no choice for: whatever text, number or type may be rejected. */
export function certainValues(one: ValueCase): ValueCase {
  const { name, model_id, system_prompt, description, max_tokens, tools } = plainCase;
  return {
    ...one,
    name,
    model_id,
    system_prompt,
    description: one.description === undefined ? undefined : description,
    max_tokens: one.max_tokens === undefined ? undefined : max_tokens,
    tools: one.tools === undefined || knownTools.includes(one.tools) ? one.tools : tools,
  };
}
