import { element } from './element.ts';

/** Appends the text of one line, with its inline marks. */
type Inline = (target: Element, text: string) => void;

const item = /^(\s*)(?:[-*•+]|(\d{1,9})[.)])\s+(.*)$/;
const fence = /^\s*(?:```|~~~)/;
const quote = /^\s*> ?/;
const heading = /^\s*#{1,6}\s+/;
const rule = /^\s*([-*_])(?: *\1){2,} *$/;
const tableRow = /\|/;
const tableRule = /^[\s|:-]+$/;
/** Deeper quotes and lists are paragraphs: their number must not end in a stack overflow. */
const maxDepth = 6;

/**
 * Appends the blocks of a text: paragraphs, headings, lists, quotes, code and tables. Takes the lines of each block from
 * the front of `lines`, until none is left.
 */
export function appendBlocks(
  parent: Element | DocumentFragment,
  lines: string[],
  inline: Inline,
  depth = 0,
): void {
  const nest = (inner: Element, content: string[]): void => appendBlocks(inner, content, inline, depth + 1);
  for (let line = lines[0]; line !== undefined; line = lines[0]) {
    if (line.trim() === '') lines.shift();
    else if (fence.test(line)) parent.append(codeBlock(lines));
    else if (rule.test(line)) lines.splice(0, 1, '');
    else if (isTable(lines)) parent.append(table(lines, inline));
    else if (quote.test(line) && depth < maxDepth) {
      const node = element('blockquote', { dir: 'auto' });
      nest(
        node,
        takeWhile(lines, quote).map((each) => each.replace(quote, '')),
      );
      parent.append(node);
    } else if (item.test(line) && depth < maxDepth) parent.append(list(lines, inline, nest));
    else parent.append(paragraph(lines, inline));
  }
}

/** Takes lines from the front as long as they match. */
function takeWhile(lines: string[], test: { test(line: string): boolean }): string[] {
  const end = lines.findIndex((line) => !test.test(line));
  return lines.splice(0, end < 0 ? lines.length : end);
}

function paragraph(lines: string[], inline: Inline): HTMLElement {
  const first = lines.shift() ?? '';
  const isHeading = heading.test(first);
  const node = element('p', { dir: 'auto', class: isHeading ? 'heading' : undefined });
  inline(node, first.replace(heading, ''));
  while (!isHeading && continues(lines)) {
    node.append('\n', element('br'));
    inline(node, lines.shift() ?? '');
  }
  return node;
}

/** Whether the next line belongs to the paragraph above it. */
function continues(lines: readonly string[]): boolean {
  const line = lines[0]?.trim() ? lines[0] : undefined;
  if (line === undefined || isTable(lines)) return false;
  return ![item, fence, quote, heading, rule].some((start) => start.test(line));
}

function codeBlock(lines: string[]): HTMLElement {
  lines.shift();
  const code = takeWhile(lines, { test: (line) => !fence.test(line) });
  lines.shift();
  return element('pre', { dir: 'ltr', tabindex: '0' }, element('code', {}, code.join('\n')));
}

/** A list and the lists within it: items of the same kind and indent, each with what is indented further below it. */
function list(
  lines: string[],
  inline: Inline,
  nest: (inner: Element, content: string[]) => void,
): HTMLElement {
  const [, indent = '', start] = item.exec(lines[0] ?? '') ?? [];
  // List numbers follow the direction of the text, not of the widget.
  const node = element(start === undefined ? 'ul' : 'ol', { dir: 'auto', start });
  const siblingOf = (line = ''): RegExpExecArray | undefined => {
    const found = item.exec(line);
    const isKind = (found?.[2] === undefined) === (start === undefined);
    return found !== null && isKind && (found[1] ?? '').length < indent.length + 2 ? found : undefined;
  };
  const isInside = (line: string): boolean =>
    line.trim() === '' || (indentOf(line) > indent.length && siblingOf(line) === undefined);
  for (let found = siblingOf(lines[0]); found !== undefined; found = siblingOf(lines[0])) {
    lines.shift();
    const entry = node.appendChild(element('li'));
    inline(entry, found[3] ?? '');
    // Blank lines do not end the list.
    nest(entry, dedented(takeWhile(lines, { test: isInside })));
  }
  return node;
}

function indentOf(line: string): number {
  return line.search(/\S|$/);
}

function dedented(lines: readonly string[]): string[] {
  const indent = Math.min(...lines.filter((line) => line.trim() !== '').map(indentOf));
  return lines.map((line) => line.slice(indent));
}

/** Whether a table begins: a line with cells, above a rule of as many. */
function isTable([head = '', below = '']: readonly string[]): boolean {
  return (
    tableRow.test(head) &&
    tableRow.test(below) &&
    tableRule.test(below) &&
    cellsOf(head).length === cellsOf(below).length
  );
}

/** A table in a frame that scrolls when it is wide, with the keyboard, too. */
function table(lines: string[], inline: Inline): HTMLElement {
  const [head = '', , ...rows] = takeWhile(lines, tableRow);
  const body = rows.map((line) => row(line, 'td', inline));
  return element(
    'div',
    { class: 'table', tabindex: '0' },
    element('table', {}, row(head, 'th', inline), ...body),
  );
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
    .replace(/^\| *| *\|$/g, '')
    .split(/ *\| */);
}
