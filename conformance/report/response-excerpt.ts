import { parseJson } from '../exchange.ts';
import type { ClauseFailure } from './clause-result.ts';
import { wrapperOf } from './symptom.ts';

/** A line of a response; `marked` is the part that differs from what was expected. */
export interface ExcerptLine {
  readonly before: string;
  readonly marked: string;
  readonly after: string;
}

const maxLines = 7;
const maxLineLength = 160;
const fieldInText =
  /\b(?:[a-z_]+\.)*([a-z_]+)\b(?= (?:as it was sent|is |in the list|missing|event has|, )|$)/;

function plain(text: string): ExcerptLine {
  return { before: text, marked: '', after: '' };
}

function shortened({ before, marked, after }: ExcerptLine): ExcerptLine {
  const cut = (text: string, length: number): string =>
    text.length > length ? `${text.slice(0, length)} ...` : text;
  return { before: cut(before, maxLineLength), marked: cut(marked, maxLineLength), after: cut(after, 40) };
}

/** The lines of a body: JSON with a member a line, other text as it is. */
function linesOf(body: string): readonly string[] {
  const value = parseJson(body);
  return value === undefined
    ? body.split(/\r\n|\n|\r/).filter((line) => line !== '')
    : JSON.stringify(value, null, 2).split('\n');
}

/** The values of `sent "a", got "b"`, as JSON. */
function comparedIn(actual: string): { readonly sent: string; readonly got: string } | undefined {
  const [, sent, got] =
    /^(?:sent|created) (.+?), (?:got|returned|listed) (.+?)(?:; after .*)?$/s.exec(actual) ?? [];
  return sent === undefined || got === undefined ? undefined : { sent, got };
}

/** Marks what of `got` differs from `sent`, without what both begin and end with. */
export function markDifference(sent: string, got: string): ExcerptLine {
  let start = 0;
  while (start < got.length && start < sent.length && got[start] === sent[start]) start += 1;
  let end = 0;
  const rest = Math.min(got.length, sent.length) - start;
  while (end < rest && got.at(-1 - end) === sent.at(-1 - end)) end += 1;
  // What is missing leaves nothing to mark: mark where it was, with a neighbour on each side.
  if (start === got.length - end) {
    start = Math.max(0, start - 1);
    end = Math.max(0, end - 1);
  }
  return {
    before: got.slice(0, start),
    marked: got.slice(start, got.length - end),
    after: got.slice(got.length - end),
  };
}

/** The field that a failure is about: the last name of its path. */
function fieldOf({ expected, actual }: ClauseFailure): string | undefined {
  return fieldInText.exec(expected)?.[1] ?? fieldInText.exec(actual)?.[1];
}

/** Which line shows the failure, and what of it differs. */
function markLine(line: string, failure: ClauseFailure): ExcerptLine | undefined {
  const field = fieldOf(failure);
  const name = field === undefined ? undefined : `"${field}": `;
  const compared = comparedIn(failure.actual);
  const at = name === undefined ? -1 : line.indexOf(name);
  if (name === undefined || at === -1) return undefined;
  const value = line.slice(at + name.length).replace(/,$/, '');
  const comma = line.endsWith(',') ? ',' : '';
  const before = line.slice(0, at + name.length);
  if (compared === undefined) return { before, marked: value, after: comma };
  if (value !== compared.got) return undefined;
  const marked = markDifference(compared.sent, value);
  return { before: before + marked.before, marked: marked.marked, after: marked.after + comma };
}

/**
 * The part of a response that shows a failure, with the difference marked: up to seven lines around the field that
 * it names, or the start of the body. Empty without a response.
 */
export function responseExcerpt(failure: ClauseFailure): readonly ExcerptLine[] {
  const { response } = failure;
  if (response === undefined) return [];
  const { status, contentType, ending } = response;
  const isWrongStatus = /\bstatus \d|accepted/.test(failure.expected);
  const tail = `${contentType === '' ? '' : ` ${contentType}`}${ending === 'complete' ? '' : `, then ${ending}`}`;
  const head = isWrongStatus
    ? { before: 'HTTP ', marked: String(status), after: tail }
    : plain(`HTTP ${status}${tail}`);
  const lines = linesOf(response.body);
  const wrapper = wrapperOf(parseJson(response.body));
  const marks = lines.map((line) => {
    if (isWrongStatus) return undefined;
    if (wrapper === undefined) return markLine(line, failure);
    const isWrapper = line === `  "${wrapper}": {`;
    return isWrapper ? { before: '  ', marked: `"${wrapper}"`, after: ': {' } : undefined;
  });
  const found = marks.findIndex((mark) => mark !== undefined);
  const from = found === -1 ? 0 : Math.max(0, found - Math.floor(maxLines / 2));
  const shown = lines.slice(from, from + maxLines).map((line, index) => marks[from + index] ?? plain(line));
  return [
    head,
    ...(from > 0 ? [plain('...')] : []),
    ...shown,
    ...(from + maxLines < lines.length ? [plain('...')] : []),
  ].map(shortened);
}
