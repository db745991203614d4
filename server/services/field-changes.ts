import { isDeepStrictEqual } from 'node:util';
import type { FieldChange } from '../db/records.ts';
import { isObject } from '../support/json.ts';

type Fields = Readonly<Record<string, unknown>>;

/** The fields of `after` that `before` has otherwise, each by its path (`config.system_prompt`); lists are compared whole. */
export function fieldChanges(before: object, after: object, path = ''): FieldChange[] {
  return Object.entries(after).flatMap(([name, value]) => {
    const old = (before as Fields)[name];
    if (isObject(old) && isObject(value)) {
      // What `after` leaves out is gone.
      const all = { ...Object.fromEntries(Object.keys(old).map((key) => [key, null])), ...value };
      return fieldChanges(old, all, `${path}${name}.`);
    }
    return isSame(old, value) ? [] : { field: path + name, before: old ?? null, after: value ?? null };
  });
}

/**
 * The record as it was before these changes. Undefined where one of its fields has changed again since: what somebody did
 * later is not undone silently.
 */
export function withoutChanges<Record extends object>(
  record: Record,
  changes: readonly FieldChange[],
): Record | undefined {
  const copy = structuredClone(record);
  for (const { field, before, after } of changes) {
    const names = field.split('.');
    const last = names.pop() ?? '';
    const parent = names.reduce<unknown>((value, name) => (isObject(value) ? value[name] : undefined), copy);
    if (!isObject(parent) || !isSame(parent[last], after)) return undefined;
    // A column is null, a field of its JSON is absent.
    if (before === null && names.length > 0) delete parent[last];
    else parent[last] = before;
  }
  return copy;
}

/** An absent field and null are one. */
function isSame(one: unknown, other: unknown): boolean {
  return isDeepStrictEqual(one ?? null, other ?? null);
}
