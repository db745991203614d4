import type { JsonSchema } from './contract-schema.ts';

/** A valid body with one violation, or with two: then the path is that of the body. */
export interface Violation {
  /** The dotted path of the value; empty for the body itself. */
  readonly path: string;
  readonly rule: 'required' | 'type' | 'enum' | 'range' | 'whole' | 'length' | 'unknown-field';
  /** `open` where only our contract forbids it. */
  readonly level: 'stated' | 'open';
  readonly body: unknown;
  /** What the body has in place of a required value. */
  readonly instead?: string;
}

/** A value of the body with its schema. */
interface Place {
  readonly path: string;
  readonly schema: JsonSchema;
  readonly value: unknown;
  readonly isRequired: boolean;
  /** The body with this value replaced; undefined removes it. */
  readonly replace: (value: unknown) => unknown;
}

type Fields = Readonly<Record<string, unknown>>;

// Errors may quote it: it has characters of several bytes, quotes and a line end.
const quotedText = 'Größe "42"\n👟\\';

/** Values of another type, by type, beside those of `converted`. */
const otherTypes: Readonly<Record<string, readonly unknown[]>> = {
  string: [5, 0, true, false, [quotedText], { größe: quotedText }, { $ne: null }],
  number: ['NaN', '', 'Infinity', '1', true, { größe: 0.5 }],
  integer: ['', true, { größe: 256 }],
  // The words are those of form libraries.
  boolean: ['true', 'false', '', '1', '0', 'on', 'off', 'yes', 'no', 't', 1, 0, [true], { value: true }],
  // The falsy ones pass where code validates what is truthy alone.
  array: [quotedText, {}, { 0: { type: 'product_catalog', enabled: true } }, 5, true, '', 0, false],
  object: [quotedText, [], [{}], 5, true],
};

const nearEnumValues: Readonly<Record<string, readonly string[]>> = {
  provider_one: [
    // `$` matches before a last line end in some languages.
    'provider_one\n',
    'provider_one\r\n',
    'provider_one,provider_two',
    'provider_%',
    'PROVIDER_ONE',
    'Provider_One',
    ' provider_one',
    'provider_one ',
    'provider-one',
    'provider_on',
    'provider_one_',
    'provider_four',
    'provider_1',
    'one',
    'toString',
    '',
    '*',
    // Positions in an enumeration.
    '0',
    '1',
    '2',
    // Folded to ASCII; and longer than what an error quotes, so that it may end within a character.
    'ｐｒｏｖｉｄｅｒ＿ｏｎｅ',
    `provider "${'ä👟'.repeat(80)}`,
  ],
};

function without(fields: Fields, name: string): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([key]) => key !== name));
}

function placesIn(place: Place): readonly Place[] {
  const { schema, value, path, replace } = place;
  if (Array.isArray(value)) {
    const [first, ...others] = value as readonly unknown[];
    if (first === undefined || schema.items === undefined) return [place];
    const inside: Place = {
      path: `${path}.0`,
      schema: schema.items,
      value: first,
      isRequired: true,
      replace: (item) => replace([item, ...others]),
    };
    // Two valid items before it at least, in case that the first ones alone are validated.
    const after = {
      ...inside,
      path: `${path}.${value.length + 1}`,
      replace: (item: unknown) => replace([first, ...others, first, item]),
    };
    return [place, ...placesIn(inside), ...placesIn(after)];
  }
  if (schema.type !== 'object' || typeof value !== 'object' || value === null) return [place];
  const fields = value as Fields;
  const inside = Object.entries(schema.properties ?? {}).map(([name, part]) => ({
    path: path === '' ? name : `${path}.${name}`,
    schema: part,
    value: fields[name],
    isRequired: schema.required?.includes(name) ?? false,
    replace: (item: unknown) =>
      replace(item === undefined ? without(fields, name) : { ...fields, [name]: item }),
  }));
  return [place, ...inside.filter((one) => one.value !== undefined).flatMap(placesIn)];
}

function violation(
  place: Place,
  rule: Violation['rule'],
  level: Violation['level'],
  value: unknown,
): Violation {
  return { path: place.path, rule, level, body: place.replace(value) };
}

