import { isDeepStrictEqual } from 'node:util';
import { isArray, isObject, type Json, type JsonObject } from '../contract/json.ts';
import type { RuleName } from './rules.ts';

/** Objects whose keys are names that an author chose; the document is one. */
const maps = new Set(
  ' components paths schemas properties responses headers content securitySchemes x-plans channels operations messages'.split(
    ' ',
  ),
);
/** What binds nobody, or is compared as a whole. */
const apart =
  /^(?:info|tags|servers|security|discriminator|default|examples?|title|description|summary|x-(?!plans).*)$/;

/**
 * The document with `x-binding` for the comparison: `ours` on an object without a counterpart in the core, which binds our
 * deployments only, and on any other a map of its keys and statuses that do (decision 0051).
 */
export function markOurs(full: Json, core: Json | undefined, name = ''): Json {
  if (isArray(full)) return full.map((item) => markOurs(item, partnerOf(item, core), 'item'));
  if (!isObject(full)) return full;
  const inner = isObject(core) ? core : {};
  const isMap = maps.has(name);
  const hasAuthorsNames = isMap && name !== '' && name !== 'components';
  const parts = Object.entries(full).map(([key, item]) => {
    if (!hasAuthorsNames && apart.test(key)) return [key, item] as const;
    return [key, markOurs(item, inner[key], hasAuthorsNames ? 'member' : key)] as const;
  });
  const marked = Object.fromEntries(parts);
  if (isMap) return marked;
  if (core === undefined) return { ...marked, 'x-binding': 'ours' };
  const keys = missing(full, inner).filter((key) => !apart.test(key));
  const statuses = missing(full['responses'], inner['responses']);
  return { ...marked, 'x-binding': Object.fromEntries([...keys, ...statuses].map((key) => [key, 'ours'])) };
}

/** The item of the core with the same name, or an equal one. */
function partnerOf(item: Json, core: Json | undefined): Json | undefined {
  if (core === undefined || !isArray(core)) return undefined;
  const nameOf = (value: Json): Json | undefined => (isObject(value) ? value['name'] : undefined);
  return core.find(
    (other) =>
      isDeepStrictEqual(item, other) || (nameOf(item) !== undefined && nameOf(item) === nameOf(other)),
  );
}

function missing(full: Json | undefined, core: Json | undefined): string[] {
  if (!isObject(full)) return [];
  return Object.keys(full).filter((key) => !isObject(core) || !(key in core));
}

/** Whether x-binding marks one of the parts of a document as ours: it binds our deployments only (decision 0051). */
export function bindsOursOnly(...parts: readonly (Json | undefined)[]): boolean {
  return parts.some((part) => isObject(part) && part['x-binding'] === 'ours');
}

/** The same of one key of the parts, such as a keyword of a schema or a status of an operation. */
export function bindsOursOnlyAt(key: string, ...parts: readonly (Json | undefined)[]): boolean {
  return parts.some(
    (part) => isObject(part) && isObject(part['x-binding']) && part['x-binding'][key] === 'ours',
  );
}

/**
 * The rule for a change of whom an object, or a key of it that both versions have, binds; undefined without one. 1.0.0 has
 * no marks, so the first is not a change of what binds.
 */
export function bindingRule(old: JsonObject, now: JsonObject): RuleName | undefined {
  const [before, after] = [old['x-binding'], now['x-binding']];
  if (isDeepStrictEqual(before, after)) return undefined;
  if (before === undefined) return 'binding-described';
  const keys = Object.keys({ ...old, ...Object(old['responses']) });
  const shared = keys.filter((key) => key in { ...now, ...Object(now['responses']) });
  const oursIn = (side: JsonObject): string[] =>
    bindsOursOnly(side) ? ['', ...shared] : shared.filter((key) => bindsOursOnlyAt(key, side));
  const [was, is] = [oursIn(old), oursIn(now)];
  if (is.some((key) => !was.includes(key))) return 'binding-loosened';
  return was.some((key) => !is.includes(key)) ? 'binding-tightened' : undefined;
}
