import type { Detail } from '../catalog-reading.ts';
import { descriptionSentences } from './description-sentences.ts';
import { boldTitle, plainText } from './plain-text.ts';

// Words of questions, and the words of descriptions that answer them.
const synonyms: readonly (readonly [asked: RegExp, described: RegExp])[] = [
  [
    /^(?:weigh|weight|heavy|light)$/,
    /\b(?:weigh\w*|light(?:weight)?|heavy)\b|\d ?-?(?:kg|g|kilo\w*|grams?|lbs?|pounds?|oz|ounces?)\b/i,
  ],
  [
    /^(?:big|long|tall|wide|high|deep|small|large|dimensions?|measurements?|capacity|volume)$/,
    /\d ?-?(?:mm|cm|m|centimet\w+|millimet\w+|met(?:re|er)s?|inch\w*|ft|feet|l|lit(?:re|er)s?|ml)\b|\b(?:person|people|sleeps)\b/i,
  ],
  [/^(?:wash\w*|clean\w*|machine|care)$/, /\b(?:wash\w*|clean\w*|wipe\w*|dishwasher)\b/i],
  [
    /^(?:waterproof|rainproof|rain|water)$/,
    /\b(?:waterproof\w*|water-?(?:resistant|repellent)|rain\w*|showerproof)\b/i,
  ],
];

/** The sentences of a product's description about the fact; undefined if the title has all the words. */
export function phraseFact(product: Detail, words: readonly string[]): string | undefined {
  const title = product.title.toLowerCase();
  const wanted = words.filter((word) => !title.includes(word));
  if (wanted.length === 0) return undefined;
  const sentences = descriptionSentences(product.description);
  const relevant = sentences.filter((sentence) => wanted.some((word) => mentions(sentence, word)));
  if (relevant.length > 0) return `About ${boldTitle(product)}: ${relevant.slice(0, 2).join(' ')}`;
  const known = sentences[0] === undefined ? '' : ` What it does say: ${sentences[0]}`;
  const asked = plainText(wanted.join(' '), 60);
  return `The product information of ${boldTitle(product)} doesn't mention “${asked}”, so I can't say.${known}`;
}

function mentions(sentence: string, word: string): boolean {
  if (sentence.toLowerCase().includes(root(word))) return true;
  return synonyms.some(([asked, described]) => asked.test(word) && described.test(sentence));
}

// "pockets" matches "two pocket zips", "waterproof" matches "waterproofing".
function root(word: string): string {
  return word.length > 4 ? word.replace(/(?:es|s|ing|ed)$/, '') : word;
}
