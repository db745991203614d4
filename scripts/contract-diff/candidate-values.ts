import type { Json, JsonObject } from '../contract/json.ts';
import {
  extraName,
  formats,
  minimalObject,
  minimalValue,
  numberOf,
  patternValues,
  typeOf,
} from './minimal-value.ts';
import { branchesOf, propertiesOf, toObject, unions } from './schema-tree.ts';

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
