import type { Finding } from '../../check.ts';
import { showValue } from '../../client/describe-exchange.ts';
import { isJson, isObject, type Exchange } from '../../exchange.ts';

const nameOrText = /("(?:[^"\\]|\\.)*")(\s*:)?/g;

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

/** A value without the numbers of its names. */
function withoutNumbers(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNumbers);
  if (!isObject(value)) return value;
  const entries = Object.entries(value).map(
    ([name, part]) => [name.slice(name.indexOf(' ') + 1), withoutNumbers(part)] as const,
  );
  return Object.fromEntries(entries);
}

/** The first name that an object has twice with different values, in a value of `parseWithNumbers`. */
function repeatedIn(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  if (isObject(value)) {
    const known = new Map<string, string>();
    for (const [numbered, part] of Object.entries(value)) {
      const name = numbered.slice(numbered.indexOf(' ') + 1);
      const shown = JSON.stringify(withoutNumbers(part));
      if ((known.get(name) ?? shown) !== shown) return name;
      known.set(name, shown);
    }
  }
  return Object.values(value)
    .map(repeatedIn)
    .find((name) => name !== undefined);
}

/** A name that the JSON text of a response has twice with different values: parsers return one or the other. */
export function repeatedName(text: string): string | undefined {
  try {
    return repeatedIn(parseWithNumbers(text));
  } catch {
    return undefined;
  }
}

/** Verifies the text of a JSON response, which JSON.parse and fetch are lenient about. Source 1, RFC 8259. */
export function verifyJsonText(exchange: Exchange): readonly Finding[] {
  const { bytes, status, text } = exchange;
  if (!isJson(exchange)) return [];
  const hasMark = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  const mark: readonly Finding[] = hasMark
    ? [
        {
          requirement: 'R-1-07',
          expected: 'JSON without a byte-order mark (RFC 8259 section 8.1)',
          actual: 'the bytes ef bb bf before it',
        },
      ]
    : [];
  const name = repeatedName(text);
  if (name === undefined) return mark;
  const requirement = status >= 400 && name === 'status' ? 'R-2.5-03' : 'R-1-07';
  const expected = `one value of ${JSON.stringify(name)}, as parsers return the first or the last`;
  return [...mark, { requirement, expected, actual: showValue(text) }];
}
