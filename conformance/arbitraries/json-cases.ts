import { parseExactly } from './exact-json.ts';

/** A body to the byte, and what a deployment may make of it (decision 0025). */
export interface JsonCase {
  readonly what: string;
  /**
   * `accepted`: valid JSON with valid values. `rejected`: no JSON by the grammar of RFC 8259. `either`: left open by the
   * source; rejected with a 4xx, or accepted with the value unchanged. `unreliable`: RFC 8259 leaves to a parser what it
   * makes of it (its sections 4, 6, 8 and 9); a value that changes is a warning.
   */
  readonly expectation: 'accepted' | 'rejected' | 'either' | 'unreliable';
  readonly body: string | Uint8Array;
  /** Default: application/json. */
  readonly contentType?: string;
  /** What an accepted body keeps: one of `values`, as parseExactly returns them; or the default of what it omits. */
  readonly kept?: { readonly path: string; readonly values: readonly unknown[]; readonly isDefault?: true };
}

type Fields = Readonly<Record<string, unknown>>;
type Row = readonly [what: string, body: string | Uint8Array, keeps?: readonly unknown[]];

// Beyond the default depths of parsers (64, 1000), in less than the 16 kB that small services accept.
const depth = 7000;
const greatDepth = 100_000;

const slot = 'conformance slot';

/** The body as JSON with the value at a path (of one or two names) replaced by any text. */
export function withRaw(valid: Fields, path: string, raw: string): string {
  const [name = '', inner] = path.split('.');
  const value = inner === undefined ? slot : { ...(valid[name] as Fields), [inner]: slot };
  return JSON.stringify({ ...valid, [name]: value }).replace(`"${slot}"`, () => raw);
}

/** The body in UTF-8, with each character of `raw` as one byte. */
function withBytes(valid: Fields, path: string, raw: string): Uint8Array {
  const mark = '"conformance raw bytes"';
  const [before = '', after = ''] = withRaw(valid, path, mark).split(mark);
  return Buffer.concat([Buffer.from(before), Buffer.from(raw, 'latin1'), Buffer.from(after)]);
}

function cases(
  expectation: JsonCase['expectation'],
  path: string,
  rows: readonly Row[],
): readonly JsonCase[] {
  return rows.map(([what, body, values]) => ({
    what,
    expectation,
    body,
    ...(values && { kept: { path, values } }),
  }));
}

function beforeEnd(json: string, addition: string): string {
  return `${json.slice(0, -1)}${addition}}`;
}

/** Bodies that are no JSON by the grammar of RFC 8259. */
export function malformedJson(valid: Fields, textPath: string): readonly JsonCase[] {
  const json = JSON.stringify(valid);
  const bytes = (raw: string): Uint8Array => withBytes(valid, textPath, raw);
  return cases('rejected', textPath, [
    ['an empty body', ''],
    ['blanks only', ' \r\n'],
    ['a trailing comma', beforeEnd(json, ',')],
    // Blanks of other standards, which trim removes.
    ['no-break blanks around it', `\u00a0${json}\u2028`],
    ['text after the object', `${json} and more`],
    ['a second object after the first', `${json}\n${json}`],
    ['a bracket after the object', `${json}]`],
    ['a comment', `${json.slice(0, 1)}/* a comment */${json.slice(1)}`],
    ['a comment to the end of the line', `${json} // a comment`],
    ['single quotes', json.replaceAll('"', "'")],
    ['a name without quotes', json.replace(/"(\w+)":/, '$1:')],
    ['the literal True', beforeEnd(json, ',"shoe_size":True')],
    ['a raw tab in a string', bytes('"a\tb"')],
    ['a raw NUL in a string', bytes('"a\0b"')],
    ['the escape \\x41', bytes('"\\x41"')],
    [`arrays nested ${depth} deep`, '['.repeat(depth) + ']'.repeat(depth)],
  ]);
}

const malformedLiterals = [
  'NaN',
  'Infinity',
  '-Infinity',
  '01024',
  '+1024',
  '.5',
  '5.',
  '0x400',
  '1_024',
  '1024L',
];

