import fc from 'fast-check';
import { isObject, type Json, type JsonObject } from '../contract/json.ts';
import {
  branchesOf,
  propertiesOf,
  requiredOf,
  toObject,
  type Side,
  type Step,
  unions,
} from './schema-tree.ts';

const seed = 17;
/** A name that no schema has. */
export const extraName = 'unknown_field';

/** Valid strings by format. */
export const formats: Readonly<Record<string, readonly Json[]>> = {
  'date-time': ['2026-01-02T03:04:05Z', '2026-01-02T03:04:05.678+01:00'],
  date: ['2026-01-02'],
  time: ['03:04:05Z'],
  uri: ['https://shop.example/a'],
  'uri-reference': ['/a'],
  email: ['a@shop.example'],
  hostname: ['shop.example'],
  uuid: ['5f0c7a52-7f7e-4a43-9d3e-2f8b6c1d9e10'],
  ipv4: ['192.0.2.1'],
};

/** The smallest value of a schema, as far as its keywords state one. */
export function minimalValue(schema: JsonObject): Json {
  if (schema['const'] !== undefined) return schema['const'];
  const members = schema['enum'];
  if (Array.isArray(members) && members.length > 0) return members[0] as Json;
  const branch = branchesOf(schema, 'oneOf')[0] ?? branchesOf(schema, 'anyOf')[0];
  const parts = [...branchesOf(schema, 'allOf'), ...(branch === undefined ? [] : [branch])].map(toObject);
  if (parts.length > 0 && typeOf(schema) === 'object') return mergeMinimal(schema, parts);
  if (parts.length > 0 && parts[0] !== undefined)
    return minimalValue({ ...schema, ...parts[0], allOf: [], oneOf: [], anyOf: [] });
  return minimalOfType(schema);
}

function mergeMinimal(schema: JsonObject, parts: readonly JsonObject[]): Json {
  const values = [minimalOfType(schema), ...parts.map((part) => minimalValue(part))];
  return Object.assign({}, ...values.filter((value) => isObject(value))) as JsonObject;
}

function minimalOfType(schema: JsonObject): Json {
  switch (typeOf(schema)) {
    case 'object':
      return minimalObject(schema);
    case 'array':
      return Array.from({ length: numberOf(schema, 'minItems') ?? 0 }, () =>
        minimalValue(toObject(schema['items'])),
      );
    case 'string':
      return minimalString(schema);
    case 'integer':
    case 'number':
      return minimalNumber(schema);
    case 'boolean':
      return true;
    default:
      return null;
  }
}

export function minimalObject(schema: JsonObject): JsonObject {
  const properties = propertiesOf(schema);
  return Object.fromEntries(
    requiredOf(schema).map((name) => [name, minimalValue(toObject(properties[name]))]),
  );
}

function minimalString(schema: JsonObject): string {
  const pattern = patternValues(schema)[0];
  if (pattern !== undefined) return pattern;
  const sample = formats[String(schema['format'])]?.[0];
  return typeof sample === 'string' ? sample : 'a'.repeat(numberOf(schema, 'minLength') ?? 1);
}

function minimalNumber(schema: JsonObject): number {
  const least = numberOf(schema, 'minimum') ?? (numberOf(schema, 'exclusiveMinimum') ?? -1) + 1;
  const step = numberOf(schema, 'multipleOf');
  return step === undefined ? least : Math.ceil(least / step) * step;
}

/** Strings of a pattern, always the same; none without a pattern, or for one that cannot be generated from. */
export function patternValues(schema: JsonObject): string[] {
  const pattern = schema['pattern'];
  if (typeof pattern !== 'string') return [];
  try {
    return fc
      .sample(fc.stringMatching(new RegExp(pattern)), { seed, numRuns: 12 })
      .toSorted((a, b) => a.length - b.length);
  } catch {
    return [];
  }
}

export function typeOf(schema: JsonObject): string | undefined {
  const type = schema['type'];
  if (typeof type === 'string') return type;
  if (Array.isArray(type)) return type.find((name) => name !== 'null') as string | undefined;
  if (schema['properties'] !== undefined || schema['required'] !== undefined) return 'object';
  return schema['items'] === undefined ? undefined : 'array';
}

export function numberOf(schema: JsonObject, keyword: string): number | undefined {
  const value = schema[keyword];
  return typeof value === 'number' ? value : undefined;
}

