import type { Deployment, HttpResponse, JsonObject } from '../server/deployment.ts';
import { bytes, isObject, jsonResponse } from '../server/responses.ts';

/** Something that a first draft does wrong, and the entry of a report that says so. */
export interface Cause {
  /** What is wrong, for people. */
  readonly what: string;
  /** What the title of its entry has. */
  readonly title: RegExp;
}

/** A server as people write it first, with the defaults of its framework. */
export interface FirstDraft {
  readonly deployment: Deployment;
  /** All that its report says, the broadest first. */
  readonly causes: readonly Cause[];
}

/** A response without a body, as frameworks reject a request before a handler. */
export function emptyResponse(status: number, headers: Readonly<Record<string, string>> = {}): HttpResponse {
  return { status, headers: { 'content-length': '0', ...headers }, frames: [bytes('')] };
}

/** Errors with another body. */
export function errorsOf(
  bodyOf: (status: number, message: string) => JsonObject,
  type = 'application/json',
): Pick<Deployment, 'errorResponse'> {
  return {
    errorResponse: (status, message, headers) =>
      jsonResponse(status, bodyOf(status, message), { ...headers, 'content-type': type }),
  };
}

/** An object with some of its fields under other names. */
export function renamed(value: JsonObject, names: Readonly<Record<string, string>>): JsonObject {
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [names[name] ?? name, part]));
}

/** The body with a number in place of each text of digits in its config, as binders convert it. */
export function withNumbers(body: unknown): unknown {
  const config = isObject(body) ? body['config'] : undefined;
  if (!isObject(body) || !isObject(config)) return body;
  const number = (value: unknown): unknown =>
    typeof value === 'string' && /^[\d.]+$/.test(value) ? Number(value) : value;
  const { temperature, max_tokens } = config;
  const converted = { temperature: number(temperature), max_tokens: number(max_tokens) };
  return { ...body, config: { ...config, ...JSON.parse(JSON.stringify(converted)) } };
}
