import { linesOf, readWords } from '../../../catalog/search/lexicon.ts';

/** What says nothing about products. */
export const talk = [
  'greeting',
  'thanks',
  'bye',
  'yes',
  'no',
  'help',
  'identity',
  'insult',
  'filler',
] as const;
type Talk = (typeof talk)[number] | 'attack';
type Wish = 'wants' | 'more' | 'cheaper' | 'cheapest' | 'onSale' | 'inStock' | 'without';
type Aspect = 'price' | 'total' | 'stock' | 'choice' | 'details' | 'compare' | 'buy' | 'safety' | 'order';
type Place = 'pronoun' | 'both' | 'first' | 'second' | 'third' | 'fourth' | 'fifth' | 'last';

/** What a phrase of a shopper means: the sections of `phrases.txt`. */
export type Mark = Talk | Wish | Aspect | Place | 'question';

const read = (name: string): string => readWords(`${name}.txt`, import.meta.url);

/** The meanings of each phrase. */
export const phrases: ReadonlyMap<string, readonly Mark[]> = readPhrases(read('phrases'));
export const longestPhrase = Math.max(...[...phrases.keys()].map((phrase) => phrase.split(' ').length));

function readPhrases(text: string): Map<string, Mark[]> {
  const marks = new Map<string, Mark[]>();
  for (const section of text.split(/^\[/m).slice(1)) {
    const [mark = '', ...lines] = section.split(/\]?\n/);
    // A test holds that the sections are the marks.
    for (const phrase of linesOf(lines.join('\n')))
      marks.set(phrase, [...(marks.get(phrase) ?? []), mark as Mark]);
  }
  return marks;
}

function readPairs(name: string): ReadonlyMap<string, string> {
  const pairs = linesOf(read(name)).map((line) => /^([^:]+):\s*(.+)$/.exec(line) ?? []);
  return new Map(pairs.map(([, key = '', value = '']) => [key, value]));
}

/** Short spellings of words, and the reply in each other language by its code. */
export const aliases = readPairs('aliases');
export const sentences = readPairs('sentences');
