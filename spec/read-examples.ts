import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Stands for a long text: `repeat`, `times` times. */
export interface LongText {
  readonly repeat: string;
  readonly times: number;
}

/** A request as a client sends it; `{{name}}` is a placeholder for a value that only a running service has. */
export interface ExampleRequest {
  readonly method: string;
  readonly path: string;
  /** Default: https. */
  readonly scheme?: 'http';
  readonly headers: Readonly<Record<string, string | LongText>>;
  /** Sent as JSON; may contain `LongText`. */
  readonly body?: unknown;
  /** Sent unchanged, in place of `body`. */
  readonly text?: string;
}

export interface ExampleResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** The body, where it is not JSON. */
  readonly text?: string;
  readonly events?: readonly unknown[];
}

/** One request and its response, in `<operationId>.<status>[.<case>].json`; `other` stands for no operation. */
export interface Example {
  readonly name: string;
  readonly operation: string;
  readonly status: number;
  readonly summary: string;
  readonly requirements: readonly string[];
  /** Requests to send first, each `times` times (default: 1). */
  readonly setup: readonly { readonly times?: number; readonly request: ExampleRequest }[];
  readonly request: ExampleRequest;
  readonly response: ExampleResponse;
  /** JSON pointers to response values that differ between runs. */
  readonly varies: readonly string[];
  /** Why no request can cause this response. */
  readonly not_replayed?: string;
}

export interface EventExample {
  readonly type: string;
  readonly summary: string;
  readonly event: unknown;
}

/** Values for the placeholders, for readers; a running service has its own. */
export const sampleValues = {
  api_key: 'svc_00000000000000000000000000000000',
  limited_api_key: 'svc_11111111111111111111111111111111',
  agent_id: 'agt_6bJq0TnVxk2mWc8Rz4Yd1f',
  second_agent_id: 'agt_2mWc8Rz4Yd1f6bJq0TnVxk',
  visitor_token: 'vst_eyJ2aXNpdG9yIjoidmlzXzZiSnEwVG5WeGsybVdjIn0.0000000000000000',
  chatbot_id: 'cbt_6bJq0TnVxk2mWc8Rz4Yd1f',
  second_chatbot_id: 'cbt_2mWc8Rz4Yd1f6bJq0TnVxk',
  conversation_id: 'cnv_4Hs8QmT2pLz0VxYc7Rb3Kd',
} as const;

const folder = join(import.meta.dirname, 'examples');
type StoredExample = Pick<Example, 'summary' | 'request' | 'response'> & Partial<Example>;
const defaults = { requirements: [], setup: [], varies: [] };

/** All examples of requests and responses, sorted by name. */
export function readExamples(): Example[] {
  return names(false).map((name) => {
    const [operation = '', status] = name.split('.');
    return { ...defaults, ...readJson<StoredExample>(name), name, operation, status: Number(status) };
  });
}

/** All examples of chat stream events, sorted by type. */
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

/** Reads an example as `T`; `examples.test.ts` checks that the files have this shape. */
function readJson<T>(name: string): T {
  return JSON.parse(readFileSync(join(folder, `${name}.json`), 'utf8')) as T;
}

/** Returns a copy with long texts expanded and placeholders replaced. Throws for a placeholder without a value. */
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
    const value = values[name];
    if (value === undefined) throw new Error(`the example has no value for {{${name}}}`);
    return value;
  });
}
