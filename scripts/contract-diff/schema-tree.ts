import { dereference } from '../contract/contract.ts';
import {
  asArray,
  asObject,
  asStrings,
  isArray,
  isObject,
  mapValues,
  type Json,
  type JsonObject,
} from '../contract/json.ts';

/** request: clients send it. response: clients read it. event: readers of the stream read it. */
export type Direction = 'request' | 'response' | 'event';

/** One step from a schema to one below it. A branch may have another index on each side. */
export type Step =
  | { readonly kind: 'property'; readonly name: string }
  | { readonly kind: 'items' }
  | { readonly kind: 'additional' }
  | { readonly kind: 'branch'; readonly keyword: Union; readonly old: number; readonly new: number };

export const unions = ['oneOf', 'anyOf', 'allOf'] as const;
export type Union = (typeof unions)[number];
export type Side = 'old' | 'new';

/** The key under which an inlined schema keeps the name of its component. */
export const componentKey = 'x-component';

/**
 * A schema with every `$ref` in its place, for messages in one direction: a request has no `readOnly` properties, a
 * response no `writeOnly` ones. A schema within itself allows everything in the inner place. It is in one form, so that
 * another way to write the same is no difference: see `normalize`.
 */
export function inlineSchema(document: JsonObject, schema: Json, direction: Direction): JsonObject {
  const hidden = direction === 'request' ? 'readOnly' : 'writeOnly';
  const inline = (value: Json, open: readonly string[]): Json => {
    if (typeof value !== 'object' || value === null) return value;
    if (isArray(value)) return value.map((item) => inline(item, open));
    const reference = value['$ref'];
    if (typeof reference !== 'string') {
      const parts = Object.entries(value).map(([key, item]): [string, Json] => [
        key,
        key === 'properties' && isObject(item)
          ? mapValues(item, (property) => inline(property, open))
          : inline(key === 'discriminator' ? withNames(document, asObject(item, key)) : item, open),
      ]);
      return normalize(withoutHidden(Object.fromEntries(parts), hidden));
    }
    if (open.includes(reference)) return {};
    const { $ref: _, ...siblings } = value;
    const target = inline(dereference(document, { $ref: reference }), [...open, reference]);
    const name = reference.split('/').at(-1) ?? reference;
    return {
      ...asObject(target, reference),
      ...mapValues(siblings, (item) => inline(item, open)),
      [componentKey]: name,
    };
  };
  return toObject(inline(schema, []));
}

/** A discriminator that maps types to the types of their schemas, whatever these are named. */
function withNames(document: JsonObject, discriminator: JsonObject): JsonObject {
  const nameOf = (reference: Json): Json => {
    if (typeof reference !== 'string' || !reference.startsWith('#/')) return reference;
    const properties = propertiesOf(dereference(document, { $ref: reference }));
    const { const: type, enum: types } = toObject(properties[String(discriminator['propertyName'])]);
    return type ?? types ?? reference;
  };
  return { ...discriminator, mapping: mapValues(toObject(discriminator['mapping']), nameOf) };
}

/** `const` as an enum of one, objects of an `allOf` as one object, and a union within a union as one. */
function normalize({ const: constant, ...rest }: JsonObject): JsonObject {
  const schema: JsonObject = constant === undefined ? rest : { enum: [constant], ...rest };
  return flattenUnions(mergeObjects(schema));
}

const objectKeys = /^(?:type|properties|required|title|description|examples?|x-.*)$/;

function mergeObjects({ allOf, ...rest }: JsonObject): JsonObject {
  if (allOf === undefined || !isArray(allOf)) return rest;
  const parts = [rest, ...allOf.map(toObject)];
  const names = parts.flatMap((part) => Object.keys(propertiesOf(part)));
  const areApart = new Set(names).size === names.length;
  const areObjects = allOf.every(
    (part) => isObject(part) && Object.keys(part).every((key) => objectKeys.test(key)),
  );
  if (!areApart || !areObjects) return { ...rest, allOf };
  const properties = Object.assign({}, ...parts.map(propertiesOf)) as JsonObject;
  return { ...rest, type: 'object', properties, required: parts.flatMap(requiredOf) };
}

