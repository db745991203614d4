import type { Passage } from '../tool-results.ts';
import { descriptionSentences } from './description-sentences.ts';
import { plainText } from './plain-text.ts';

/** The best passage of the shop's knowledge, with where it is from. Texts that address a model are left out. */
export function phrasePassages(passages: readonly Passage[]): string {
  return passages
    .slice(0, 2)
    .map(({ text, source, title }) => {
      const from = plainText(title || source, 120);
      return `${descriptionSentences(text).slice(0, 6).join(' ')}${from === '' ? '' : ` (${from})`}`;
    })
    .join('\n\n');
}
