import type { Frame, JsonObject, Reply } from './deployment.ts';

/** A stretch of a body. */
export function bytes(content: string | Buffer): Frame {
  return { type: 'bytes', bytes: content };
}

/** A JSON reply. */
export function jsonReply(
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): Reply {
  return {
    status,
    headers: { 'content-type': 'application/json', ...headers },
    frames: [bytes(JSON.stringify(body))],
  };
}

/** A reply with a text of another media type. */
export function textReply(status: number, type: string, text: string): Reply {
  return { status, headers: { 'content-type': type }, frames: [bytes(text)] };
}

/** What a reply says, as one string. */
export function bodyText(reply: Reply): string {
  return reply.frames.map((frame) => (frame.type === 'bytes' ? frame.bytes.toString() : '')).join('');
}

/** The same reply with its JSON object changed; any other body stays as it is. */
export function changeJson(reply: Reply, change: (body: JsonObject) => unknown): Reply {
  if (!/json/.test(reply.headers['content-type'] ?? '')) return reply;
  return { ...reply, frames: [bytes(JSON.stringify(change(JSON.parse(bodyText(reply)) as JsonObject)))] };
}

/** An object without some of its keys. */
export function without(value: JsonObject, ...keys: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(value).filter(([key]) => !keys.includes(key)));
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
