import { commonWords } from '../words/languages.ts';
import { means, piecesOf, tokensOf } from './pieces.ts';

const scripts: readonly (readonly [RegExp, string])[] = [
  [/[\p{Script=Hiragana}\p{Script=Katakana}]/u, 'ja'],
  [/\p{Script=Han}/u, 'zh'],
  [/\p{Script=Arabic}/u, 'ar'],
  [/\p{Script=Hebrew}/u, 'he'],
];
const words = new Map(
  Object.entries(commonWords).map(([language, text]) => [language, new Set(text.split(/\s+/))]),
);

/**
 * The language of a message in one of the widget's other languages; undefined for English and for everything else. It
 * counts common words: detectors that compare letters fail on messages of three words.
 */
export function languageOf(message: string): string | undefined {
  const script = scripts.find(([pattern]) => pattern.test(message))?.[1];
  if (script !== undefined) return script;
  const said = tokensOf(message).flatMap(({ text }) => (/^\p{L}+$/u.test(text) ? text : []));
  const known = piecesOf(message).filter((piece) => !means(piece, 'word', 'number', 'break'));
  const english = known.flatMap(({ text }) => text.split(' '));
  const counted = [...words].map(([language, common]) => {
    const own = said.filter((word) => common.has(word));
    const others = english.filter((word) => !common.has(word)).length;
    const isSure = own.some((word) => word.length > 4) && others === 0 && said.length <= 4;
    const isEnough = own.length > 1 || (own.length === 1 && (said.length <= 2 || isSure));
    return { language, count: isEnough && own.length > others ? own.length : 0 };
  });
  return counted.filter(({ count }) => count > 0).toSorted((left, right) => right.count - left.count)[0]
    ?.language;
}
