import MiniSearch from 'minisearch';
import { searchOptions } from '../search-options.ts';

export interface SearchHit {
  readonly href: string;
  readonly page: string;
  readonly title: string;
  /** The beginning of the section. */
  readonly text: string;
}

/** The index of the pages, which the build writes here. */
declare const searchIndex: string;

const index = MiniSearch.loadJSON(searchIndex, searchOptions);

// Who searches wants what there is: operations, fields, errors and events, then guides, and changes last, which repeat
// the words of what they changed.
const boosts: Readonly<Record<string, number>> = {
  'api.html': 1.5,
  'events.html': 1.5,
  'errors.html': 2,
  'requirements.html': 0.9,
  'changelog.html': 0.1,
  'diff.html': 0.02,
};

function boostPage(id: unknown): number {
  return boosts[String(id).split('#')[0] ?? ''] ?? 1;
}

/** Words of readers in the words of the pages. */
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
  const words = text.replaceAll(/\w+/g, (word) => synonyms[word.toLowerCase()] ?? word);
  const hits = index.search(words, {
    combineWith: 'AND',
    prefix: true,
    boost: { title: 10 },
    boostDocument: boostPage,
    fuzzy: 0.1,
  });
  const isNamed = ({ id }: { readonly id: unknown }): boolean => String(id).endsWith(`#${text.trim()}`);
  const first = [...hits.filter(isNamed), ...hits.filter((hit) => !isNamed(hit))];
  return first.slice(0, 20).map((hit) => ({
    href: String(hit.id),
    page: String(hit['page']),
    title: String(hit['title']),
    text: String(hit['start']),
  }));
}
