import { isDeepStrictEqual } from 'node:util';
import { isObject, type Json, type JsonObject } from '../contract/json.ts';
import { bindingRule, bindsOursOnly, bindsOursOnlyAt } from './binding.ts';
import type { RuleName } from './rules.ts';
import {
  branchesOf,
  componentKey,
  propertiesOf,
  requiredOf,
  toObject,
  unions,
  type Step,
  type Union,
} from './schema-tree.ts';

/** What differs between two schemas at one place. */
export interface SchemaDifference {
  readonly kind:
    | 'keyword'
    | 'property-added'
    | 'property-removed'
    | 'required-added'
    | 'required-removed'
    | 'branch-added'
    | 'branch-removed'
    | 'default'
    | 'discriminator'
    | 'note'
    | 'binding';
  /** The steps from the root to the schema that has the keyword. */
  readonly steps: readonly Step[];
  readonly place: SchemaPlace;
  /** The keyword, the name of the property, or the name of the branch. */
  readonly name: string;
  readonly old: Json | undefined;
  readonly new: Json | undefined;
  /** What a change of whom it binds is. */
  readonly rule?: RuleName;
  readonly union?: Union;
  readonly index?: number;
}

/** Where a reader finds a schema: in its component, or in the message if it has none. */
export interface SchemaPlace {
  readonly component: string | null;
  /** Below the component, such as `config.theme`; empty for the component itself. */
  readonly path: string;
  /** Whether x-binding says that the schema binds our deployments only. */
  readonly ours: boolean;
}

/** Keywords that describe and validate nothing. */
const notes = new Set([
  'title',
  'description',
  'example',
  'examples',
  '$comment',
  '$id',
  '$schema',
  'deprecated',
  'readOnly',
  'writeOnly',
  'externalDocs',
  'xml',
  'contentMediaType',
  'contentEncoding',
  'contentSchema',
]);

/** Marks an enum of a response that may gain members (decision 0052). */
export const extensibleEnum = 'x-extensible-enum';

const structural = new Set<string>([
  'properties',
  'required',
  'default',
  'x-binding',
  componentKey,
  ...unions,
]);

/** Two schemas at the same place of both versions. */
interface SchemasAt {
  readonly old: JsonObject;
  readonly now: JsonObject;
  readonly steps: readonly Step[];
  readonly place: SchemaPlace;
}

/** Every difference of two inlined schemas, from the root downwards. */
export function findDifferences(oldRoot: JsonObject, newRoot: JsonObject, ours: boolean): SchemaDifference[] {
  return walk({ old: oldRoot, now: newRoot, steps: [], place: { component: null, path: '', ours } });
}

function walk(outer: SchemasAt): SchemaDifference[] {
  const at = { ...outer, place: enter(outer) };
  return [
    ...keywordDifferences(at),
    ...propertyDifferences(at),
    ...requiredDifferences(at),
    ...unions.flatMap((keyword) => branchDifferences(at, keyword)),
    ...below(at, 'items'),
    ...below(at, 'additionalProperties'),
  ];
}

function enter({ old, now, place: outer }: SchemasAt): SchemaPlace {
  const name = now[componentKey] ?? old[componentKey];
  const ours = outer.ours || bindsOursOnly(old, now);
  return typeof name === 'string' ? { component: name, path: '', ours } : { ...outer, ours };
}

function keywordDifferences({ old, now, steps, place }: SchemasAt): SchemaDifference[] {
  const keywords = [...new Set([...Object.keys(old), ...Object.keys(now)])];
  return keywords.flatMap((name): SchemaDifference[] => {
    const [from, to] = [old[name], now[name]];
    if (isDeepStrictEqual(from, to) || isWalked(name, from, to)) return [];
    const rule = name === 'x-binding' ? bindingRule(old, now) : undefined;
    if (name === 'x-binding' && rule === undefined) return [];
    const at = { ...place, ours: place.ours || bindsOursOnlyAt(name, old, now) };
    const kind =
      name === 'default'
        ? 'default'
        : name === 'discriminator' && leadsElsewhere(from, to)
          ? 'discriminator'
          : name === 'x-binding'
            ? 'binding'
            : name === extensibleEnum
              ? 'keyword'
              : notes.has(name) || name === 'discriminator' || name.startsWith('x-')
                ? 'note'
                : 'keyword';
    return [{ kind, steps, place: at, name, old: from, new: to, ...(rule && { rule }) }];
  });
}

/** Whether a type of a discriminator is read by another schema than before. */
function leadsElsewhere(from: Json | undefined, to: Json | undefined): boolean {
  const [before, after] = [toObject(from), toObject(to)];
  const mapping = toObject(after['mapping']);
  return Object.entries(toObject(before['mapping'])).some(
    ([type, schema]) => !isDeepStrictEqual(mapping[type], schema),
  );
}

