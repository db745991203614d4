import { isDeepStrictEqual } from 'node:util';
import { asObject, type JsonObject } from '../contract/json.ts';
import { createChange, type Change } from './change.ts';

/** The keys whose values differ, but for those that are compared by themselves. */
export function changedKeys(old: JsonObject, now: JsonObject, apart: ReadonlySet<string>): string[] {
  const keys = [...new Set([...Object.keys(old), ...Object.keys(now)])];
  return keys.filter((key) => !apart.has(key) && !isDeepStrictEqual(old[key], now[key]));
}

/** The same as one sentence; none without a difference. */
export function changedTexts(old: JsonObject, now: JsonObject, apart: ReadonlySet<string>): string[] {
  const keys = changedKeys(old, now, apart);
  return keys.length === 0 ? [] : [`${keys.join(', ')} changed`];
}

/** One change for each text of a document. Its version is that of the comparison. */
export function compareDocumentTexts(
  file: 'openapi.yaml' | 'asyncapi.yaml',
  old: JsonObject,
  now: JsonObject,
  apart: ReadonlySet<string>,
): Change[] {
  const infoOf = (document: JsonObject): JsonObject => asObject(document['info'], 'info');
  const keys = [
    ...changedKeys(old, now, new Set([...apart, 'info'])),
    ...changedKeys(infoOf(old), infoOf(now), new Set(['version'])).map((key) => `info.${key}`),
  ];
  return keys.map((key) =>
    createChange('described', { where: `${file} ${key}`, what: `${key} changed`, names: [key, file] }),
  );
}

/** Matches the items of two versions by their keys: those of one side only, and the pairs in the order of the new one. */
export function matchByKey<Item>(
  old: ReadonlyMap<string, Item>,
  now: ReadonlyMap<string, Item>,
): {
  readonly removed: (readonly [key: string, item: Item])[];
  readonly added: (readonly [key: string, item: Item])[];
  readonly pairs: { readonly key: string; readonly old: Item; readonly new: Item }[];
} {
  return {
    removed: [...old].filter(([key]) => !now.has(key)),
    added: [...now].filter(([key]) => !old.has(key)),
    pairs: [...now].flatMap(([key, item]) => {
      const partner = old.get(key);
      return partner === undefined ? [] : [{ key, old: partner, new: item }];
    }),
  };
}
