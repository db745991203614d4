import type { Call, Deployment, HttpRequest, JsonObject } from '../server/deployment.ts';
import { decode } from '../server/read-json.ts';
import { maximal } from './maximal.ts';

// Node has it, the types of TypeScript 5 do not.
const { rawJSON } = JSON as unknown as { readonly rawJSON: (literal: string) => unknown };

/** Accepts a byte-order mark, any depth, duplicated names, NUL and lone surrogates. */
function readLeniently({ body }: HttpRequest): unknown {
  try {
    return JSON.parse(decode(body).replace(/^\uFEFF/, '')) as unknown;
  } catch {
    return undefined;
  }
}

/** The literal of a sent number that no double holds, such as 9007199254740993. */
function exactly(value: unknown, { request }: Call): unknown {
  if (typeof value !== 'number' || Number.isSafeInteger(value)) return value;
  const literal = /"max_tokens"\s*:\s*(-?\d[\d.eE+-]*)/.exec(request.body.toString())?.[1];
  return literal === undefined ? value : rawJSON(literal);
}

/** Stores known fields only, so that ignored ones are not returned. */
function newAgent({ name, type, description, config }: JsonObject, call: Call): JsonObject {
  const sent = config as JsonObject;
  const max_tokens =
    sent['max_tokens'] === undefined ? {} : { max_tokens: exactly(sent['max_tokens'], call) };
  const known = { name, type, ...(description !== undefined && { description }) };
  return maximal.newAgent({ ...known, config: { ...sent, ...max_tokens } }, call);
}

/** Accepts every JSON text that a parser may, and keeps each value exactly, as Python keeps integers. */
export const lenient: Deployment = { ...maximal, name: 'lenient', readJson: readLeniently, newAgent };
