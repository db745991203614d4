import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Text that is too long to write out: `repeat`, that many times. */
export interface LongText {
  readonly repeat: string;
  readonly times: number;
}

/** A request as a client would send it; `{{name}}` stands for what only a running service knows. */
export interface ExampleRequest {
  readonly method: string;
  readonly path: string;
  /** https where it is absent. */
  readonly scheme?: 'http';
  readonly headers: Readonly<Record<string, string | LongText>>;
  /** Sent as JSON; an object with `repeat` and `times` stands for a long text. */
  readonly body?: unknown;
  /** Sent as it is, in place of `body`. */
  readonly text?: string;
}

export interface ExampleResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly events?: readonly unknown[];
}

/** One request and its response. Its file is named `<operationId>.<status>[.<what>].json`; `other` has no operation. */
export interface Example {
  readonly name: string;
  readonly operation: string;
  readonly status: number;
  readonly summary: string;
  readonly requirements: readonly string[];
  /** Requests that come first, each as often as `times` says, once where it is absent. */
  readonly setup: readonly { readonly times?: number; readonly request: ExampleRequest }[];
  readonly request: ExampleRequest;
  readonly response: ExampleResponse;
  /** JSON pointers into the response whose values differ from run to run. */
  readonly varies: readonly string[];
  /** Why no request can provoke this response. */
  readonly not_replayed?: string;
}

export interface EventExample {
  readonly type: string;
  readonly summary: string;
  readonly event: unknown;
}

const folder = join(import.meta.dirname, 'examples');
type StoredExample = Pick<Example, 'summary' | 'request' | 'response'> & Partial<Example>;
const defaults = { requirements: [], setup: [], varies: [] };

/** Every example of a request and its response, by name. */
export function readExamples(): Example[] {
  return names(false).map((name) => {
    const [operation = '', status] = name.split('.');
    return { ...defaults, ...readJson<StoredExample>(name), name, operation, status: Number(status) };
  });
}

/** Every example of an event of the chat stream. */
export function readEventExamples(): EventExample[] {
  return names(true).map((name) => ({
    ...readJson<Omit<EventExample, 'type'>>(name),
    type: name.slice('event.'.length),
  }));
}

function names(events: boolean): string[] {
  return readdirSync(folder)
    .filter((file) => file.startsWith('event.') === events)
    .map((file) => file.replace(/\.json$/, ''))
    .toSorted();
}

/** The tests beside this file prove that every example has the shape that is claimed here. */
function readJson<T>(name: string): T {
  return JSON.parse(readFileSync(join(folder, `${name}.json`), 'utf8')) as T;
}

/** A copy in which every long text is written out and every `{{name}}` is replaced by its value. */
export function fillExample<T>(value: T, values: Readonly<Record<string, string>>): T {
  return fill(value, values) as T;
}

function fill(value: unknown, values: Readonly<Record<string, string>>): unknown {
  if (typeof value === 'string') return fillText(value, values);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => fill(item, values));
  if (isLongText(value)) return value.repeat.repeat(value.times);
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, fill(item, values)]));
}

function isLongText(value: object): value is LongText {
  return 'repeat' in value && 'times' in value;
}

function fillText(text: string, values: Readonly<Record<string, string>>): string {
  return text.replaceAll(/\{\{(\w+)\}\}/g, (_whole, name: string) => {
    const known = values[name];
    if (known === undefined) throw new Error(`the example needs ${name}`);
    return known;
  });
}
