import { decodeHTML } from 'entities';
import MiniSearch from 'minisearch';
import { searchOptions, type SearchSection } from './search-options.ts';

/** The index of all pages as JSON: a section for each anchor, up to the next one. */
export function buildSearchIndex(
  pages: readonly (readonly [file: string, title: string, html: string])[],
): string {
  const index = new MiniSearch(searchOptions);
  for (const [file, title, html] of pages) index.addAll(sectionsOf(file, title, html));
  return JSON.stringify(index);
}

function sectionsOf(file: string, page: string, html: string): SearchSection[] {
  const anchors = [...html.matchAll(/<(?:section|article|tr|h[2-4])[^>]*\sid="([^"]+)"[^>]*>/g)];
  const sections = anchors.map(({ 1: anchor = '', index }, at): SearchSection => {
    const part = html.slice(index, anchors[at + 1]?.index);
    const heading = /<(h[1-4]|th)\b[^>]*>(.*?)<\/\1>/s.exec(part);
    const text = textOf(heading === null ? part : part.replace(heading[0], ''));
    const title = heading === null ? anchor : textOf(heading[2] ?? '');
    return { id: `${file}#${anchor}`, page, title, text, start: text.slice(0, 140) };
  });
  return sections.filter(({ title, text }) => title !== '' && text !== '');
}

function textOf(html: string): string {
  return decodeHTML(html.replaceAll(/<[^>]+>/g, ' '))
    .replaceAll(/\s+/g, ' ')
    .trim();
}
