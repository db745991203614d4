import { ServiceError } from '../errors.ts';
import { fieldName, type FieldPath } from './field-errors.ts';

/** Whether a value is a JSON object: neither an array nor null. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A rule of decision 0025 that JSON.parse does not have, and the field that breaks it. */
export interface JsonProblem {
  readonly rule: 'depth' | 'duplicate' | 'nul' | 'surrogate';
  readonly field: FieldPath;
}

/** Maximum nesting of objects and arrays (decision 0025). */
export const maxJsonDepth = 32;

interface Level {
  /** The keys read so far; null in an array. */
  readonly keys: Set<string> | null;
  /** The key or index that is being read. */
  step: string | number;
  isKeyNext: boolean;
}

/** The first problem in a text that JSON.parse accepts, or null. Linear in the length of the text. */
export function scanJson(text: string): JsonProblem | null {
  const levels: Level[] = [];
  for (let index = nextStructural(text, 0); index >= 0; index = nextStructural(text, index + 1)) {
    const level = levels.at(-1);
    switch (text[index]) {
      case '{':
        levels.push({ keys: new Set(), step: '', isKeyNext: true });
        break;
      case '[':
        levels.push({ keys: null, step: 0, isKeyNext: false });
        break;
      case '}':
      case ']':
        levels.pop();
        break;
      case ',':
        if (level !== undefined) advance(level);
        break;
      case '"': {
        const end = endOfString(text, index);
        const rule = stringProblem(text.slice(index, end + 1), level);
        if (rule !== null) return { rule, field: levels.map(({ step }) => step) };
        index = end;
        break;
      }
    }
    if (levels.length > maxJsonDepth) return { rule: 'depth', field: [] };
  }
  return null;
}

const structural = /["{}[\],]/g;

/** The index of the next structural character, -1 at the end. */
function nextStructural(text: string, from: number): number {
  structural.lastIndex = from;
  return structural.test(text) ? structural.lastIndex - 1 : -1;
}

function advance(level: Level): void {
  if (level.keys === null) level.step = Number(level.step) + 1;
  else level.isKeyNext = true;
}

function stringProblem(literal: string, level: Level | undefined): JsonProblem['rule'] | null {
  const value: string = literal.includes('\\') ? JSON.parse(literal) : literal.slice(1, -1);
  const isKey = level?.keys != null && level.isKeyNext;
  if (isKey) {
    level.step = value;
    level.isKeyNext = false;
    if (level.keys.has(value)) return 'duplicate';
    level.keys.add(value);
  }
  if (value.includes('\0')) return 'nul';
  return value.isWellFormed() ? null : 'surrogate';
}

/** The index of the quote that ends the string that begins at `start`. */
function endOfString(text: string, start: number): number {
  let end = text.indexOf('"', start + 1);
  while (isEscaped(text, end)) end = text.indexOf('"', end + 1);
  return end;
}

function isEscaped(text: string, quote: number): boolean {
  let backslashes = 0;
  while (text[quote - 1 - backslashes] === '\\') backslashes += 1;
  return backslashes % 2 === 1;
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * Parses the JSON object of a request body. Throws ServiceError `invalid_request` for everything that two parsers could
 * read differently, or that a database would not return unchanged (decision 0025).
 */
export function parseStrictJson(bytes: Uint8Array): Readonly<Record<string, unknown>> {
  if (bytes.length === 0) throw invalid('the body is empty: send a JSON object');
  const text = decode(bytes);
  const value = parse(text);
  const problem = scanJson(text);
  if (problem !== null) throw invalid(describeJsonProblem(problem));
  if (!isObject(value)) throw invalid('the body must be a JSON object');
  return value;
}

function decode(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes);
  } catch {
    throw invalid('the body is not valid UTF-8');
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The parser's own message quotes the body.
    throw invalid('the body is not valid JSON');
  }
}

function invalid(message: string): ServiceError {
  return new ServiceError('invalid_request', message);
}

/** A message that names the field and the rule (decision 0025). */
export function describeJsonProblem({ rule, field }: JsonProblem): string {
  switch (rule) {
    case 'depth':
      return 'the body is nested deeper than 32 levels';
    case 'duplicate':
      return `${fieldName(field)} is duplicated`;
    case 'nul':
      return `${fieldName(field)} must not contain the character NUL`;
    case 'surrogate':
      return `${fieldName(field)} contains an unpaired surrogate`;
    default:
      return rule satisfies never;
  }
}
