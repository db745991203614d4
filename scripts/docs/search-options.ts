import type { Options } from 'minisearch';

/** A part of a page that has an anchor. */
export interface SearchSection {
  /** The address: page and anchor. */
  readonly id: string;
  readonly page: string;
  readonly title: string;
  readonly text: string;
  /** The text of its blocks of code and tables of responses, which repeat the words of others. */
  readonly detail: string;
}

/**
 * How the build and the pages index: ids such as `R-4.1-03` and paths are one word and their parts. `start` is
 * the beginning of the text, which says what the section is about.
 */
export const searchOptions: Options<SearchSection> = {
  fields: ['title', 'start', 'text', 'detail'],
  storeFields: ['page', 'title', 'text', 'detail'],
  extractField: (section, field) =>
    field === 'start' ? section.text.slice(0, 200) : section[field as keyof SearchSection],
  tokenize: (text) =>
    [...text.matchAll(/[\p{L}\p{N}]+(?:[-._/][\p{L}\p{N}]+)*/gu)].flatMap(([word]) => {
      const parts = word.split(/[-._/]/);
      return parts.length === 1 ? parts : [word, ...parts];
    }),
};
