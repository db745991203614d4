import { truncateText } from '../catalog/product.ts';
import type { Passage } from '../db/records.ts';

/** Maximum length of a passage's text and of a title, in UTF-16 units. */
export const maxPassageLength = 1_200;
export const maxTitleLength = 200;

interface Section {
  readonly titles: readonly string[];
  readonly lines: string[];
}

interface Heading {
  readonly level: number;
  readonly title: string;
}

/** Below every heading of Markdown. */
const questionLevel = 7;
const marks = /^[*_\s]+|[*_\s]+$/g;

/**
 * Splits text into passages at its headings (`# Returns`) and questions: `Q: ...`, or a line that ends with a question
 * mark. A passage's title has the headings that it stands under, from the outermost; without a heading of the first level
 * they begin with `documentTitle`. Long passages are split at lines, then at words. Headings without text are left out.
 */
export function splitPassages(text: string, documentTitle: string): Passage[] {
  const sections: Section[] = [{ titles: [documentTitle], lines: [] }];
  let open: readonly Heading[] = [];
  for (const line of text.split('\n')) {
    const heading = headingOf(line);
    if (heading === undefined) {
      sections.at(-1)?.lines.push(line);
      continue;
    }
    open = [...open.filter(({ level }) => level < heading.level), heading];
    const titles = open.map(({ title }) => title);
    sections.push({ titles: open[0]?.level === 1 ? titles : [documentTitle, ...titles], lines: [] });
  }
  return sections.flatMap(passagesOf);
}

/** Passages as Markdown that people can change and import again: each title is a heading. */
export function passagesAsText(passages: readonly Passage[]): string {
  return passages.map(({ title, text }) => `# ${title}\n${text}`).join('\n\n');
}

/** The first heading of the first level. */
export function firstTitle(text: string): string | undefined {
  return text
    .split('\n')
    .map(headingOf)
    .find((heading) => heading?.level === 1)?.title;
}

function headingOf(line: string): Heading | undefined {
  // What follows is cut, so that the patterns run over short text.
  const start = truncateText(line, maxTitleLength).trim();
  const hashes = /^#{1,6}(?=\s|$)/.exec(start)?.[0];
  if (hashes !== undefined) {
    const title = start.slice(hashes.length).replace(/\s#+$/, '').replace(marks, '');
    return title === '' ? undefined : { level: hashes.length, title };
  }
  const bare = start.replace(marks, '');
  const question = /^Q(?:uestion)?\s?\d{0,3}[:.)]\s*(\S.*)$/i.exec(bare)?.[1];
  const isQuestion =
    line.length <= maxTitleLength && /[\p{L}\p{N})"”]\s?[?？؟]$/u.test(bare) && !/^[-|>+]|[.!]\s/.test(bare);
  const title = question ?? (isQuestion ? bare : undefined);
  return title === undefined ? undefined : { level: questionLevel, title: title.replace(marks, '') };
}

function passagesOf({ titles, lines }: Section): Passage[] {
  const title = truncateText([...new Set(titles)].join(': '), maxTitleLength);
  const text = lines
    .join('\n')
    .trim()
    .replace(/^A(?:nswer)?\s?\d{0,3}:\s*/i, '');
  return chunksOf(text)
    .filter((chunk) => /[\p{L}\p{N}]/u.test(chunk))
    .map((chunk) => ({ title, text: chunk }));
}

/** Whole lines up to the maximum length; a longer line is split at spaces. */
function chunksOf(text: string): string[] {
  const chunks: string[] = [];
  let chunk = '';
  for (const line of text.split('\n').flatMap(shortLines)) {
    if (chunk.length + line.length + 1 > maxPassageLength) {
      chunks.push(chunk);
      chunk = '';
    }
    chunk = chunk === '' ? line : `${chunk}\n${line}`;
  }
  return [...chunks, chunk];
}

function shortLines(line: string): string[] {
  const lines: string[] = [];
  let rest = line;
  while (rest.length > maxPassageLength) {
    const space = rest.lastIndexOf(' ', maxPassageLength);
    const part = truncateText(rest, space > maxPassageLength / 2 ? space : maxPassageLength);
    lines.push(part);
    rest = rest.slice(part.length).trimStart();
  }
  return [...lines, rest];
}
