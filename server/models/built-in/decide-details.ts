import type { Summary } from './catalog-reading.ts';
import { search, searchForWords } from './decide-search.ts';
import { answerWith } from './decision.ts';
import type { Decision, Situation } from './decision.ts';
import type { Intent, Reference } from './intent.ts';
import type { Memory } from './memory.ts';
import { bestByWords, resolveReference } from './resolve-reference.ts';

export type DetailsIntent = Extract<Intent, { readonly type: 'details' }>;

/** Gets the product that the shopper refers to; searches first for one that was not shown. */
export function details(situation: Situation, { of }: DetailsIntent): Decision {
  const { memory } = situation;
  const product = resolveReference(of, memory) ?? onlyShown(of, memory);
  if (product !== undefined) return lookAt(situation, product);
  if (of.type !== 'words') return answerWith({ type: 'which-product', shown: memory.shown.length });
  return search(situation, searchForWords(of.words));
}

function onlyShown({ type }: Reference, { shown }: Memory): Summary | undefined {
  return type === 'focus' && shown.length === 1 ? shown[0] : undefined;
}

export function lookAt({ tools, steps }: Situation, product: Summary): Decision {
  return tools.get_product === undefined || steps.length > 3
    ? answerWith({ type: 'summary', product })
    : { type: 'call', tool: 'get_product', input: { id: product.id } };
}

/** Finds the product of a first question such as "What sizes does the wool coat come in?" on the result page. */
export function namedProduct(intent: Intent, page: readonly Summary[]): Summary | undefined {
  if (intent.type !== 'details' || intent.of.type !== 'words') return undefined;
  const { words } = intent.of;
  const prefixes = words.map((_, place) => words.slice(0, words.length - place));
  const named = prefixes.flatMap((prefix) => bestByWords(prefix, page) ?? []);
  return named[0] ?? (page.length === 1 ? page[0] : undefined);
}

/**
 * Treats "in red?" and "how much are they?" as questions about the product of the previous reply, not as searches. "They"
 * may be one product, such as earrings.
 */
export function asQuestion({ intent, memory, previous }: Situation): DetailsIntent | undefined {
  if (memory.focus === undefined || previous?.steps.at(-1)?.reading.type !== 'product') return undefined;
  if (intent.type === 'shown-again')
    return { type: 'details', of: { type: 'focus' }, aspect: intent.aspect, words: [] };
  if (intent.type !== 'refine') return undefined;
  const { words, excluded, removed, color, size, inStock, ...others } = intent.wish;
  if (words.length + excluded.length + removed.length + Object.keys(others).length > 0) return undefined;
  if (color === undefined && size === undefined && inStock === undefined) return undefined;
  const variant = { ...(color === undefined ? {} : { color }), ...(size === undefined ? {} : { size }) };
  return { type: 'details', of: { type: 'focus' }, aspect: 'stock', words: [], ...variant };
}
