import { isUtf8 } from 'node:buffer';
import type { Expectation, Finding } from '../check.ts';
import { showValue } from '../client/describe-exchange.ts';
import { isJson, isObject, type Exchange } from '../exchange.ts';

const nameOrText = /("[^"\\]*(?:\\.[^"\\]*)*")(\s*:)?/g;

/** Parses JSON with a number before each name, so that a repeated name keeps each of its values. */
function parseWithNumbers(text: string): unknown {
  let count = 0;
  const numbered = text.replaceAll(nameOrText, (all, token: string, colon: string | undefined) => {
    if (colon === undefined) return all;
    count += 1;
    return `"${count} ${token.slice(1)}${colon}`;
  });
  return JSON.parse(numbered) as unknown;
}

function withoutNumbers(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNumbers);
  if (!isObject(value)) return value;
  const entries = Object.entries(value).map(
    ([name, part]) => [name.slice(name.indexOf(' ') + 1), withoutNumbers(part)] as const,
  );
  return Object.fromEntries(entries);
}

/** The first name that an object has twice with different values, in a value of `parseWithNumbers`. */
function repeatedOwnName(value: object): string | undefined {
  if (!isObject(value)) return undefined;
  const known = new Map<string, string>();
  for (const [numbered, part] of Object.entries(value)) {
    const name = numbered.slice(numbered.indexOf(' ') + 1);
    const shown = JSON.stringify(withoutNumbers(part));
    if ((known.get(name) ?? shown) !== shown) return name;
    known.set(name, shown);
  }
  return undefined;
}

/** The same for an object and all that is in it. */
function repeatedNestedName(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const parts: readonly unknown[] = Object.values(value);
  return repeatedOwnName(value) ?? parts.map(repeatedNestedName).find((name) => name !== undefined);
}

function countNames(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  const parts: readonly unknown[] = Object.values(value);
  return parts.reduce((sum: number, part) => sum + countNames(part), Array.isArray(value) ? 0 : parts.length);
}

function findRepeated(text: string, find: (value: object) => string | undefined): string | undefined {
  try {
    // Most texts repeat no name, and lists are long.
    const written = text.match(nameOrText)?.filter((token) => token.endsWith(':')).length ?? 0;
    if (written === countNames(JSON.parse(text))) return undefined;
    return find(parseWithNumbers(text) as object);
  } catch {
    return undefined;
  }
}

/** A name that the JSON text of a response has twice with different values: parsers return one or the other. */
export function repeatedName(text: string): string | undefined {
  return findRepeated(text, repeatedNestedName);
}

/** The same for an event's own names: what is in its input or output may be a model's text. */
export function repeatedNameOfEvent(text: string): string | undefined {
  return findRepeated(text, repeatedOwnName);
}

/** The charset as which a text of more than ASCII is labelled, where that is not UTF-8: clients decode it so. */
export function otherCharset({ headers, text }: Exchange): string | undefined {
  const label = /charset="?([\w-]+)/i.exec(headers['content-type'] ?? '')?.[1] ?? 'utf-8';
  return /^(?:utf-?8|us-ascii)$/i.test(label) || !/[^\0-\x7F]/.test(text) ? undefined : label;
}

/** Verifies the text of a JSON response, which JSON.parse and fetch are lenient about. Source 1, RFC 8259. */
export function verifyJsonText(exchange: Exchange): readonly Finding[] {
  const { bytes, status, text } = exchange;
  if (!isJson(exchange)) return [];
  const found: Finding[] = [];
  const add = (
    expected: Expectation,
    actual: string,
    requirement: Finding['requirement'] = 'R-1-07',
  ): void => {
    found.push({ requirement, expected, actual });
  };
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf)
    add('json-without-mark', 'the bytes ef bb bf before it');
  if (!isUtf8(bytes)) add('json-in-utf-8', 'bytes that are not UTF-8');
  const label = otherCharset(exchange);
  if (label !== undefined) add('json-charset-utf-8', `charset ${label}`);
  const name = repeatedName(text);
  if (name !== undefined) {
    const requirement = status >= 400 && name === 'status' ? 'R-2.5-03' : 'R-1-07';
    add(['json-unique-names', JSON.stringify(name)], showValue(text), requirement);
  }
  return found;
}