/** The smallest message of `root` that has `value` at the place of the steps. */
export function buildMessage(root: JsonObject, steps: readonly Step[], side: Side, value: Json): Json {
  const [step, ...rest] = steps;
  if (step === undefined) return value;
  const minimal = minimalValue(root);
  const object = isObject(minimal) ? minimal : {};
  if (step.kind === 'property') {
    const inner = toObject(propertiesOf(root)[step.name]);
    return { ...object, [step.name]: buildMessage(inner, rest, side, value) };
  }
  if (step.kind === 'additional')
    return {
      ...object,
      [extraName]: buildMessage(toObject(root['additionalProperties']), rest, side, value),
    };
  if (step.kind === 'items') {
    const items = toObject(root['items']);
    const others = Array.isArray(minimal) ? (minimal as Json[]).slice(1) : [];
    return [buildMessage(items, rest, side, value), ...others];
  }
  const branch = toObject(branchesOf(root, step.keyword)[step[side]]);
  const inner = buildMessage(branch, rest, side, value);
  return isObject(inner) ? { ...minimalObject(root), ...inner } : inner;
}

/** Strings and arrays near a larger bound are not tried. */
const maxLength = 300_000;
const oddValues: readonly Json[] = [null, true, 0, -1, 1.5, '', 'text', [], {}, { [extraName]: 1 }, 1e300];

/** Values at the edges of the schemas: valid and invalid ones, each once, small ones first. */
export function edgeValues(...schemas: readonly JsonObject[]): Json[] {
  const values = [...schemas.flatMap((schema) => edgesOf(schema)), ...oddValues];
  const byText = new Map(values.map((value) => [JSON.stringify(value), value]));
  return [...byText].toSorted(([a], [b]) => a.length - b.length).map(([, value]) => value);
}

function edgesOf(schema: JsonObject): Json[] {
  const branches = unions.flatMap((union) => branchesOf(schema, union).map(toObject));
  const conditions = ['not', 'if', 'then', 'else'].flatMap((key) =>
    schema[key] === undefined ? [] : [toObject(schema[key])],
  );
  return [
    minimalValue(schema),
    ...(schema['const'] === undefined ? [] : [schema['const']]),
    ...(Array.isArray(schema['enum']) ? (schema['enum'] as Json[]) : []),
    ...(formats[String(schema['format'])] ?? []),
    ...patternValues(schema),
    ...around(schema, 'minLength', 'maxLength').map((length) => 'a'.repeat(length)),
    ...numberEdges(schema),
    ...arrayEdges(schema),
    ...objectEdges(schema),
    ...[...branches, ...conditions].flatMap((part) => edgesOf(part)),
  ];
}

/** The lengths at two bounds, and one beyond each. */
function around(schema: JsonObject, ...keywords: readonly string[]): number[] {
  return keywords
    .flatMap((keyword) => numberOf(schema, keyword) ?? [])
    .flatMap((bound) => [bound, bound - 1, bound + 1])
    .filter((length) => length >= 0 && length <= maxLength);
}

function numberEdges(schema: JsonObject): number[] {
  const bounds = ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'].flatMap(
    (keyword) => numberOf(schema, keyword) ?? [],
  );
  const step = numberOf(schema, 'multipleOf');
  const steps = step === undefined ? [] : [step, step * 1.5, step * 2, step / 2, step * 3];
  return [...bounds.flatMap((bound) => [bound, bound - 1, bound + 1, bound - 0.25, bound + 0.25]), ...steps];
}

function arrayEdges(schema: JsonObject): Json[] {
  const item = minimalValue(toObject(schema['items']));
  const counts = around(schema, 'minItems', 'maxItems').filter((count) => count <= 2_000);
  const items = Array.isArray(schema['prefixItems']) ? (schema['prefixItems'] as Json[]) : [];
  const tuple = items.map((part) => minimalValue(toObject(part)));
  if (typeOf(schema) !== 'array') return [];
  return [
    ...[...counts, 1, 2].map((count) => Array.from({ length: count }, () => item)),
    tuple,
    [...tuple, 'more'],
    [1, 2],
    [1, 'a'],
  ];
}

function objectEdges(schema: JsonObject): Json[] {
  if (typeOf(schema) !== 'object') return [];
  const minimal = minimalObject(schema);
  const properties = Object.entries(propertiesOf(schema));
  const full = Object.fromEntries(
    properties.map(([name, property]) => [name, minimalValue(toObject(property))]),
  );
  const extras = around(schema, 'minProperties', 'maxProperties').map((count) => ({
    ...minimal,
    ...Object.fromEntries(Array.from({ length: Math.min(count, 200) }, (_, index) => [`field_${index}`, 1])),
  }));
  return [
    minimal,
    full,
    ...Object.keys(full).map((name) => ({ ...minimal, [name]: full[name] ?? null })),
    ...Object.keys(full).map((name) => without(full, name)),
    ...Object.keys(full).map((name) => without({ ...minimal }, name)),
    { ...minimal, [extraName]: 1 },
    { ...minimal, [extraName]: 'text' },
    ...extras,
    ...extras.map((value) => Object.fromEntries(Object.entries(value).slice(0, 1))),
  ];
}

function without(object: JsonObject, name: string): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([key]) => key !== name));
}