/** Numbers that JavaScript, JSON5 or YAML know, and JSON does not. */
export function malformedNumbers(
  valid: Fields,
  path: string,
  literals: readonly string[] = malformedLiterals,
): readonly JsonCase[] {
  return cases(
    'rejected',
    path,
    literals.map((literal) => [`${path} ${literal}`, withRaw(valid, path, literal)]),
  );
}

/** Numbers that are valid in several forms. */
export function spelledNumbers(
  valid: Fields,
  path: string,
  literals: readonly string[],
): readonly JsonCase[] {
  return cases(
    'accepted',
    path,
    literals.map((literal) => [`${path} ${literal}`, withRaw(valid, path, literal), [parseExactly(literal)]]),
  );
}

/** Integers that are written as a float, which readers with an integer type reject. */
export function integersAsFloats(
  valid: Fields,
  path: string,
  literals: readonly string[],
): readonly JsonCase[] {
  return spelledNumbers(valid, path, literals).map((one) => ({ ...one, expectation: 'either' }));
}

/** Numbers beyond the range and the precision that RFC 8259 calls interoperable (section 6). */
export function inexactNumbers(valid: Fields, path: string): readonly JsonCase[] {
  const literals = ['9007199254740993', '1e400', '18446744073709551617'];
  return spelledNumbers(valid, path, literals).map((one) => ({ ...one, expectation: 'unreliable' }));
}

/** Bytes that are not UTF-8, which a parser rejects or replaces, and a literal that many know in a field that none does. */
export function unreliableTexts(valid: Fields, textPath: string): readonly JsonCase[] {
  const bytes = (raw: string): Uint8Array => withBytes(valid, textPath, raw);
  return cases('unreliable', textPath, [
    ['a byte ff in a string', bytes('"a\xFFb"'), []],
    ['Latin-1 in place of UTF-8', bytes('"caf\xE9"'), []],
    ['an overlong UTF-8 sequence', bytes('"a\xC0\xAFb"'), []],
    ['a surrogate in UTF-8', bytes('"a\xED\xA0\x80b"'), []],
    ['NaN for an unknown field', beforeEnd(JSON.stringify(valid), ',"shoe_size":NaN')],
  ]);
}

/** Valid JSON that is written in an unusual way. */
export function unusualJson(valid: Fields, textPath: string): readonly JsonCase[] {
  const json = JSON.stringify(valid);
  const text = '"\\u0041\\ud83d\\ude00\\/\\u00e9"';
  return cases('accepted', textPath, [
    ['a text with escapes', withRaw(valid, textPath, text), ['A😀/é']],
    [
      'a name with an escape',
      json.replace(
        /"(\w)(\w+)":/,
        (_all, first: string, rest: string) => `"\\u00${first.charCodeAt(0).toString(16)}${rest}":`,
      ),
    ],
    ['its fields in reverse order', JSON.stringify(Object.fromEntries(Object.entries(valid).toReversed()))],
    ['blanks and line ends around each token', ` \r\n\t${JSON.stringify(valid, null, '\t')}\r\n `],
  ]);
}

/** Texts whose code units some languages and databases replace, truncate or fail on. */
export function hardTexts(valid: Fields, textPath: string): readonly JsonCase[] {
  const row = (raw: string): Row => [`the text ${raw}`, withRaw(valid, textPath, raw), [JSON.parse(raw)]];
  const surrogates = ['"lone \\ud800 surrogate"', '"pair \\ude00\\ud83d in reverse"'];
  return [
    ...cases('unreliable', textPath, surrogates.map(row)),
    ...cases('either', textPath, [row('"before\\u0000after"')]),
  ];
}

/** Messages with optional fields that are null, and ids of conversations in forms that no service makes. */
export function oddConversations(valid: Fields): readonly JsonCase[] {
  const withField = (name: string, value: unknown): string => JSON.stringify({ ...valid, [name]: value });
  const ids = ['', 'x', '0', '../a"b\\c\'d %', 'ä 👟', 'x'.repeat(300), 'a\0b'];
  return cases('either', '', [
    ['conversation_id null', withField('conversation_id', null)],
    ['stream null', withField('stream', null)],
    ...ids.map((id): Row => [
      `conversation_id ${JSON.stringify(id.slice(0, 20))}`,
      withField('conversation_id', id),
    ]),
  ]);
}

