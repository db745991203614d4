import { isDeepStrictEqual } from 'node:util';
import { asObject, type Json, type JsonObject } from '../contract/json.ts';
import { createChange, quote, type Change, type ChangeDetails } from './change.ts';
import type { RuleName } from './rules.ts';

/** A difference of one part in words, and what of it is not as with the part's other differences. */
export type Difference = readonly [rule: RuleName, what: string, more?: Partial<ChangeDetails>];

/** What the changes of one part have in common. */
export type Subject = Omit<ChangeDetails, 'what'>;

export function report(subject: Subject, ...differences: readonly Difference[]): Change[] {
  return differences.map(([rule, what, more]) => createChange(rule, { ...subject, what, ...more }));
}

/** How parts that have a key in both versions, such as parameters, are compared. */
export interface PartKind<Part> {
  /** The part on one side, or the new one and the old one. */
  subject(key: string, ...parts: readonly Part[]): Subject;
  removed?(part: Part, key: string): Difference;
  added?(part: Part, key: string): Difference;
  both(old: Part, now: Part): readonly Difference[];
}

export function compareParts<Part>(
  old: ReadonlyMap<string, Part>,
  now: ReadonlyMap<string, Part>,
  kind: PartKind<Part>,
): Change[] {
  const { removed, added, pairs } = matchByKey(old, now);
  const oneSided = (parts: typeof removed, differenceOf: PartKind<Part>['removed']): Change[] =>
    parts.flatMap(([key, part]) =>
      differenceOf ? report(kind.subject(key, part), differenceOf(part, key)) : [],
    );
  return [
    ...oneSided(removed, kind.removed),
    ...oneSided(added, kind.added),
    ...pairs.flatMap((pair) =>
      report(kind.subject(pair.key, pair.new, pair.old), ...kind.both(pair.old, pair.new)),
    ),
  ];
}

/** The rule of a changed key, or the difference itself; null where the key is compared by itself. */
type KeyRule = RuleName | null | ((from: Json | undefined, to: Json | undefined) => readonly Difference[]);

/** The differences of the keys that have a rule, and one of all others, which only describe. */
export function compareKeys(
  old: JsonObject,
  now: JsonObject,
  rules: Readonly<Record<string, KeyRule>>,
): Difference[] {
  const changed = changedKeys(old, now);
  const texts = changed.filter((key) => !(key in rules));
  return [
    ...changed.flatMap((key): readonly Difference[] => {
      const [rule = null, from, to] = [rules[key], old[key], now[key]];
      if (rule === null) return [];
      return typeof rule === 'string' ? [[rule, `${key}: ${quote(from)} -> ${quote(to)}`]] : rule(from, to);
    }),
    ...(texts.length === 0 ? [] : [['described', `${texts.join(', ')} changed`] as const]),
  ];
}

/** Whether a part became required or optional. */
export function compareRequired(
  subject: 'parameter' | 'request-body' | 'response-header',
  old: JsonObject,
  now: JsonObject,
): Difference[] {
  const [before, after] = [old['required'] === true, now['required'] === true];
  if (before === after) return [];
  return after
    ? [[`${subject}-became-required`, 'required now']]
    : [[`${subject}-became-optional`, 'no longer required']];
}

/** The keys whose values differ, but for some. */
export function changedKeys(old: JsonObject, now: JsonObject, ...apart: readonly string[]): string[] {
  return Object.keys({ ...old, ...now }).filter(
    (key) => !apart.includes(key) && !isDeepStrictEqual(old[key], now[key]),
  );
}

/** One change for each text of a document. Its version is that of the comparison. */
export function compareDocumentTexts(
  file: 'openapi.yaml' | 'asyncapi.yaml',
  old: JsonObject,
  now: JsonObject,
  ...apart: readonly string[]
): Change[] {
  const [before, after] = [asObject(old['info'], 'info'), asObject(now['info'], 'info')];
  const keys = [
    ...changedKeys(old, now, ...apart, 'info'),
    ...changedKeys(before, after, 'version').map((key) => `info.${key}`),
  ];
  return keys.flatMap((key) =>
    report({ where: `${file} ${key}`, names: [key, file] }, ['described', `${key} changed`]),
  );
}

/** Matches the items of two versions by their keys: those of one side only, and the pairs in the order of the new one. */
export function matchByKey<Item>(old: ReadonlyMap<string, Item>, now: ReadonlyMap<string, Item>) {
  return {
    removed: [...old].filter(([key]) => !now.has(key)),
    added: [...now].filter(([key]) => !old.has(key)),
    pairs: [...now].flatMap(([key, item]) => {
      const partner = old.get(key);
      return partner === undefined ? [] : [{ key, old: partner, new: item }];
    }),
  };
}

/** The members of an object by name, those that are objects. */
export function objectsIn(value: Json | undefined): Map<string, JsonObject> {
  const members = Object.entries(asObject(value ?? {}, 'members'));
  return new Map(members.map(([name, member]) => [name, asObject(member, name)]));
}
