import { isUtf8 } from 'node:buffer';
import { parseJson } from '../../exchange.ts';
import type { Call, Deployment, HttpRequest, JsonObject } from '../server/deployment.ts';
import { mapDeeply, parseShallow, readUtf8Json } from '../server/read-json.ts';
import { maximal } from './maximal.ts';

// Node has it, the types of TypeScript 5 do not.
const { rawJSON } = JSON as unknown as { readonly rawJSON: (literal: string) => unknown };

/** Accepts a byte-order mark, any depth, duplicated names, NUL and lone surrogates. */
function readLeniently({ body }: HttpRequest): unknown {
  return isUtf8(body) ? parseJson(body.toString().replace(/^\uFEFF/, '')) : undefined;
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

type Read = (request: HttpRequest) => unknown;

function reader(name: string, readJson: Read, base: Deployment = maximal): Deployment {
  return { ...base, name, readJson };
}

/** Rejects a number that an integer type of 64 bits does not hold, however it is written. */
function withIntegers(read: Read): Read {
  return (request) => {
    const literal = /"max_tokens"\s*:\s*(-?\d[\d.eE+-]*)/i.exec(request.body.toString())?.[1] ?? '0';
    return /^-?\d{1,18}$/.test(literal) ? read(request) : undefined;
  };
}

/** The body with three bytes in place of half a surrogate pair read as that half. */
function withSurrogates(body: Buffer): Buffer {
  const escaped = body.toString('latin1').replaceAll(/\xED([\xA0-\xBF])([\x80-\xBF])/g, (_all, high, low) => {
    const [second = 0, third = 0] = [String(high), String(low)].map((byte) => byte.charCodeAt(0) & 0x3f);
    return `\\u${(0xd000 | (second << 6) | third).toString(16)}`;
  });
  return Buffer.from(escaped, 'latin1');
}

/** UTF-16 as UTF-8, by its byte-order mark. */
function detected(body: Buffer): Buffer {
  return body[0] === 0xff && body[1] === 0xfe ? Buffer.from(body.toString('utf16le').slice(1)) : body;
}

/** `JSON.parse(body.toString())`, as in Node: replaces bytes that are not UTF-8, and rounds integers to doubles. */
const node = reader('node-json', ({ body }) => parseShallow(body.toString()));

/** `json.loads(body)`: reads UTF-16, halves of surrogate pairs and NaN, and keeps integers of any length. */
const python = reader(
  'python-json',
  ({ body }) => {
    const text = withSurrogates(detected(body)).toString('latin1');
    return readUtf8Json(Buffer.from(text.replaceAll(/:(?=NaN\b|-?Infinity\b)(-?\w+)/g, ':"$1"'), 'latin1'));
  },
  lenient,
);

/** `json.Unmarshal` into a struct: names in any letter case, U+FFFD for what is no character. */
const go = reader(
  'go-json',
  withIntegers(({ body }) =>
    mapDeeply(parseShallow(body.toString()), {
      name: (name) => name.toLowerCase(),
      text: (text) => text.toWellFormed(),
    }),
  ),
  lenient,
);

/** `ObjectMapper` of Jackson 3 with a `double`: reads UTF-16, halves of surrogate pairs and overlong sequences. */
const jackson = reader('jackson-json', ({ body }) => {
  const text = withSurrogates(detected(body)).toString('latin1').replaceAll('\xC0\xAF', '/');
  return readUtf8Json(Buffer.from(text, 'latin1'));
});

/** `JsonSerializer` with the defaults of ASP.NET: names in any letter case, and a byte-order mark. */
const dotnet = reader(
  'dotnet-json',
  withIntegers(({ body }) => {
    const value = readUtf8Json(body.subarray(body[0] === 0xef ? 3 : 0));
    return JSON.stringify(value)?.match(/\\ud[89a-f]/) === null
      ? mapDeeply(value, { name: (name) => name.toLowerCase() })
      : undefined;
  }),
  lenient,
);

/** Servers that read JSON as their platforms do by default, within what RFC 8259 leaves to parsers. */
export const readers: readonly Deployment[] = [node, python, go, jackson, dotnet];
