import { isUtf8 } from 'node:buffer';
import { parseJson } from '../../exchange.ts';
import { isObject } from './responses.ts';

/** A defect that a framework turns into a 500. */
export class UnhandledFault extends Error {
  override readonly name = 'UnhandledFault';
}

const maxDepth = 64;

/** How deep arrays and objects are nested, read from the text, so that no recursion overflows. */
export function depthOf(text: string): number {
  let depth = 0;
  let deepest = 0;
  for (const mark of text.replaceAll(/"(?:[^"\\]|\\.)*"/gs, '')) {
    if (mark === '[' || mark === '{') depth += 1;
    if (mark === ']' || mark === '}') depth -= 1;
    deepest = Math.max(deepest, depth);
  }
  return deepest;
}

/** Parsed JSON of at most 64 levels; undefined for other text. */
export function parseShallow(text: string): unknown {
  return depthOf(text) > maxDepth ? undefined : parseJson(text);
}

/** A value with its texts and names, or its numbers, changed at every depth. */
export function mapDeeply(
  value: unknown,
  change: { readonly text?: (text: string) => string; readonly name?: (name: string) => string },
): unknown {
  if (typeof value === 'string') return change.text?.(value) ?? value;
  if (Array.isArray(value)) return value.map((item) => mapDeeply(item, change));
  if (!isObject(value)) return value;
  const entries = Object.entries(value).map(
    ([name, item]) => [change.name?.(name) ?? name, mapDeeply(item, change)] as const,
  );
  return Object.fromEntries(entries);
}

/** Whether a text or a number of a value cannot be kept by every database or language. */
function isHard(value: unknown): boolean {
  if (typeof value === 'string') return value.includes('\0') || !value.isWellFormed();
  if (typeof value === 'number')
    return Number.isInteger(value) ? !Number.isSafeInteger(value) : !Number.isFinite(value);
  if (Array.isArray(value)) return value.some(isHard);
  return isObject(value) && Object.entries(value).some((entry) => entry.some(isHard));
}

/** The JSON of a body in UTF-8, of at most 64 levels; undefined for any other. */
export function readUtf8Json(body: Buffer): unknown {
  return isUtf8(body) ? parseShallow(body.toString()) : undefined;
}

/** Rejects what decision 0025 allows to reject: byte-order marks, depth, NUL, lone surrogates, inexact integers. */
export function readStrictly(body: Buffer): unknown {
  const value = readUtf8Json(body);
  return isHard(value) ? undefined : value;
}
