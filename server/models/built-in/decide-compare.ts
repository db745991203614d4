import type { Summary } from './catalog-reading.ts';
import { search, searchForWords } from './decide-search.ts';
import { answerWith } from './decision.ts';
import type { Decision, Situation } from './decision.ts';
import type { Reference } from './intent.ts';
import { afterStep } from './memory.ts';
import type { Step } from './read-conversation.ts';
import { resolveReference } from './resolve-reference.ts';
import { readSearchInput } from './search-input.ts';

const maxCompared = 4;

/** Searches for each product that was only named, then looks up all of them with one call. */
export function compare(situation: Situation, all: readonly Reference[]): Decision {
  const { tools, steps } = situation;
  const references = all.slice(0, maxCompared);
  const memory = steps.reduce(afterStep, situation.memory);
  const unknown = references.find((each) => resolveReference(each, memory) === undefined);
  if (unknown?.type === 'words' && !wasSearched(unknown.words, steps)) {
    return search(situation, searchForWords(unknown.words));
  }
  const named = references.map((each) => resolveReference(each, memory));
  const products = distinct(references.length === 0 ? memory.shown.slice(0, maxCompared) : named);
  if (products.length < 2 || named.includes(undefined)) {
    return answerWith({ type: 'which-to-compare', shown: memory.shown.length });
  }
  return tools.lookup_catalog === undefined
    ? answerWith({ type: 'comparison', products })
    : { type: 'call', tool: 'lookup_catalog', input: { ids: products.map(({ id }) => id) } };
}

function distinct(products: readonly (Summary | undefined)[]): Summary[] {
  const known = products.filter((product) => product !== undefined);
  return [...new Map(known.map((product) => [product.id, product])).values()];
}

function wasSearched(words: readonly string[], steps: readonly Step[]): boolean {
  const { query } = searchForWords(words);
  return steps.some(({ tool, input }) => tool === 'search_catalog' && readSearchInput(input).query === query);
}
