import fc from 'fast-check';
import { isObject, type Json, type JsonObject } from '../contract/json.ts';
import { branchesOf, propertiesOf, requiredOf, toObject, type Side, type Step } from './schema-tree.ts';

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
