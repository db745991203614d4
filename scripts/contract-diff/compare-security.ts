import { asArray, asObject, isObject, type Json, type JsonObject } from '../contract/json.ts';
import { bindsOursOnly } from './binding.ts';
import { createChange, isEqual, quote, type Change } from './change.ts';
import { changedTexts } from './compare-texts.ts';
import { matchByKey } from './match-by-key.ts';
import { operationChange, type OperationPair } from './operation-pair.ts';
import type { RuleName } from './rules.ts';

/** Compares the credentials that an operation accepts. */
export function compareSecurity(pair: OperationPair): Change[] {
  const [before, after] = [alternativesOf(pair.old), alternativesOf(pair.new)];
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

const wireKeys = ['type', 'scheme', 'in', 'name', 'openIdConnectUrl', 'flows'];

/** Compares security schemes by name; one that is removed shows in the operations that used it. */
export function compareSchemes(old: JsonObject, now: JsonObject): Change[] {
  return matchByKey(schemesOf(old), schemesOf(now)).pairs.flatMap(({ key: name, old: from, new: to }) => {
    if (!isObject(from) || !isObject(to)) return [];
    const report = (rule: RuleName, what: string): Change =>
      createChange(rule, { where: `security scheme ${name}`, what, names: [name] });
    return [
      ...wireKeys
        .filter((key) => !isEqual(from[key], to[key]))
        .map((key) => report('security-scheme-changed', `${key}: ${quote(from[key])} -> ${quote(to[key])}`)),
      ...changedTexts(from, to, new Set(wireKeys)).map((what) => report('described', what)),
    ];
  });
}
