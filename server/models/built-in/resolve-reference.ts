import type { Summary } from './catalog-reading.ts';
import type { Reference } from './intent.ts';
import type { Memory } from './memory.ts';

/** The product that a reference means; undefined if none or several match. */
export function resolveReference(reference: Reference, memory: Memory): Summary | undefined {
  const { shown, focus } = memory;
  switch (reference.type) {
    case 'index':
      return shown[reference.index - 1];
    case 'from-end':
      return shown.at(-reference.index);
    case 'cheapest':
      return byPrice(shown)[0];
    case 'dearest':
      return byPrice(shown).at(-1);
    case 'focus':
      return focus;
    case 'words':
      return byWords(reference.words, memory);
    default:
      return reference satisfies never;
  }
}

// "that jacket" is the product in focus, even if the list has other jackets.
function byWords(words: readonly string[], { shown, focus, known }: Memory): Summary | undefined {
  const focused = focus === undefined ? undefined : bestByWords(words, [focus]);
  return focused ?? bestByWords(words, shown) ?? bestByWords(words, known);
}

function byPrice(products: readonly Summary[]): Summary[] {
  return products.toSorted((left, right) => left.price.amount - right.price.amount);
}

/** The only product whose title, brand or colours have all words; else the first with exactly this title. */
export function bestByWords(words: readonly string[], products: readonly Summary[]): Summary | undefined {
  const wanted = words.filter((word) => word !== 'one').map(stem);
  if (wanted.length === 0) return undefined;
  const fitting = products.filter((product) => wanted.every((word) => naming(product).has(word)));
  if (fitting.length === 1) return fitting[0];
  return fitting.find(({ title }) => title.toLowerCase() === words.join(' ')) ?? titled(fitting, wanted);
}

// If several products come in blue, "the blue one" has blue in its title.
function titled(products: readonly Summary[], wanted: readonly string[]): Summary | undefined {
  const fitting = products.filter(({ title }) => wanted.every((word) => stems(title).includes(word)));
  return fitting.length === 1 ? fitting[0] : undefined;
}

export function titleHas(title: string, word: string): boolean {
  return stems(title).includes(stem(word));
}

function naming({ title, brand = '', colors }: Summary): Set<string> {
  return new Set(stems([title, brand, ...colors].join(' ')));
}

function stems(text: string): string[] {
  return text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .map(stem);
}

function stem(word: string): string {
  return word
    .replace('colour', 'color')
    .replace(/(?:'s|(?<=[^s])s)$/, '')
    .replace(/^grey$/, 'gray');
}