function flattenUnions(schema: JsonObject): JsonObject {
  const outer = (['oneOf', 'anyOf'] as const).find((keyword) => isArray(schema[keyword] ?? null));
  if (outer === undefined) return schema;
  const branches = branchesOf(schema, outer);
  const inner = branches.flatMap((branch) => {
    const keys = Object.keys(toObject(branch)).filter(
      (key) => !/^(?:title|description|discriminator|x-.*)$/.test(key),
    );
    return keys.length === 1 && (keys[0] === 'oneOf' || keys[0] === 'anyOf')
      ? [[branch, keys[0]] as const]
      : [];
  });
  const [[first, keyword] = [undefined, outer] as const] = inner;
  if (first === undefined) return schema;
  const { [outer]: _, ...rest } = schema;
  const { discriminator = null } = toObject(first);
  const flat = branches.flatMap((branch) =>
    inner.some(([union]) => union === branch) ? branchesOf(toObject(branch), keyword) : [branch],
  );
  return { ...rest, ...(discriminator !== null && { discriminator }), [keyword]: flat };
}

function withoutHidden(schema: JsonObject, hidden: string): JsonObject {
  if (!isObject(schema['properties'])) return schema;
  const names = Object.entries(schema['properties']).filter(
    ([, property]) => isObject(property) && property[hidden] === true,
  );
  if (names.length === 0) return schema;
  const gone = new Set(names.map(([name]) => name));
  const keep = Object.entries(schema['properties']).filter(([name]) => !gone.has(name));
  const required = requiredOf(schema).filter((name) => !gone.has(name));
  return { ...schema, properties: Object.fromEntries(keep), required };
}

/** A schema as an object: `true` allows everything, `false` nothing. */
export function toObject(schema: Json | undefined): JsonObject {
  if (schema === false) return { not: {} };
  return isObject(schema) ? schema : {};
}

export function propertiesOf(schema: JsonObject): JsonObject {
  return isObject(schema['properties']) ? schema['properties'] : {};
}

export function requiredOf(schema: JsonObject): string[] {
  return asStrings(schema['required'], 'required');
}

/** The branches of a union; none without the keyword. */
export function branchesOf(schema: JsonObject, keyword: Union): readonly Json[] {
  return schema[keyword] === undefined ? [] : asArray(schema[keyword], keyword);
}

/** The schema that the steps lead to on one side; undefined where that side has none. */
export function schemaAt(root: JsonObject, steps: readonly Step[], side: Side): JsonObject | undefined {
  let schema: JsonObject | undefined = root;
  for (const step of steps) {
    const next: Json | undefined = schema === undefined ? undefined : below(schema, step, side);
    schema = next === undefined ? undefined : toObject(next);
  }
  return schema;
}

function below(schema: JsonObject, step: Step, side: Side): Json | undefined {
  if (step.kind === 'property') return propertiesOf(schema)[step.name];
  if (step.kind === 'items') return schema['items'];
  if (step.kind === 'additional') return schema['additionalProperties'];
  return branchesOf(schema, step.keyword)[step[side]];
}

/** The root with `edit` applied to the schema that the steps lead to. */
export function editSchema(
  root: JsonObject,
  [step, ...rest]: readonly Step[],
  side: Side,
  edit: (schema: JsonObject) => JsonObject,
): JsonObject {
  if (step === undefined) return edit(root);
  const inner = editSchema(toObject(below(root, step, side)), rest, side, edit);
  if (step.kind === 'property') return { ...root, properties: { ...propertiesOf(root), [step.name]: inner } };
  if (step.kind === 'items') return { ...root, items: inner };
  if (step.kind === 'additional') return { ...root, additionalProperties: inner };
  return { ...root, [step.keyword]: branchesOf(root, step.keyword).with(step[side], inner) };
}
