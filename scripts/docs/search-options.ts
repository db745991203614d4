import type { Options } from 'minisearch';

/** A part of a page that has an anchor. */
export interface SearchSection {
  /** The address: page and anchor. */
  readonly id: string;
  readonly page: string;
  readonly title: string;
  readonly text: string;
  /** The beginning of the text. */
  readonly start: string;
}

/** How the build and the pages index: ids such as `R-4.1-03` and paths are one word and their parts. */
export const searchOptions: Options<SearchSection> = {
  fields: ['title', 'text'],
  storeFields: ['page', 'title', 'start'],
  tokenize: (text) =>
    [...text.matchAll(/[\p{L}\p{N}]+(?:[-._/][\p{L}\p{N}]+)*/gu)].flatMap(([word]) => {
      const parts = word.split(/[-._/]/);
      return parts.length === 1 ? parts : [word, ...parts];
    }),
};
