import { element } from './element.ts';

/** Appends the text of one line, with its inline marks. */
type Inline = (target: Node, text: string) => void;

const item = /^(\s*)(?:[-*•+]|(\d{1,9})[.)])\s+(.*)$/;
const fence = /^\s*(?:```|~~~)/;
const quote = /^\s*> ?/;
const heading = /^\s{0,3}#{1,6}\s+/;
const rule = /^\s{0,3}(?:(?:- *){3,}|(?:\* *){3,}|(?:_ *){3,})$/;
const tableRule = /^[\s|:-]*-[\s|:-]*$/;
/** Deeper quotes and lists are paragraphs: their number must not end in a stack overflow. */
const maxDepth = 6;

/** Appends the blocks of a text: paragraphs, headings, lists, quotes, code and tables. */
export function appendBlocks(parent: Node, lines: readonly string[], inline: Inline, depth = 0): void {
  const isNested = depth < maxDepth;
  for (let at = 0; at < lines.length;) {
    const line = lines[at] ?? '';
    if (line.trim() === '') at += 1;
    else if (fence.test(line)) at = appendCode(parent, lines, at);
    else if (rule.test(line)) {
      parent.appendChild(element('hr'));
      at += 1;
    } else if (isTable(lines, at)) at = appendTable(parent, lines, at, inline);
    else if (isNested && quote.test(line)) at = appendQuote(parent, lines, at, inline, depth);
    else if (isNested && item.test(line)) at = appendList(parent, lines, at, inline, depth);
    else at = appendParagraph(parent, lines, at, inline);
  }
}

/** Each function appends the block that begins at line `at`, and returns the line after it. */
function appendParagraph(parent: Node, lines: readonly string[], at: number, inline: Inline): number {
  const first = lines[at] ?? '';
  const isHeading = heading.test(first);
  const node = element('p', { dir: 'auto', class: isHeading ? 'heading' : undefined });
  parent.appendChild(node);
  inline(node, first.replace(heading, ''));
  let next = at + 1;
  for (; !isHeading && next < lines.length && continues(lines, next); next++) {
    node.append('\n', element('br'));
    inline(node, lines[next] ?? '');
  }
  return next;
}

/** Whether a line belongs to the paragraph above it. */
function continues(lines: readonly string[], at: number): boolean {
  const line = lines[at] ?? '';
  if (line.trim() === '' || isTable(lines, at)) return false;
  return ![item, fence, quote, heading, rule].some((start) => start.test(line));
}

function appendCode(parent: Node, lines: readonly string[], at: number): number {
  let end = at + 1;
  while (end < lines.length && !fence.test(lines[end] ?? '')) end += 1;
  const code = element('code', {}, lines.slice(at + 1, end).join('\n'));
  parent.appendChild(element('pre', { dir: 'ltr', tabindex: '0' }, code));
  return end + 1;
}

function appendQuote(
  parent: Node,
  lines: readonly string[],
  at: number,
  inline: Inline,
  depth: number,
): number {
  let end = at;
  while (end < lines.length && quote.test(lines[end] ?? '')) end += 1;
  const node = parent.appendChild(element('blockquote', { dir: 'auto' }));
  const content = lines.slice(at, end).map((line) => line.replace(quote, ''));
  appendBlocks(node, content, inline, depth + 1);
  return end;
}

function appendList(
  parent: Node,
  lines: readonly string[],
  at: number,
  inline: Inline,
  depth: number,
): number {
  const [, indent = '', start] = item.exec(lines[at] ?? '') ?? [];
  // List numbers follow the direction of the text, not of the widget.
  const list = element(start === undefined ? 'ul' : 'ol', { dir: 'auto', start });
  parent.appendChild(list);
  const isSibling = (line: string): boolean => {
    const found = item.exec(line);
    return (
      found !== null &&
      (found[1] ?? '').length < indent.length + 2 &&
      (found[2] === undefined) === (start === undefined)
    );
  };
  let next = at;
  while (next < lines.length && isSibling(lines[next] ?? '')) {
    const entry = list.appendChild(element('li'));
    inline(entry, item.exec(lines[next] ?? '')?.[3] ?? '');
    const first = next + 1;
    next = endOfItem(lines, first, (line) => indentOf(line) > indent.length && !isSibling(line));
    appendBlocks(entry, dedented(lines.slice(first, next)), inline, depth + 1);
    // Blank lines between items do not end the list.
    let after = next;
    while (after < lines.length && (lines[after] ?? '').trim() === '') after += 1;
    if (isSibling(lines[after] ?? '')) next = after;
  }
  return next;
}

/** The line after the last one from `first` on that belongs to an item, blank lines between them included. */
function endOfItem(lines: readonly string[], first: number, isInside: (line: string) => boolean): number {
  let end = first;
  for (let at = first; at < lines.length; at++) {
    const line = lines[at] ?? '';
    if (line.trim() === '') continue;
    if (!isInside(line)) break;
    end = at + 1;
  }
  return end;
}

function indentOf(line: string): number {
  return line.search(/\S|$/);
}

function dedented(lines: readonly string[]): string[] {
  const indents = lines.filter((line) => line.trim() !== '').map(indentOf);
  const indent = Math.min(...indents);
  return lines.map((line) => line.slice(indent));
}

/** Whether a line is the head of a table: it has cells, and the next line is a rule of as many. */
function isTable(lines: readonly string[], at: number): boolean {
  const [head = '', below = ''] = lines.slice(at, at + 2);
  return (
    head.includes('|') &&
    below.includes('|') &&
    tableRule.test(below) &&
    cellsOf(head).length === cellsOf(below).length
  );
}

function appendTable(parent: Node, lines: readonly string[], at: number, inline: Inline): number {
  const table = element('table');
  // Wide tables scroll in a frame of their own, with the keyboard, too.
  parent.appendChild(element('div', { class: 'table', tabindex: '0' }, table));
  table.append(row(lines[at] ?? '', 'th', inline));
  let next = at + 2;
  for (; next < lines.length && (lines[next] ?? '').includes('|'); next++)
    table.append(row(lines[next] ?? '', 'td', inline));
  return next;
}

function row(line: string, tag: 'th' | 'td', inline: Inline): HTMLElement {
  const cells = cellsOf(line).map((text) => {
    const cell = element(tag, { dir: 'auto' });
    inline(cell, text);
    return cell;
  });
  return element('tr', {}, ...cells);
}

function cellsOf(line: string): string[] {
  return line
    .trim()
    .replace(/^\||\|$/g, '')
    .split('|')
    .map((cell) => cell.trim());
}
