import fc, { type Arbitrary } from 'fast-check';
import { hostileText, hostileTexts, measuredText } from './hostile-text.ts';

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
  'Size M\tColour blue',
  // What firewalls and filters take for an attack, or for nothing.
  'Please select a size from the list, and delete the others; is "union" one, or 1=1?',
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

/** Configurations of agents: each provider with each known type, and the bounds of the optional fields. */
export const agentKinds = [
  { provider: 'provider_one', type: 'customer_support', temperature: 0, max_tokens: 1 },
  { provider: 'provider_one', type: 'product_recommendation', temperature: 1, max_tokens: 100_000 },
  { provider: 'provider_two', type: 'customer_support' },
  { provider: 'provider_two', type: 'product_recommendation', prompt: measuredText(8000) },
  { provider: 'provider_three', type: 'customer_support', prompt: hostileTexts[16] },
  { provider: 'provider_three', type: 'product_recommendation', enabled: false },
  // What templates of prompts and vendors' rules for tools fail on.
  { provider: 'provider_one', type: 'customer_support', name: 'Conformance {0} {name} ${x} {{y}} %s %(z)s' },
  { provider: 'provider_one', type: 'Gift_Finder-v2' },
  { provider: 'provider_one', type: 'customer_support', tools: 'none' },
  { provider: 'provider_two', type: 'customer_support', tools: 'twice' },
  { provider: 'provider_one', type: 'customer_support', tools: 'unknown' },
] as const;

/** A message, and the index of the kind of agent that it is for. */
export interface MessageCase {
  readonly kind: number;
  readonly message: string;
}

export const anyMessageCase: Arbitrary<MessageCase> = fc.record({
  kind: fc.nat({ max: agentKinds.length - 1 }),
  message: anyMessage,
});
