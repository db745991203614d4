import { isDeepStrictEqual } from 'node:util';
import { listOperations, type ContractOperation } from '../contract/contract.ts';
import { asArray, asObject, isObject, type Json, type JsonObject } from '../contract/json.ts';
import { bindingRule, bindsOursOnly, bindsOursOnlyAt } from './binding.ts';
import { quote, type Change } from './change.ts';
import {
  compareParameters,
  compareRequestBody,
  compareResponses,
  operationSubject,
  placeOf,
  type Comparison,
  type OperationPair,
} from './compare-messages.ts';
import {
  changedKeys,
  compareDocumentTexts,
  compareKeys,
  compareParts,
  matchByKey,
  objectsIn,
  report,
  type Difference,
} from './compare-parts.ts';
import type { RuleName } from './rules.ts';

/** Compares two OpenAPI documents: operations, security, parameters, bodies, responses, servers and plans. */
export function compareOpenapi(old: JsonObject, now: JsonObject): Comparison {
  const operations = [operationsOf(old), operationsOf(now)] as const;
  const pairs = matchByKey(...operations).pairs.map(({ old: before, new: after }): OperationPair => ({
    old: { document: old, operation: before },
    new: { document: now, operation: after },
    id: after.id,
    ours: bindsOursOnly(before.object, after.object),
  }));
  const parts = pairs.flatMap((pair) => [
    { changes: [...compareDescription(pair), ...compareSecurity(pair)], messages: [] },
    ...[compareParameters, compareRequestBody, compareResponses].map((compare) => compare(pair)),
  ]);
  return {
    changes: [
      ...compareExistence(operations, old),
      ...parts.flatMap(({ changes }) => changes),
      ...compareServers(old, now),
      ...compareSchemes(old, now),
      ...comparePlans(old, now),
      ...compareDocumentTexts(
        'openapi.yaml',
        old,
        now,
        'paths',
        'components',
        'servers',
        'security',
        'x-plans',
      ),
    ],
    messages: parts.flatMap(({ messages }) => messages),
  };
}

type Operations = ReadonlyMap<string, ContractOperation>;

/** Operations by method and path; the name of a path parameter is not part of it. */
function operationsOf(document: JsonObject): Operations {
  return new Map(
    listOperations(document).map((operation) => [
      `${operation.method} ${operation.path.replaceAll(/\{[^}]*\}/g, '{}')}`,
      operation,
    ]),
  );
}

/** Operations that only one version has. */
function compareExistence([before, after]: readonly [Operations, Operations], old: JsonObject): Change[] {
  return compareParts(before, after, {
    subject: (_key, operation) => ({
      where: placeOf(operation),
      names: [operation.id],
      uses: [operation.id],
      ours: bindsOursOnly(operation.object),
    }),
    removed: ({ id }) => ['operation-removed', `operation ${id} removed`],
    added: ({ id, path }) => {
      const [what, names] = [`operation ${id} added`, [id, path]];
      return isInSurfaces(path, old)
        ? ['operation-now-described', what, { names }]
        : ['operation-added', what, { names, addition: 'operation' }];
    },
    both: () => [],
  });
}

/** Whether a path is in `x-surfaces`, where 1.0.0 lists what it has beyond /api; that of MCP is a placeholder there. */
function isInSurfaces(path: string, document: JsonObject): boolean {
  return asArray(document['x-surfaces'] ?? [], 'x-surfaces').some((row) => {
    const url = String(asObject(row, 'x-surfaces')['url']);
    return url.replace(/\?.*$/, '').endsWith(path) || (path === '/mcp' && url.includes('mcp_url'));
  });
}

function compareDescription(pair: OperationPair): Change[] {
  const [old, now] = [pair.old.operation, pair.new.operation];
  const binding = bindingRule(old.object, now.object);
  return report(
    operationSubject(pair),
    ...compareKeys(old.object, now.object, {
      'x-binding': binding ?? null,
      operationId: 'operation-id-changed',
      deprecated: (from, to) => deprecation(from === true, to === true),
      parameters: null,
      requestBody: null,
      responses: null,
      security: null,
    }),
  );
}

function deprecation(was: boolean, is: boolean): Difference[] {
  if (was === is) return [];
  return is
    ? [['operation-deprecated', 'deprecated now']]
    : [['operation-no-longer-deprecated', 'no longer deprecated']];
}

function compareServers(old: JsonObject, now: JsonObject): Change[] {
  return compareParts(serversOf(old), serversOf(now), {
    subject: (url) => ({ where: `server ${url}`, names: ['servers'] }),
    removed: () => ['server-removed', 'removed'],
    added: () => ['server-added', 'added'],
    both: () => [],
  });
}

function serversOf(document: JsonObject): Map<string, JsonObject> {
  const servers = asArray(document['servers'] ?? [], 'servers').map((server) => asObject(server, 'servers'));
  return new Map(servers.map((server) => [String(server['url']), server]));
}

/** Compares the plans of x-plans and their limits; null is a limit of its own for each customer. */
function comparePlans(old: JsonObject, now: JsonObject): Change[] {
  return compareParts(plansOf(old), plansOf(now), {
    subject: (plan) => ({ where: `plan ${plan}`, names: ['x-plans', plan] }),
    removed: () => ['limit-lowered', 'plan removed'],
    added: () => ['limit-raised', 'plan added'],
    both: (from, to) =>
      changedKeys(from, to, 'x-binding', 'x-required-by').map((limit) => [
        isRaised(from[limit], to[limit]) ? 'limit-raised' : 'limit-lowered',
        `${limit}: ${quote(from[limit])} -> ${quote(to[limit])}`,
        { ours: bindsOursOnlyAt(limit, from, to) },
      ]),
  });
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
function compareSecurity(pair: OperationPair): Change[] {
  const before = alternativesOf(pair.old);
  const after = alternativesOf(pair.new).map((item) =>
    withOldNames(item, pair.old.document, pair.new.document),
  );
  const schemes = schemesOf(pair.new.document);
  const missing = (from: typeof before, to: typeof before, rule: RuleName, what: string): Change[] =>
    from
      .filter((item) => !to.some((other) => asksAtMost(other, item)))
      .flatMap((item) => {
        const names = Object.keys(item);
        const ours = names.some((name) => bindsOursOnly(schemes.get(name)));
        return report(operationSubject(pair, 'security', names, ours), [rule, `${quote(item)} ${what}`]);
      });
  return [
    ...missing(before, after, 'security-narrowed', 'is no longer enough'),
    ...missing(after, before, 'security-widened', 'is enough now'),
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
  const wireOf = (scheme: JsonObject = {}): Json => wireKeys.map((key) => scheme[key] ?? null);
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

function schemesOf(document: JsonObject): Map<string, JsonObject> {
  return objectsIn(asObject(document['components'] ?? {}, 'components')['securitySchemes']);
}

/** Compares security schemes by name; one that is removed shows in the operations that used it. */
export function compareSchemes(old: JsonObject, now: JsonObject): Change[] {
  return compareParts(schemesOf(old), schemesOf(now), {
    subject: (name) => ({ where: `security scheme ${name}`, names: [name] }),
    both: (from, to) =>
      compareKeys(from, to, Object.fromEntries(wireKeys.map((key) => [key, 'security-scheme-changed']))),
  });
}