const members =
  '"hasOwnProperty":1,"toString":1,"constructor":{"prototype":{"name":"other"}},"then":1,"length":0';

/** JSON that parsers may read differently, and limits that RFC 8259 allows. */
export function ambiguousJson(valid: Fields, textPath: string): readonly JsonCase[] {
  const json = JSON.stringify(valid);
  const own = [valid[textPath]];
  const otherCase = textPath.toUpperCase();
  const deep = '['.repeat(greatDepth) + ']'.repeat(greatDepth);
  const names = cases('unreliable', textPath, [
    [`${textPath} twice`, beforeEnd(json, `,"${textPath}":"second"`), own],
    [`${textPath} and ${otherCase}`, beforeEnd(json, `,"${otherCase}":"other"`), own],
    [`${otherCase} in place of ${textPath}`, json.replace(`"${textPath}":`, `"${otherCase}":`)],
  ]);
  const rows = cases('either', textPath, [
    ['a byte-order mark', `\uFEFF${json}`, own],
    ['UTF-16', Buffer.from(`\uFEFF${json}`, 'utf16le'), own],
    ['a field named by a lone surrogate', beforeEnd(json, ',"\\ud800":1'), own],
    ['a field __proto__', beforeEnd(json, `,"__proto__":{"${textPath}":"other"}`), own],
    ['fields named as members of objects', beforeEnd(json, `,${members}`), own],
    [`an unknown field nested ${greatDepth} deep`, beforeEnd(json, `,"shoe_size":${deep}`), own],
    ['JSON as text/plain', json, own],
  ]);
  return [
    ...names,
    ...rows.map((one) => (one.what.endsWith('text/plain') ? { ...one, contentType: 'text/plain' } : one)),
  ];
}

/** A body without an optional field of config, which has another case of its name: the field has its default or that value. */
export function optionalNameInAnotherCase(
  valid: Fields,
  path: string,
  otherCase: string,
  literal: string,
): JsonCase {
  const [, name = ''] = path.split('.');
  const { [name]: value, ...others } = valid['config'] as Fields;
  const body = JSON.stringify({ ...valid, config: { ...others, [otherCase]: value } });
  const kept = { path, values: [parseExactly(literal)], isDefault: true } as const;
  return { what: `${otherCase} in place of ${name}`, expectation: 'unreliable', body, kept };
}

/** A body without the temperature, which the prototype of its config has where code merges the two deeply. */
export function temperatureOfPrototype(valid: Fields): JsonCase {
  const { temperature: _left, ...others } = valid['config'] as Fields;
  const json = JSON.stringify({ ...valid, config: others });
  const body = json.replace('"config":{', '"config":{"__proto__":{"temperature":0.125},');
  const path = 'config.temperature';
  const kept = { path, values: [parseExactly('0.7')], isDefault: true } as const;
  return { what: '__proto__ with the temperature', expectation: 'either', body, kept };
}

/** Bodies whose first capability has its names in another case, too, with other values. None without a capability. */
export function capabilityNamesInAnotherCase(
  valid: Fields,
  capability: { readonly type: string; readonly enabled: boolean } | undefined,
): readonly JsonCase[] {
  if (capability === undefined) return [];
  const { type, enabled } = capability;
  const bodyWith = (other: Fields): string =>
    JSON.stringify({
      ...valid,
      config: { ...(valid['config'] as Fields), mcp_capabilities: [{ ...capability, ...other }] },
    });
  const path = 'config.mcp_capabilities.0';
  return [
    ...cases('unreliable', `${path}.type`, [['type and Type', bodyWith({ Type: 'other' }), [type]]]),
    ...cases('unreliable', `${path}.enabled`, [
      ['enabled and Enabled', bodyWith({ Enabled: !enabled }), [enabled]],
    ]),
  ];
}
