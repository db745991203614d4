import type { Exchange } from '../exchange.ts';

const names = /[a-z]+(?:_[a-z]+)*/g;
// Members of JSON, also within the lines of an event stream.
const members = /"([A-Za-z][\w-]*)"\s*:/g;

/** A name without what spellings differ in: letter case, underscores and hyphens. */
function spoken(name: string): string {
  return name.replaceAll(/[_-]/g, '').toLowerCase();
}

/**
 * A field that the response has in another spelling than the contract, such as `Description` or `createdAt`, where a
 * finding names the field and no object of the response has it. Returns a sentence for a report, or undefined.
 */
export function otherSpellingIn(expected: string, actual: string, exchange?: Exchange): string | undefined {
  const found = new Set([...(exchange?.text ?? '').matchAll(members)].map(([, name = '']) => name));
  for (const [name] of `${expected} ${actual}`.matchAll(names)) {
    if (found.has(name)) continue;
    const other = [...found].find((one) => spoken(one) === spoken(name));
    if (other !== undefined) return `expected \`${name}\`, found \`${other}\``;
  }
  return undefined;
}