/** Whether another function compares the values of this keyword. */
function isWalked(name: string, from: Json | undefined, to: Json | undefined): boolean {
  if (name === 'default' || name === 'x-binding') return false;
  if (structural.has(name)) return true;
  const nested = name === 'items' || name === 'additionalProperties';
  return nested && isObject(from) && isObject(to);
}

function propertyDifferences({ old, now, steps, place }: SchemasAt): SchemaDifference[] {
  const [before, after] = [propertiesOf(old), propertiesOf(now)];
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return names.flatMap((name): SchemaDifference[] => {
    const [from, to] = [before[name], after[name]];
    const inner = { ...place, path: place.path === '' ? name : `${place.path}.${name}` };
    if (from !== undefined && to !== undefined) {
      const pair = { old: toObject(from), now: toObject(to), place: inner };
      return walk({ ...pair, steps: [...steps, { kind: 'property', name }] });
    }
    const kind = from === undefined ? 'property-added' : 'property-removed';
    const ours = place.ours || bindsOursOnly(from, to);
    return [{ kind, steps, place: { ...place, ours }, name, old: from, new: to }];
  });
}

function requiredDifferences({ old, now, steps, place }: SchemasAt): SchemaDifference[] {
  const [before, after] = [requiredOf(old), requiredOf(now)];
  const difference = (kind: 'required-added' | 'required-removed', name: string): SchemaDifference => {
    const owners = [old, now].flatMap((side) => [side, toObject(propertiesOf(side)[name])]);
    const ours = place.ours || bindsOursOnlyAt('required', ...owners) || bindsOursOnly(...owners);
    return {
      kind,
      steps,
      place: { ...place, ours },
      name,
      old: before.includes(name),
      new: after.includes(name),
    };
  };
  return [
    ...after.filter((name) => !before.includes(name)).map((name) => difference('required-added', name)),
    ...before
      .filter((name) => !after.includes(name) && (name in propertiesOf(now) || !(name in propertiesOf(old))))
      .map((name) => difference('required-removed', name)),
  ];
}

function branchDifferences({ old, now, steps, place }: SchemasAt, union: Union): SchemaDifference[] {
  const [before, after] = [branchesOf(old, union), branchesOf(now, union)];
  const partners = pairBranches(before, after);
  const at = { ...place, ours: place.ours || bindsOursOnlyAt(union, old, now) };
  const difference = (
    kind: 'branch-added' | 'branch-removed',
    branch: Json,
    index: number,
  ): SchemaDifference => ({
    kind,
    steps,
    place: at,
    name: branchName(branch) ?? String(index + 1),
    union,
    index,
    old: kind === 'branch-added' ? undefined : branch,
    new: kind === 'branch-added' ? branch : undefined,
  });
  return [
    ...before.flatMap((branch, index) => {
      const partner = partners[index] ?? -1;
      if (partner < 0) return [difference('branch-removed', branch, index)];
      const step = { kind: 'branch', keyword: union, old: index, new: partner } as const;
      const pair = { old: toObject(branch), now: toObject(after[partner]) };
      return walk({ ...pair, steps: [...steps, step], place: at });
    }),
    ...after.flatMap((branch, index) =>
      partners.includes(index) ? [] : [difference('branch-added', branch, index)],
    ),
  ];
}

/** The index of each branch's partner: of the same name, an equal one, or the next without a name; -1 for none. */
function pairBranches(before: readonly Json[], after: readonly Json[]): number[] {
  const partners = before.map((branch) => after.findIndex((other) => isSameBranch(branch, other)));
  const isFree = (index: number): boolean =>
    !partners.includes(index) && branchName(after[index] ?? {}) === undefined;
  for (const [index, branch] of before.entries())
    if (partners[index] === -1 && branchName(branch) === undefined)
      partners[index] = after.findIndex((_, other) => isFree(other));
  return partners;
}

function isSameBranch(a: Json, b: Json): boolean {
  const name = branchName(a);
  return name === undefined ? isDeepStrictEqual(a, b) : name === branchName(b);
}

/** The `type` constant of an event, or the component of a branch. */
export function branchName(branch: Json): string | undefined {
  const schema = toObject(branch);
  const types = toObject(propertiesOf(schema)['type'])['enum'];
  const constant = Array.isArray(types) && types.length === 1 ? (types as readonly Json[])[0] : undefined;
  const name = constant ?? schema[componentKey];
  return typeof name === 'string' ? name : undefined;
}

function below(
  { old, now, steps, place }: SchemasAt,
  keyword: 'items' | 'additionalProperties',
): SchemaDifference[] {
  const [from, to] = [old[keyword], now[keyword]];
  if (!isObject(from) || !isObject(to)) return [];
  const step: Step = { kind: keyword === 'items' ? 'items' : 'additional' };
  const path = keyword === 'items' ? `${place.path}[]` : `${place.path}.*`;
  return walk({ old: from, now: to, steps: [...steps, step], place: { ...place, path } });
}
