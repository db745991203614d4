import { isDeepStrictEqual } from 'node:util';
import { asArray, asObject, isObject, type Json, type JsonObject } from '../contract/json.ts';
import { bindsOursOnly } from './binding.ts';
import { createChange, quote, type Change } from './change.ts';
import { changedTexts, matchByKey } from './compare-texts.ts';
import { operationChange, type OperationPair } from './operation-pair.ts';
import type { RuleName } from './rules.ts';

const wireKeys = ['type', 'scheme', 'in', 'name', 'openIdConnectUrl', 'flows'];

/** Compares the credentials that an operation accepts. */
export function compareSecurity(pair: OperationPair): Change[] {
  const before = alternativesOf(pair.old);
  const after = alternativesOf(pair.new).map((item) =>
    withOldNames(item, pair.old.document, pair.new.document),
  );
  const gone = before.filter((item) => !after.some((other) => asksAtMost(other, item)));
  const fresh = after.filter((item) => !before.some((other) => asksAtMost(other, item)));
  const schemes = schemesOf(pair.new.document);
  const report = (rule: RuleName, item: JsonObject, what: string): Change => {
    const names = Object.keys(item);
    const ours = names.some((name) => bindsOursOnly(schemes.get(name)));
    return operationChange(pair, rule, 'security', `${quote(item)} ${what}`, { names, ours });
  };
  return [
    ...gone.map((item) => report('security-narrowed', item, 'is no longer enough')),
    ...fresh.map((item) => report('security-widened', item, 'is enough now')),
  ];
}

/** The credentials of which one is enough; an operation without any is open to everybody. */
function alternativesOf({ document, operation }: OperationPair['old']): readonly JsonObject[] {
  const security = asArray(operation.object['security'] ?? document['security'] ?? [], 'security');
  return security.length === 0 ? [{}] : security.map((item) => asObject(item, 'security'));
}

/** The new requirement with the old names of schemes that are only called differently. */
function withOldNames(item: JsonObject, old: JsonObject, now: JsonObject): JsonObject {
  const [before, after] = [schemesOf(old), schemesOf(now)];
  const wireOf = (scheme: Json | undefined): Json =>
    isObject(scheme) ? wireKeys.map((key) => scheme[key] ?? null) : null;
  const oldName = (name: string): string => {
    if (before.has(name)) return name;
    const same = [...before].find(
      ([other, scheme]) => !after.has(other) && isDeepStrictEqual(wireOf(scheme), wireOf(after.get(name))),
    );
    return same?.[0] ?? name;
  };
  return Object.fromEntries(Object.entries(item).map(([name, scopes]) => [oldName(name), scopes]));
}

/** Whether a requirement asks for no more than another: credentials of the other satisfy it. */
function asksAtMost(asked: JsonObject, given: JsonObject): boolean {
  return Object.entries(asked).every(([scheme, scopes]) => {
    const offered = given[scheme];
    return Array.isArray(offered) && asArray(scopes, scheme).every((scope) => offered.includes(scope));
  });
}

function schemesOf(document: JsonObject): Map<string, Json> {
  const components = asObject(document['components'] ?? {}, 'components');
  return new Map(Object.entries(asObject(components['securitySchemes'] ?? {}, 'securitySchemes')));
}

/** Compares security schemes by name; one that is removed shows in the operations that used it. */
export function compareSchemes(old: JsonObject, now: JsonObject): Change[] {
  return matchByKey(schemesOf(old), schemesOf(now)).pairs.flatMap(({ key: name, old: from, new: to }) => {
    if (!isObject(from) || !isObject(to)) return [];
    const report = (rule: RuleName, what: string): Change =>
      createChange(rule, { where: `security scheme ${name}`, what, names: [name] });
    return [
      ...wireKeys
        .filter((key) => !isDeepStrictEqual(from[key], to[key]))
        .map((key) => report('security-scheme-changed', `${key}: ${quote(from[key])} -> ${quote(to[key])}`)),
      ...changedTexts(from, to, new Set(wireKeys)).map((what) => report('described', what)),
    ];
  });
}
