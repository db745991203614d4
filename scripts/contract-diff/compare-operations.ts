import { listOperations, type ContractOperation } from '../contract/contract.ts';
import { asArray, asObject, isObject, type Json, type JsonObject } from '../contract/json.ts';
import { bindingRule, bindsOursOnly, bindsOursOnlyAt } from './binding.ts';
import { createChange, quote, type Change } from './change.ts';
import { compareParameters, compareRequestBody } from './compare-requests.ts';
import { compareResponses } from './compare-responses.ts';
import { changedKeys, changedTexts, compareDocumentTexts, matchByKey } from './compare-texts.ts';
import { operationChange, placeOf, type Comparison, type OperationPair } from './operation-pair.ts';
import type { RuleName } from './rules.ts';
import { isDeepStrictEqual } from 'node:util';

const comparedKeys = new Set(['paths', 'components', 'servers', 'security', 'x-plans']);

/** Compares two OpenAPI documents: operations, security, parameters, bodies, responses, servers and plans. */
export function compareOpenapi(old: JsonObject, now: JsonObject): Comparison {
  const { removed, added, pairs } = matchByKey(operationsOf(old), operationsOf(now));
  const compared = pairs.map(({ old: before, new: after }) =>
    compareOperation({
      old: { document: old, operation: before },
      new: { document: now, operation: after },
      id: after.id,
      ours: bindsOursOnly(before.object, after.object),
    }),
  );
  return {
    changes: [
      ...removed.map(([, operation]) => removedOperation(operation)),
      ...added.map(([, operation]) => addedOperation(operation, old)),
      ...compared.flatMap(({ changes }) => changes),
      ...compareServers(old, now),
      ...compareSchemes(old, now),
      ...comparePlans(old, now),
      ...compareDocumentTexts('openapi.yaml', old, now, comparedKeys),
    ],
    messages: compared.flatMap(({ messages }) => messages),
  };
}

/** Operations by method and path; the name of a path parameter is not part of it. */
function operationsOf(document: JsonObject): Map<string, ContractOperation> {
  return new Map(
    listOperations(document).map((operation) => [
      `${operation.method} ${operation.path.replaceAll(/\{[^}]*\}/g, '{}')}`,
      operation,
    ]),
  );
}

function removedOperation(operation: ContractOperation): Change {
  return createChange('operation-removed', {
    where: placeOf(operation),
    what: `operation ${operation.id} removed`,
    names: [operation.id],
    uses: [operation.id],
    ours: bindsOursOnly(operation.object),
  });
}

function addedOperation(operation: ContractOperation, old: JsonObject): Change {
  const existed = isInSurfaces(operation.path, old);
  return createChange(existed ? 'operation-now-described' : 'operation-added', {
    where: placeOf(operation),
    what: `operation ${operation.id} added`,
    names: [operation.id, operation.path],
    uses: [operation.id],
    ours: bindsOursOnly(operation.object),
    addition: existed ? undefined : 'operation',
  });
}

/** Whether a path is in `x-surfaces`, where 1.0.0 lists what it has beyond /api; that of MCP is a placeholder there. */
function isInSurfaces(path: string, document: JsonObject): boolean {
  return asArray(document['x-surfaces'] ?? [], 'x-surfaces').some((row) => {
    const url = String(asObject(row, 'x-surfaces')['url']);
    return url.replace(/\?.*$/, '').endsWith(path) || (path === '/mcp' && url.includes('mcp_url'));
  });
}

function compareOperation(pair: OperationPair): Comparison {
  const parts = [compareParameters(pair), compareRequestBody(pair), compareResponses(pair)];
  return {
    changes: [
      ...compareDescription(pair),
      ...compareSecurity(pair),
      ...parts.flatMap(({ changes }) => changes),
    ],
    messages: parts.flatMap(({ messages }) => messages),
  };
}

const operationParts = new Set([
  'x-binding',
  'operationId',
  'deprecated',
  'parameters',
  'requestBody',
  'responses',
  'security',
]);

function compareDescription(pair: OperationPair): Change[] {
  const [old, now] = [pair.old.operation, pair.new.operation];
  const [from, to] = [old.object['x-binding'], now.object['x-binding']];
  const binding = bindingRule(old.object, now.object);
  const [wasDeprecated, isDeprecated] = [old, now].map(({ object }) => object['deprecated'] === true);
  const found: [isFound: boolean | undefined, rule: RuleName, what: string][] = [
    [old.id !== now.id, 'operation-id-changed', `operationId: ${old.id} -> ${now.id}`],
    [!wasDeprecated && isDeprecated, 'operation-deprecated', 'deprecated now'],
    [wasDeprecated && !isDeprecated, 'operation-no-longer-deprecated', 'no longer deprecated'],
    [binding !== undefined, binding ?? 'described', `x-binding: ${quote(from)} -> ${quote(to)}`],
  ];
  return [
    ...found.filter(([isFound]) => isFound).map(([, rule, what]) => operationChange(pair, rule, '', what)),
    ...changedTexts(old.object, now.object, operationParts).map((what) =>
      operationChange(pair, 'described', '', what),
    ),
  ];
}

function compareServers(old: JsonObject, now: JsonObject): Change[] {
  const { removed, added } = matchByKey(serversOf(old), serversOf(now));
  const report = (rule: RuleName, url: string, what: string): Change =>
    createChange(rule, { where: `server ${url}`, what, names: ['servers'] });
  return [
    ...removed.map(([url]) => report('server-removed', url, 'removed')),
    ...added.map(([url]) => report('server-added', url, 'added')),
  ];
}

function serversOf(document: JsonObject): Map<string, JsonObject> {
  const servers = asArray(document['servers'] ?? [], 'servers').map((server) => asObject(server, 'servers'));
  return new Map(servers.map((server) => [String(server['url']), server]));
}

/** Compares the plans of x-plans and their limits; null is a limit of its own for each customer. */
function comparePlans(old: JsonObject, now: JsonObject): Change[] {
  const { removed, added, pairs } = matchByKey(plansOf(old), plansOf(now));
  const report = (rule: RuleName, plan: string, what: string, ours = false): Change =>
    createChange(rule, { where: `plan ${plan}`, what, names: ['x-plans', plan], ours });
  return [
    ...removed.map(([plan]) => report('limit-lowered', plan, 'plan removed')),
    ...added.map(([plan]) => report('limit-raised', plan, 'plan added')),
    ...pairs.flatMap(({ key: plan, old: from, new: to }) =>
      changedKeys(from, to, new Set(['x-binding', 'x-required-by'])).map((limit) => {
        const rule = isRaised(from[limit], to[limit]) ? 'limit-raised' : 'limit-lowered';
        const what = `${limit}: ${quote(from[limit])} -> ${quote(to[limit])}`;
        return report(rule, plan, what, bindsOursOnlyAt(limit, from, to));
      }),
    ),
  ];
}

function plansOf(document: JsonObject): Map<string, JsonObject> {
  const plans = Object.entries(asObject(document['x-plans'] ?? {}, 'x-plans'));
  return new Map(plans.flatMap(([name, plan]) => (isObject(plan) ? [[name, plan] as const] : [])));
}

function isRaised(from: Json | undefined, to: Json | undefined): boolean {
  return typeof from === 'number' && (typeof to !== 'number' || to > from);
}

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
