import { listOperations, type ContractOperation } from '../contract/contract.ts';
import { asArray, asObject, type Json, type JsonObject } from '../contract/json.ts';
import { createChange, isEqual, quote, type Change } from './change.ts';
import { compareParameters, compareRequestBody } from './compare-requests.ts';
import { compareResponses } from './compare-responses.ts';
import { bindingRule, bindsOursOnly } from './compare-schemas.ts';
import {
  changedKeys,
  operationChange,
  placeOf,
  type Comparison,
  type OperationPair,
} from './operation-pair.ts';
import type { RuleName } from './rules.ts';
import { isPlainObject } from './schema-tree.ts';

/** Compares two OpenAPI documents: operations, security, parameters, bodies, responses, servers and plans. */
export function compareOpenapi(old: JsonObject, now: JsonObject): Comparison {
  const [before, after] = [listOperations(old), listOperations(now)];
  const pairs = after.flatMap((operation): OperationPair[] => {
    const partner = before.find((other) => keyOf(other) === keyOf(operation));
    if (partner === undefined) return [];
    const ours = bindsOursOnly(partner.object, operation.object);
    return [
      {
        old: { document: old, operation: partner },
        new: { document: now, operation },
        id: operation.id,
        ours,
      },
    ];
  });
  const compared = pairs.map((pair) => compareOperation(pair));
  return {
    changes: [
      ...before.flatMap((operation) => (hasPartner(operation, after) ? [] : [removed(operation)])),
      ...after.flatMap((operation) => (hasPartner(operation, before) ? [] : [added(operation, old)])),
      ...compared.flatMap(({ changes }) => changes),
      ...compareServers(old, now),
      ...compareSchemes(old, now),
      ...comparePlans(old, now),
      ...compareRest(old, now),
    ],
    messages: compared.flatMap(({ messages }) => messages),
  };
}

/** Method and path; the name of a path parameter is not part of it. */
function keyOf({ method, path }: ContractOperation): string {
  return `${method} ${path.replaceAll(/\{[^}]*\}/g, '{}')}`;
}

function hasPartner(operation: ContractOperation, others: readonly ContractOperation[]): boolean {
  return others.some((other) => keyOf(other) === keyOf(operation));
}

function removed(operation: ContractOperation): Change {
  const details = {
    where: placeOf(operation),
    what: `operation ${operation.id} removed`,
    names: [operation.id],
  };
  return createChange('operation-removed', {
    ...details,
    uses: [operation.id],
    ours: bindsOursOnly(operation.object),
  });
}

function added(operation: ContractOperation, old: JsonObject): Change {
  const surfaces = asArray(old['x-surfaces'] ?? [], 'x-surfaces').map((row) =>
    String(asObject(row, 'x-surfaces')['url']),
  );
  const described = surfaces.some(
    (url) =>
      url.replace(/\?.*$/, '').endsWith(operation.path) ||
      (operation.path === '/mcp' && url.includes('mcp_url')),
  );
  const details = {
    where: placeOf(operation),
    what: `operation ${operation.id} added`,
    names: [operation.id, operation.path],
  };
  const rule = described ? 'operation-now-described' : 'operation-added';
  return createChange(rule, {
    ...details,
    uses: [operation.id],
    ours: bindsOursOnly(operation.object),
    addition: described ? undefined : 'operation',
  });
}