/** The valid value in another form, which frameworks convert: as text, in an array of one, or out of it. */
function converted({ schema: { type }, value }: Place): readonly unknown[] {
  const text = type === 'string' ? [] : [JSON.stringify(value)];
  const items = Array.isArray(value) ? (value as readonly unknown[]) : [value];
  return Array.isArray(value) ? [...text, ...items.slice(0, 1)] : [...text, items];
}

function wrongTypes(place: Place): Violation[] {
  const { type } = place.schema;
  const values = type === undefined ? [] : (otherTypes[type] ?? []);
  const isRoot = place.path === '';
  return [
    // What null means for an optional field is open (decision 0027).
    violation(place, 'type', place.isRequired || isRoot ? 'stated' : 'open', null),
    ...values.map((value) => violation(place, 'type', 'stated', value)),
  ];
}

function wrongTexts(place: Place): Violation[] {
  const { enum: values, minLength = 0, maxLength } = place.schema;
  if (values !== undefined) {
    const wrong = values.flatMap((value) => nearEnumValues[value] ?? []);
    return wrong.map((value) => violation(place, 'enum', 'stated', value));
  }
  return [
    ...(minLength > 0 ? [violation(place, 'length', 'open', '')] : []),
    ...(maxLength === undefined ? [] : [violation(place, 'length', 'open', 'x'.repeat(maxLength + 1))]),
  ];
}

/** Source 2.2 has only the bounds of temperature; those of max_tokens are ours. */
function wrongNumbers(place: Place): Violation[] {
  const { type, minimum, maximum } = place.schema;
  if (type === 'number') {
    const values = [
      -1e-8, 1.00000001, -0.000001, -0.01, -0.5, -1, 1.000001, 1.01, 1.05, 1.5, 2, 100, -1e308, 1e308,
    ];
    const outside = values.filter((value) => value < (minimum ?? value) || value > (maximum ?? value));
    return outside.map((value) => violation(place, 'range', 'stated', value));
  }
  const below = minimum === undefined ? [] : [minimum - 1, -1, -4096];
  return [
    ...below.map((value) => violation(place, 'range', 'open', value)),
    violation(place, 'whole', 'open', 1.5),
  ];
}

function violationsAt(place: Place): Violation[] {
  const { type, additionalProperties } = place.schema;
  return [
    ...(place.isRequired && !/\.\d+$/.test(place.path)
      ? [violation(place, 'required', 'stated', undefined)]
      : []),
    // First of all what frameworks convert: where there is room for some, the first ones are sent with every seed.
    ...converted(place).map((value) => violation(place, 'type', 'stated', value)),
    ...wrongTypes(place),
    ...(type === 'string' ? wrongTexts(place) : []),
    ...(type === 'number' || type === 'integer' ? wrongNumbers(place) : []),
    ...(type === 'object' && additionalProperties === false
      ? [violation(place, 'unknown-field', 'open', { ...(place.value as Fields), shoe_size: 43 })]
      : []),
  ];
}

function allPlaces(schema: JsonSchema, body: unknown): readonly Place[] {
  return placesIn({ path: '', schema, value: body, isRequired: false, replace: (value) => value });
}

/** Every violation of a schema that one change of a valid body makes; that body is their valid twin. */
export function violationsOf(schema: JsonSchema, valid: unknown): readonly Violation[] {
  return allPlaces(schema, valid).flatMap(violationsAt);
}

/** Bodies with a stated violation at each of two places: of each place, a kind of its own with that of the next place. */
export function doubleViolationsOf(schema: JsonSchema, valid: unknown): readonly Violation[] {
  const inner = allPlaces(schema, valid).filter(({ path }) => path !== '');
  return inner.flatMap((one, index) => {
    const [first, second] = [one, inner[(index + 1) % inner.length]].map((place, turn) => {
      const stated = place ? violationsAt(place).filter(({ level }) => level === 'stated') : [];
      return stated[(index + turn) % Math.max(1, stated.length)];
    });
    if (first === undefined || second === undefined) return [];
    const other = allPlaces(schema, first.body).find(({ path }) => path === second.path);
    if (other === undefined) return [];
    const body = other.replace(valueAt(second.body, second.path));
    return [{ path: '', rule: 'type', level: 'stated', body }];
  });
}

/** The value at a dotted path, or undefined. */
export function valueAt(value: unknown, path: string): unknown {
  let current = value;
  for (const name of path.split('.')) {
    if (typeof current !== 'object' || current === null) return undefined;
    current = (current as Fields)[name];
  }
  return current;
}
