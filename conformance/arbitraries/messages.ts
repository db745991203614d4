import fc, { type Arbitrary } from 'fast-check';
import { hostileText, hostileTexts, measuredText } from './hostile-text.ts';
import { pairwise } from './pairwise.ts';

/** Messages that a shop's visitors write, and that faulty code takes for a command, a literal or a missing value. */
const plainMessages: readonly string[] = [
  '0',
  'false',
  'null',
  '{"agent_id":"x","message":"y"}',
  '[1,2]',
  '/help',
  '?',
  '100% of 5 %s, %d and %20',
  'data: {"type":"end"}\n\n',
  'Size M\tColour blue\nQuantity 2',
  // What firewalls and filters take for an attack, or for nothing.
  'Please select a size from the list, and delete the others;\nis "union" one, or 1=1?',
  'See ../../sizes, <script> in javascript:, http://127.0.0.1/admin and cmd.exe /c dir',
  '👍',
  '...',
  'Where is my order?\n\nIt is #1042; I paid 59.90 €.',
];

// Beyond the buffers and the columns of code that thinks of short messages.
const lengths = [255, 1025, 4097, 10_001, 31_000];

/** Messages whose length no service rejects, each for one kind of faulty code. */
export const shortMessages: readonly string[] = [
  ...plainMessages,
  ...hostileTexts.filter((text) => /[\\'$&<{=]|\P{ASCII}/u.test(text)),
];

export const longMessages: readonly string[] = [
  ...lengths.map(measuredText),
  // Beyond 64 kB in UTF-8.
  '€€€ '.repeat(7750),
];

/** Any message of up to 300 characters. */
export const anyMessage: Arbitrary<string> = hostileText(1, 300).filter((text) => text.trim() !== '');

/** Agents that are talked to: the plain value of each field first; undefined omits it. */
const kindFields = {
  model_provider: ['provider_one', 'provider_two', 'provider_three'],
  type: ['customer_support', 'product_recommendation', 'Gift_Finder-v2'],
  limits: [{}, { temperature: 0, max_tokens: 1 }, { temperature: 1, max_tokens: 100_000 }],
  tools: ['on', undefined, 'none', 'off', 'twice', 'unknown'],
  system_prompt: ['Be brief.', measuredText(8000), hostileTexts[16] ?? ''],
  // What templates of prompts and headers to vendors fail on.
  name: [undefined, 'Conformance {0} {name} ${x} {{y}} %s %(z)s', 'Conformance 日本 👟 Größe "x"'],
} as const;

export type AgentKind = ReturnType<typeof pairwise<typeof kindFields>>[number];

/** Each pair of values of two fields. */
export const agentKinds: readonly AgentKind[] = pairwise(kindFields);

/** The kind without what a service may reject: other types of agents and of connections. */
export function certainKind(kind: AgentKind): AgentKind {
  const [type, , other] = kindFields.type;
  return {
    ...kind,
    type: kind.type === other ? type : kind.type,
    tools: kind.tools === 'unknown' ? 'on' : kind.tools,
  };
}

/** The index of a kind that is as plain as they come. */
export const plainKind = agentKinds.findIndex((kind) => kind.tools === 'on' && kind.name === undefined);

/** The messages of one conversation, and the index of the kind of agent that it is with. */
export interface MessageCase {
  readonly kind: number;
  readonly messages: readonly string[];
}

export const maxTurns = 3;

export const anyMessageCase: Arbitrary<MessageCase> = fc.record({
  kind: fc.nat({ max: agentKinds.length - 1 }),
  messages: fc.array(anyMessage, { minLength: 1, maxLength: maxTurns }),
});

/**
 * Each message once: the short ones are followed up by another one, so that they are in what an agent reads before it. A
 * model may have no room for a long one and a second one.
 */
export const plainMessageCases: readonly MessageCase[] = [
  ...Array.from({ length: Math.ceil(shortMessages.length / 2) }, (_, index) =>
    shortMessages.slice(2 * index, 2 * index + 2),
  ),
  ...longMessages.map((message) => [message]),
].map((messages, index) => ({ kind: index % agentKinds.length, messages }));
