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

/** A row of a table that has an anchor: it is a section of its own, and no part of the one around it. */
const row = /<tr[^>]*\sid="([^"]+)"[^>]*>.*?<\/tr>/gs;
/** What is a section elsewhere: a decision that is folded below a requirement, and ids of requirements. */
const elsewhere = /<details>.*?<\/details>|<span class="chips"\s*>.*?<\/span\s*>/gs;
/** What is in almost every operation: code, and tables of responses. */
const detail = /<pre\b.*?<\/pre>|<table class="responses">.*?<\/table>/gs;

function sectionsOf(file: string, page: string, whole: string): SearchSection[] {
  const html = whole.replaceAll(elsewhere, '');
  const rest = html.replaceAll(row, '');
  const anchors = [...rest.matchAll(/<(?:section|article|h[2-4])[^>]*\sid="([^"]+)"[^>]*>/g)];
  const parts = [
    { anchor: 'main', part: `<h1>${page}</h1>${rest.slice(0, anchors[0]?.index)}` },
    ...anchors.map(({ 1: anchor = '', index }, at) => ({
      anchor,
      part: rest.slice(index, anchors[at + 1]?.index),
    })),
    ...[...html.matchAll(row)].map(([part, anchor = '']) => ({ anchor, part })),
  ];
  const sections = parts.map(({ anchor, part }): SearchSection => {
    const heading = /<(h[1-4]|th)\b[^>]*>(.*?)<\/\1>/s.exec(part);
    const own = heading === null ? part : part.replace(heading[0], '');
    const text = textOf(own.replaceAll(detail, ' '));
    const title = heading === null ? anchor.replace('schema-', '') : textOf(heading[2] ?? '');
    return { id: `${file}#${anchor}`, page, title, text, detail: textOf(own.match(detail)?.join(' ') ?? '') };
  });
  return sections.filter(({ title, text }) => title !== '' && text !== '');
}

/** The text of a piece of a page. */
export function textOf(html: string): string {
  return decodeHTML(html.replaceAll(/<\/?(?:a|code|em|q|strong)\b[^>]*>/g, '').replaceAll(/<[^>]+>/g, ' '))
    .replaceAll(/\s+/g, ' ')
    .trim();
}
