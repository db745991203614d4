export type Json = null | boolean | number | string | readonly Json[] | JsonObject;

export interface JsonObject {
  readonly [key: string]: Json;
}

/** Narrows to an object; throws with `where` in the message, so that a broken contract names its place. */
export function asObject(value: Json | undefined, where: string): JsonObject {
  if (isObject(value)) return value;
  throw new Error(`${where} must be an object`);
}

/** Narrows to an array; throws with `where` in the message. */
export function asArray(value: Json | undefined, where: string): readonly Json[] {
  if (value !== undefined && isArray(value)) return value;
  throw new Error(`${where} must be an array`);
}

/** Narrows to a string; throws with `where` in the message. */
export function asString(value: Json | undefined, where: string): string {
  if (typeof value === 'string') return value;
  throw new Error(`${where} must be a string`);
}

/** Narrows to an array of strings; an absent value is an empty array. */
export function asStrings(value: Json | undefined, where: string): string[] {
  return value === undefined
    ? []
    : asArray(value, where).map((item, index) => asString(item, `${where}[${index}]`));
}

/** Whether a value is an object and neither null nor an array. */
export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !isArray(value);
}

/** An object with the same keys and other values. */
export function mapValues(object: JsonObject, map: (value: Json) => Json): JsonObject {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, map(value)]));
}

/** `Array.isArray` that also narrows readonly arrays. */
export function isArray(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}

/** Steps down a JSON pointer without its leading slash; an empty pointer is the value itself. */
export function atPointer(root: Json, pointer: string, where: string): Json {
  let value: Json = root;
  for (const token of pointer === '' ? [] : pointer.split('/')) {
    const key = token.replaceAll('~1', '/').replaceAll('~0', '~');
    const next = asObject(value, where)[key];
    if (next === undefined) throw new Error(`${where}: nothing at ${pointer}`);
    value = next;
  }
  return value;
}
