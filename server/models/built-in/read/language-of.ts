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
  const said = tokensOf(message)
    .map(({ text }) => text)
    .filter((text) => /^\p{L}+$/u.test(text));
  const counts = [...words].map(([language, common]) => ({
    language,
    count: said.filter((word) => common.has(word)).length,
  }));
  const best = counts.reduce((left, right) => (right.count > left.count ? right : left));
  const english = piecesOf(message).filter((piece) => !means(piece, 'word', 'number', 'break'));
  const englishWords = english
    .flatMap(({ text }) => text.split(' '))
    .filter((word) => !words.get(best.language)?.has(word)).length;
  const isSure =
    said.some((word) => word.length > 4 && words.get(best.language)?.has(word)) && englishWords === 0;
  const enough = best.count >= 2 || (best.count === 1 && (said.length <= 2 || (isSure && said.length <= 4)));
  return enough && best.count > englishWords ? best.language : undefined;
}
