import { phraseTerms } from './search/lexicon.ts';
import { isMisspelt } from './search/edit-distance.ts';

/** Things that the shop does not sell, and what it says to shoppers who want one. */
export interface Unsold {
  /** In terms of the index. */
  readonly things: readonly (readonly string[])[];
  readonly sentence: string;
}

/** What a line of the shop's own words says about things that it does not sell: `bicycle, bike ! We sell no bicycles.` */
export function readUnsold(line: string): Unsold | undefined {
  const at = line.indexOf(' ! ');
  const things = line
    .slice(0, Math.max(0, at))
    .split(',')
    .map(phraseTerms)
    .filter((terms) => terms.length > 0);
  const sentence = line.slice(at + 3).trim();
  return things.length === 0 || sentence === '' ? undefined : { things, sentence };
}

/** What the shop says about the first of these things that a query has, also where it is misspelt. */
export function sentenceAbout(all: readonly Unsold[], query: string): string | undefined {
  if (all.length === 0) return undefined;
  const asked = phraseTerms(query);
  const isAsked = (terms: readonly string[]): boolean =>
    asked.some((_term, at) =>
      terms.every((term, index) => term === asked[at + index] || isMisspelt(asked[at + index] ?? '', term)),
    );
  return all.find(({ things }) => things.some(isAsked))?.sentence;
}
