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

/** What changed repeats the words of the page that it changed. */
function boostPage(id: unknown): number {
  return String(id).startsWith('diff.html') ? 0.1 : 1;
}

/** The sections that have all words or beginnings of words, best first. */
export function find(text: string): SearchHit[] {
  const hits = index.search(text, {
    combineWith: 'AND',
    prefix: true,
    boost: { title: 10 },
    boostDocument: boostPage,
    fuzzy: 0.1,
  });
  return hits.slice(0, 20).map((hit) => ({
    href: String(hit.id),
    page: String(hit['page']),
    title: String(hit['title']),
    text: String(hit['start']),
  }));
}