function compareOperation(pair: OperationPair): Comparison {
  const parts = [compareParameters(pair), compareRequestBody(pair), compareResponses(pair)];
  return {
    changes: [...compareHead(pair), ...compareSecurity(pair), ...parts.flatMap(({ changes }) => changes)],
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

function compareHead(pair: OperationPair): Change[] {
  const [old, now] = [pair.old.operation.object, pair.new.operation.object];
  const changes: Change[] = [];
  if (pair.old.operation.id !== pair.new.operation.id)
    changes.push(
      operationChange(
        pair,
        'operation-id-changed',
        '',
        `operationId: ${pair.old.operation.id} -> ${pair.id}`,
      ),
    );
  if (old['deprecated'] !== true && now['deprecated'] === true)
    changes.push(operationChange(pair, 'operation-deprecated', '', 'deprecated now'));
  if (old['deprecated'] === true && now['deprecated'] !== true)
    changes.push(operationChange(pair, 'operation-no-longer-deprecated', '', 'no longer deprecated'));
  const [from, to] = [old['x-binding'], now['x-binding']];
  if (!isEqual(from, to))
    changes.push(
      operationChange(pair, bindingRule(from, to), '', `x-binding: ${quote(from)} -> ${quote(to)}`),
    );
  const texts = changedKeys(old, now, operationParts);
  if (texts.length > 0) changes.push(operationChange(pair, 'described', '', `${texts.join(', ')} changed`));
  return changes;
}

function compareSecurity(pair: OperationPair): Change[] {
  const [before, after] = [alternativesOf(pair.old), alternativesOf(pair.new)];
  const gone = before.filter((item) => !after.some((other) => asksAtMost(other, item)));
  const fresh = after.filter((item) => !before.some((other) => asksAtMost(other, item)));
  const report = (rule: RuleName, item: Json, what: string): Change =>
    operationChange(pair, rule, 'security', `${quote(item)} ${what}`, {
      names: Object.keys(asObject(item, 'security')),
      ours: Object.keys(asObject(item, 'security')).some((name) =>
        bindsOursOnly(schemesOf(pair.new.document)[name]),
      ),
    });
  return [
    ...gone.map((item) => report('security-narrowed', item, 'is no longer enough')),
    ...fresh.map((item) => report('security-widened', item, 'is enough now')),
  ];
}

/** The credentials of which one is enough; an operation without any is open to everybody. */
function alternativesOf({ document, operation }: OperationPair['old']): readonly Json[] {
  const security = asArray(operation.object['security'] ?? document['security'] ?? [], 'security');
  return security.length === 0 ? [{}] : security;
}

/** Whether a requirement asks for no more than another: credentials of the other satisfy it. */
function asksAtMost(requirement: Json, other: Json): boolean {
  const [asked, given] = [asObject(requirement, 'security'), asObject(other, 'security')];
  return Object.entries(asked).every(([scheme, scopes]) => {
    const offered = given[scheme];
    return Array.isArray(offered) && asArray(scopes, scheme).every((scope) => offered.includes(scope));
  });
}

function compareServers(old: JsonObject, now: JsonObject): Change[] {
  const urls = (document: JsonObject): string[] =>
    asArray(document['servers'] ?? [], 'servers').map((server) => String(asObject(server, 'servers')['url']));
  const change = (rule: RuleName, url: string, what: string): Change =>
    createChange(rule, { where: `server ${url}`, what, names: ['servers'] });
  return [
    ...urls(old).filter((url) => !urls(now).includes(url)).map((url) => change('server-removed', url, 'removed')),
    ...urls(now).filter((url) => !urls(old).includes(url)).map((url) => change('server-added', url, 'added')),
  ]; // prettier-ignore
}

function schemesOf(document: JsonObject): JsonObject {
  const components = asObject(document['components'] ?? {}, 'components');
  return asObject(components['securitySchemes'] ?? {}, 'securitySchemes');
}

/** Security schemes by name; one that is removed shows in the operations that used it. */
export function compareSchemes(old: JsonObject, now: JsonObject): Change[] {
  const wire = ['type', 'scheme', 'in', 'name', 'openIdConnectUrl', 'flows'];
  return Object.entries(schemesOf(old)).flatMap(([name, value]): Change[] => {
    const partner = schemesOf(now)[name];
    if (!isPlainObject(value) || !isPlainObject(partner)) return [];
    const where = `security scheme ${name}`;
    const changed = wire.filter((key) => !isEqual(value[key], partner[key]));
    const texts = changedKeys(value, partner, new Set(wire));
    return [
      ...changed.map((key) =>
        createChange('security-scheme-changed', {
          where,
          what: `${key}: ${quote(value[key])} -> ${quote(partner[key])}`,
          names: [name],
        }),
      ),
      ...(texts.length === 0
        ? []
        : [createChange('described', { where, what: `${texts.join(', ')} changed`, names: [name] })]),
    ];
  });
}

/** The limits of each plan; null is a limit of its own for each customer. */
function comparePlans(old: JsonObject, now: JsonObject): Change[] {
  const [before, after] = [
    asObject(old['x-plans'] ?? {}, 'x-plans'),
    asObject(now['x-plans'] ?? {}, 'x-plans'),
  ];
  return Object.entries(before).flatMap(([plan, value]) => {
    const [from, to] = [value, after[plan]];
    if (!isPlainObject(from) || !isPlainObject(to)) return [];
    return Object.keys(from).flatMap((limit): Change[] => {
      const [was, is] = [from[limit], to[limit]];
      if (isEqual(was, is)) return [];
      const raised = typeof was === 'number' && (typeof is !== 'number' || is > was);
      const details = {
        where: `plan ${plan}`,
        what: `${limit}: ${quote(was)} -> ${quote(is)}`,
        names: ['x-plans', plan],
      };
      return [createChange(raised ? 'limit-raised' : 'limit-lowered', details)];
    });
  });
}

const compared = new Set(['paths', 'components', 'servers', 'security', 'x-plans']);

/** Texts of the document. Its version is that of the comparison. */
function compareRest(old: JsonObject, now: JsonObject): Change[] {
  const texts = changedKeys(old, now, new Set([...compared, 'info']));
  const info = changedKeys(
    asObject(old['info'], 'info'),
    asObject(now['info'], 'info'),
    new Set(['version']),
  );
  return [...texts, ...info.map((key) => `info.${key}`)].map((key) =>
    createChange('described', {
      where: `openapi.yaml ${key}`,
      what: `${key} changed`,
      names: [key, 'openapi.yaml'],
    }),
  );
}
