import { readFileSync } from 'node:fs';
import type { Example } from '../../../spec/read-examples.ts';
import { contentSchemas, listResponses, type ContractOperation } from '../../contract/contract.ts';
import type { Json, JsonObject } from '../../contract/json.ts';

/** A request of the contract in the form that every language writes it from. */
export interface SampleRequest {
  readonly operation: string;
  /** In capitals. */
  readonly method: string;
  /** As in the document: without a query. */
  readonly path: string;
  readonly query: readonly (readonly [name: string, value: string])[];
  /** Texts may be placeholders: `{{agent_id}}`. */
  readonly body: JsonObject | undefined;
  /** Whether the response is a stream of events. */
  readonly streams: boolean;
}

/** A part that is the same in every sample of a language: a file of `parts/`, in that language. */
export function readPart(name: string): string {
  return readFileSync(new URL(`parts/${name}.txt`, import.meta.url), 'utf8');
}

/** Code of one language that sends the request. */
export interface Sample {
  readonly language: string;
  /** The name to save it under; undefined for a command of the shell. */
  readonly file: string | undefined;
  /** How to run the file. */
  readonly run: string | undefined;
  readonly code: string;
}

/** The request of an operation's example, whose headers the languages write themselves: the key and the JSON. */
export function sampleRequest(
  openapi: JsonObject,
  operation: ContractOperation,
  { request }: Example,
): SampleRequest {
  const url = new URL(request.path, 'https://host');
  const success = listResponses(openapi, operation).filter(({ status }) => status < 300);
  const contents = success.flatMap(({ object }) => contentSchemas(object));
  return {
    operation: operation.id,
    method: operation.method.toUpperCase(),
    path: operation.path,
    query: [...url.searchParams],
    body: request.body as JsonObject | undefined,
    streams: contents.some(([mediaType]) => mediaType === 'text/event-stream'),
  };
}

/** How a language writes JSON. */
export interface LiteralStyle {
  readonly indent: string;
  readonly object: string;
  readonly array: string;
  readonly words: Readonly<Record<string, string>>;
  text(value: string): string;
  key(name: string): string;
  /** An expression for a value that only the reader has, such as `AGENT_ID`. */
  variable(name: string): string;
  /** Whether single-line entries are aligned, as gofmt does. */
  readonly aligns?: true;
}

/** Writes JSON as a literal; `depth` is the indentation of the line that it begins on. */
export function literal(value: Json, style: LiteralStyle, depth: number): string {
  if (typeof value === 'string') {
    const placeholder = /^\{\{(\w+)\}\}$/.exec(value)?.[1];
    return placeholder === undefined ? style.text(value) : style.variable(placeholder.toUpperCase());
  }
  if (typeof value !== 'object' || value === null) return style.words[String(value)] ?? String(value);
  if (Array.isArray(value))
    return `${style.array}${value.map((item: Json) => literal(item, style, depth)).join(', ')}${style.array.endsWith('{') ? '}' : ']'}`;
  const entries = Object.entries(value).map(
    ([name, item]) => [`${style.key(name)}:`, literal(item, style, depth + 1)] as const,
  );
  const inner = style.indent.repeat(depth + 1);
  const lines = entries.map(
    ([key, text], index) => `${inner}${key.padEnd(keyWidth(entries, index, style))} ${text},\n`,
  );
  return `${style.object}\n${lines.join('')}${style.indent.repeat(depth)}}`;
}

/** The longest key of the run of single-line entries around an entry. */
function keyWidth(
  entries: readonly (readonly [key: string, text: string])[],
  index: number,
  { aligns }: LiteralStyle,
): number {
  const isMultiline = (at: number): boolean => entries[at]?.[1].includes('\n') ?? true;
  if (aligns === undefined || isMultiline(index)) return 0;
  let [first, last] = [index, index];
  while (!isMultiline(first - 1)) first -= 1;
  while (!isMultiline(last + 1)) last += 1;
  return Math.max(...entries.slice(first, last + 1).map(([key]) => key.length));
}
