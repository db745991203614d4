import { isArray, type Json } from '../contract/json.ts';

/** The first line of every generated file, in the comment syntax of its format. */
export const headLine = 'Generated from spec/. Do not edit; change spec/ and run: npm run generate';

/** Writes a value as TypeScript source: identifiers unquoted, strings in single quotes, lists of scalars on one line. */
export function writeLiteral(value: Json, indent = ''): string {
  if (typeof value === 'string') return quote(value);
  if (typeof value !== 'object' || value === null) return String(value);
  if (isArray(value)) return writeArray(value, indent);
  const entries = Object.entries(value);
  if (entries.length === 0) return '{}';
  const deeper = `${indent}  `;
  const lines = entries.map(([key, item]) => `${deeper}${writeKey(key)}: ${writeLiteral(item, deeper)},`);
  return `{\n${lines.join('\n')}\n${indent}}`;
}

function writeArray(items: readonly Json[], indent: string): string {
  if (items.every((item) => typeof item !== 'object' || item === null)) {
    return `[${items.map((item) => writeLiteral(item)).join(', ')}]`;
  }
  const deeper = `${indent}  `;
  return `[\n${items.map((item) => `${deeper}${writeLiteral(item, deeper)},`).join('\n')}\n${indent}]`;
}

/** A property name, quoted unless it is an identifier: a bare number would be a number to `keyof`. */
function writeKey(key: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(key) ? key : quote(key);
}

function quote(text: string): string {
  return `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
}
