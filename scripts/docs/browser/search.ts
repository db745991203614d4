import MiniSearch, { type Query } from 'minisearch';
import { searchOptions } from '../search-options.ts';

export interface SearchHit {
  readonly href: string;
  readonly page: string;
  readonly title: string;
  /** The words around the match. */
  readonly text: string;
}

/** The index of the pages, which the build writes here. */
declare const searchIndex: string;

const index = MiniSearch.loadJSON(searchIndex, searchOptions);

// Who searches wants what there is: operations, fields, errors and events, then guides, and last the pages that repeat the
// words of what they list.
const boosts: readonly (readonly [RegExp, number])[] = [
  [/^api\.html#\w+$/, 2],
  [/^(api|events)\.html/, 1.2],
  [/^errors\.html/, 2],
  [/^requirements\.html#decision/, 0.6],
  [/^(changelog|results)\.html/, 0.1],
  [/^diff\.html/, 0.02],
];

function boostSection(id: unknown): number {
  return boosts.find(([pattern]) => pattern.test(String(id)))?.[1] ?? 1;
}

/** Words of readers, and those of the pages that mean the same. */
const synonyms: Readonly<Record<string, string>> = {
  pagination: 'paging',
  throttling: 'rate',
  auth: 'authorization',
  token: 'key',
  sse: 'stream',
  retries: 'retry',
};

/** The sections that have all words or beginnings of words, best first. */
export function find(text: string): SearchHit[] {
  const queries = (text.match(/\S*[\p{L}\p{N}]\S*/gu) ?? []).map((word): Query => {
    const synonym = synonyms[word.toLowerCase()];
    return synonym === undefined ? word : { combineWith: 'OR', queries: [word, synonym] };
  });
  const hits = index.search(
    { combineWith: 'AND', queries },
    {
      combineWith: 'AND',
      prefix: true,
      boost: { title: 3, start: 3, detail: 0.1 },
      boostDocument: boostSection,
      fuzzy: 0.1,
    },
  );
  const isNamed = ({ id }: { readonly id: unknown }): boolean => String(id).endsWith(`#${text.trim()}`);
  const first = [...hits.filter(isNamed), ...hits.filter((hit) => !isNamed(hit))];
  return first.slice(0, 20).map((hit) => ({
    href: String(hit.id),
    page: String(hit['page']),
    title: String(hit['title']),
    text: excerpt(`${String(hit['text'])} ${String(hit['detail'])}`, hit.terms),
  }));
}

const excerptLength = 150;
const before = 40;

/** The part of a text with most of the words, which are in lower case; its beginning where it has none. */
function excerpt(text: string, words: readonly string[]): string {
  const lower = text.toLowerCase();
  const count = (at: number): number => {
    const part = lower.slice(at, at + excerptLength - before);
    return words.filter((word) => part.includes(word)).length;
  };
  const places = words.flatMap((word) => [
    ...lower.matchAll(new RegExp(word.replaceAll('.', String.raw`\.`), 'g')),
  ]);
  const [best = 0] = places
    .map((place) => place.index)
    .toSorted((one, other) => count(other) - count(one) || one - other);
  const start = best < before ? 0 : text.indexOf(' ', best - before) + 1;
  return `${start === 0 ? '' : '… '}${text.slice(start, start + excerptLength)}`;
}
