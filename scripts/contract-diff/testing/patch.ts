import { asObject, isArray, type Json, type JsonObject } from '../../contract/json.ts';
import type { ContractDocuments } from '../read-documents.ts';

/**
 * Places of a contract, each with its new value; null removes. A place is its keys between spaces, from
 * `openapi`, `asyncapi`, `requirements` or `decisions`; an item of a list is named by index, id, name or heading.
 */
export type Patch = Readonly<Record<string, Json>>;

/** A copy of the contract with the places changed. Throws for a place whose parent does not exist. */
export function patchDocuments(documents: ContractDocuments, patch: Patch): ContractDocuments {
  let patched = documents as unknown as Json;
  for (const [place, value] of Object.entries(patch))
    patched = setAt(patched, place.split(' '), value, place);
  return patched as unknown as ContractDocuments;
}

function setAt(target: Json, [key = '', ...rest]: readonly string[], value: Json, place: string): Json {
  if (typeof target !== 'object' || target === null) throw new Error(`${place}: nothing at ${key}`);
  if (isArray(target)) return setItem(target, key, rest, value, place);
  if (rest.length > 0 && target[key] === undefined) throw new Error(`${place}: nothing at ${key}`);
  const next = rest.length > 0 ? setAt(target[key] ?? null, rest, value, place) : value;
  const { [key]: _, ...others } = target;
  return next === null ? others : { ...target, [key]: next };
}

function setItem(
  list: readonly Json[],
  key: string,
  rest: readonly string[],
  value: Json,
  place: string,
): Json {
  const named = list.findIndex((item) => isNamed(item, key));
  const index = named >= 0 ? named : Number(key);
  if (rest.length > 0) return list.with(index, setAt(list[index] ?? null, rest, value, place));
  return value === null ? list.toSpliced(index, 1) : list.toSpliced(index, 1, value);
}

function isNamed(item: Json, name: string): boolean {
  if (typeof item !== 'object' || item === null || isArray(item)) return false;
  const object: JsonObject = asObject(item, name);
  return ['id', 'name', 'heading'].some((key) => object[key] === name);
}
