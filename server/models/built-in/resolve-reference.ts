import type { Summary } from './catalog-reading.ts';
import type { Reference } from './intent.ts';
import type { Memory } from './memory.ts';

/** The product of the conversation that a shopper means; undefined where none or more than one fits. */
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

// "that jacket" is the one just spoken of, even where the list has other jackets.
function byWords(words: readonly string[], { shown, focus, known }: Memory): Summary | undefined {
  const spoken = focus === undefined ? undefined : bestByWords(words, [focus]);
  return spoken ?? bestByWords(words, shown) ?? bestByWords(words, known);
}

function byPrice(products: readonly Summary[]): Summary[] {
  return products.toSorted((left, right) => left.price.amount - right.price.amount);
}

/** The one product whose title, brand or colours have all the words; the first of equals where it is spelled exactly. */
export function bestByWords(words: readonly string[], products: readonly Summary[]): Summary | undefined {
  const wanted = words.filter((word) => word !== 'one').map(stem);
  if (wanted.length === 0) return undefined;
  const fitting = products.filter((product) => wanted.every((word) => naming(product).has(word)));
  if (fitting.length === 1) return fitting[0];
  return fitting.find(({ title }) => title.toLowerCase() === words.join(' ')) ?? titled(fitting, wanted);
}

// "the blue one" among three with blue in their colours: the title decides.
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
