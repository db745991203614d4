import { linesOf, readWords } from './lexicon.ts';
import { wordsOf } from './terms.ts';

const scripts: readonly (readonly [RegExp, string])[] = [
  [/[\p{Script=Hiragana}\p{Script=Katakana}]/u, 'ja'],
  [/\p{Script=Han}/u, 'zh'],
  [/\p{Script=Arabic}/u, 'ar'],
  [/\p{Script=Hebrew}/u, 'he'],
];

const languages = new Map(
  linesOf(readWords('words/function-words.txt', import.meta.url)).map((line) => {
    const [code = '', words = ''] = line.split(':');
    return [code, new Set(words.split(',').map((word) => word.trim()))] as const;
  }),
);

/** A text of up to this many words needs only one that is known. */
const maxShort = 3;

/**
 * The language that a text is written in (ISO 639-1), by its script or its most frequent function words: detectors that
 * compare letters fail on messages of three words. Undefined where too few say it, or as many another language.
 */
export function languageOf(text: string): string | undefined {
  const script = scripts.find(([pattern]) => pattern.test(text))?.[1];
  if (script !== undefined) return script;
  const words = wordsOf(text);
  const counts = [...languages]
    .map(([code, own]) => ({ code, count: words.filter((word) => own.has(word)).length }))
    .toSorted((left, right) => right.count - left.count);
  const [first, second] = counts;
  if (first === undefined || first.count < (words.length > maxShort ? 2 : 1) || first.count === second?.count)
    return undefined;
  return first.code;
}

/** A text without the most frequent words of a language. */
export function withoutFunctionWords(text: string, language: string): string {
  const own = languages.get(language);
  return wordsOf(text)
    .filter((word) => own?.has(word) !== true)
    .join(' ');
}
