import type { Frame, HttpResponse, JsonObject } from './deployment.ts';

export function bytes(content: string | Buffer): Frame {
  return { type: 'bytes', bytes: content };
}

export function jsonResponse(
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): HttpResponse {
  return {
    status,
    headers: { 'content-type': 'application/json', ...headers },
    frames: [bytes(JSON.stringify(body))],
  };
}

export function textResponse(status: number, type: string, text: string): HttpResponse {
  return { status, headers: { 'content-type': type }, frames: [bytes(text)] };
}

/** The text of a body. */
export function textOf({ frames }: HttpResponse): string {
  return frames.map((frame) => (frame.type === 'bytes' ? frame.bytes.toString() : '')).join('');
}

/** Changes a JSON body; a response of another media type is returned unchanged. */
export function changeJson(response: HttpResponse, change: (body: JsonObject) => unknown): HttpResponse {
  if (!/json/.test(response.headers['content-type'] ?? '')) return response;
  return {
    ...response,
    frames: [bytes(JSON.stringify(change(JSON.parse(textOf(response)) as JsonObject)))],
  };
}

/** An object without some of its keys. */
export function without(value: JsonObject, ...keys: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(value).filter(([key]) => !keys.includes(key)));
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Turns of the event loop in which requests that were sent at once all arrive, with the handshakes of their connections. */
const enough = 100;

/**
 * The time of a query or a model, in which other requests come in. It counts turns and not milliseconds: client and
 * server share one event loop, so what was sent at once overlaps on a machine of any speed.
 */
export async function overlap(turns = enough): Promise<void> {
  for (let turn = 0; turn < turns; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}
