import type { RequirementId } from '../../generated/requirements.ts';
import { valueAt } from '../arbitraries/violations.ts';
import type { Expectation, Finding } from '../check.ts';
import { describeResponse, showValue } from '../client/describe-exchange.ts';
import { isJson, isObject, type Exchange } from '../exchange.ts';
import {
  isAbsent,
  isKept,
  isUnchangedTimestamp,
  providers,
  sentFields,
  showDifference,
  type Agent,
} from './agent-fields.ts';
import { verifyAssigned } from './verify-created.ts';

/** The agents of a list response, or undefined where it has none. */
export function agentsIn({ json }: Exchange): readonly unknown[] | undefined {
  const agents = isObject(json) ? json['agents'] : undefined;
  return Array.isArray(agents) ? (agents as readonly unknown[]) : undefined;
}

/** Whether the list has more pages: paging is left open, and one page is not all of it (decision 0010). */
export function hasMorePages({ json, headers }: Exchange): boolean {
  if (/rel="?next/.test(headers['link'] ?? '')) return true;
  if (!isObject(json)) return false;
  return Object.entries(json).some(
    ([name, value]) =>
      /next|cursor|more|page|paging|pagination/i.test(name) &&
      value !== null &&
      value !== false &&
      value !== '',
  );
}

const isText = (value: unknown): boolean => typeof value === 'string';
const isNumber = (value: unknown): boolean => typeof value === 'number';

function isConnection(value: unknown): boolean {
  return isObject(value) && isText(value['type']) && typeof value['enabled'] === 'boolean';
}

/** The fields that a client sends, whether each agent has them, and of which values. Source 2.1 and 2.2. */
const fields: readonly (readonly [path: string, isRight: (value: unknown) => boolean, isOptional?: true])[] =
  [
    ['name', isText],
    ['type', isText],
    ['description', isText, true],
    ['config.model_provider', (value) => providers.some((provider) => provider === value)],
    ['config.model_id', isText],
    ['config.system_prompt', isText],
    ['config.temperature', (value) => isNumber(value) && Number(value) >= 0 && Number(value) <= 1],
    ['config.max_tokens', isNumber],
    ['config.mcp_capabilities', (value) => Array.isArray(value) && value.every(isConnection), true],
  ];

/** Verifies the fields of one agent in a list. Source 4.2. */
export function verifyFields(agent: unknown): Finding[] {
  if (!isObject(agent)) {
    return [{ requirement: 'R-4.2-04', expected: 'listed-agent-is-object', actual: showValue(agent) }];
  }
  const found = fields.flatMap(([path, isRight, isOptional]): Finding[] => {
    const value = valueAt(agent, path);
    if ((isOptional && isAbsent(value)) || isRight(value)) return [];
    const actual = `${path} ${JSON.stringify(value) ?? 'is missing'}`;
    return [{ requirement: 'R-4.2-04', expected: 'listed-agent-complete', actual }];
  });
  return [...found, ...verifyAssigned(agent)];
}

/** Whether an agent looks like one that the suite left in the store, such as of a create that must be rejected. */
function isRemnant(agent: unknown): boolean {
  const marked = ['name', 'description', 'config.system_prompt'].map((path) => valueAt(agent, path));
  const isMarked = marked.some((text) => typeof text === 'string' && text.startsWith('Conformance'));
  return (
    isMarked || ['name', 'type', 'config.model_provider'].every((path) => valueAt(agent, path) === undefined)
  );
}

/**
 * The findings about each agent. Nothing can be deleted: what a run before left among right agents does not fail this
 * one. Agents of this run are compared with the responses to their creates.
 */
function verifyEach(agents: readonly unknown[]): readonly Finding[] {
  const wrong = agents
    .map((agent) => ({ agent, found: verifyFields(agent) }))
    .filter(({ found }) => found.length > 0);
  const isAnyRight = wrong.length < agents.length;
  return wrong
    .filter(({ agent }) => !isAnyRight || !isRemnant(agent))
    .flatMap(({ agent, found }) => found.map((one) => ({ ...one, agentId: valueAt(agent, 'id') })));
}

function verifyUniqueIds(agents: readonly unknown[]): Finding[] {
  const ids = agents.flatMap((agent) => (isObject(agent) && agent['id'] !== undefined ? [agent['id']] : []));
  if (new Set(ids).size === ids.length) return [];
  const repeated = ids.find((id, index) => ids.indexOf(id) !== index);
  return [{ requirement: 'R-2.1-01', expected: 'ids-differ', actual: `${showValue(repeated)} twice` }];
}

/** Verifies a list by itself. Source 4.2 and 2.1. */
export function verifyList(exchange: Exchange): readonly Finding[] {
  const agents = agentsIn(exchange);
  const found: Finding[] = [];
  const add = (requirement: RequirementId, expected: Expectation): void => {
    found.push({ requirement, expected, actual: describeResponse(exchange) });
  };
  if (!isJson(exchange)) add('R-1-07', 'response-is-json');
  if (exchange.status !== 200) add('R-4.2-06', 'list-status');
  else if (agents === undefined) add('R-4.2-01', 'list-has-agents');
  else found.push(...verifyEach(agents), ...verifyUniqueIds(agents));
  return found.map((finding) => ({ ...finding, exchange }));
}

/** The first field in which a listed agent differs from its create response. */
export function verifyUnchanged(created: Agent, listed: Agent): Finding[] {
  const changed = sentFields.find(({ path }) => {
    const [before, after] = [valueAt(created, path), valueAt(listed, path)];
    return !(isAbsent(before) && isAbsent(after)) && !isKept(before, after);
  });
  const stamps = ['created_at', 'updated_at'] as const;
  const stamp = stamps.find((field) => !isUnchangedTimestamp(created[field], listed[field]));
  const path = changed?.path ?? stamp;
  if (path === undefined) return [];
  const actual = showDifference(valueAt(created, path), valueAt(listed, path)).replace(/^sent/, 'created');
  return [{ requirement: 'R-4.2-07', expected: ['listed-as-created', path], actual, agentId: created['id'] }];
}

/** Verifies that each created agent is in a list once, unchanged. Source 4.2. */
export function verifyListed(created: readonly Agent[], exchange: Exchange): readonly Finding[] {
  const agents = agentsIn(exchange);
  if (agents === undefined) return [];
  const byId = Map.groupBy(agents.filter(isObject), (agent) => agent['id']);
  const found = created.flatMap((agent): Finding[] => {
    const [listed, other] = byId.get(agent['id']) ?? [];
    // An id that is there twice names neither of them.
    if (listed !== undefined) return other === undefined ? verifyUnchanged(agent, listed) : [];
    const actual = `no agent ${showValue(agent['id'])} among ${agents.length}`;
    return [{ requirement: 'R-4.2-02', expected: 'created-is-listed', actual, agentId: agent['id'] }];
  });
  return found.map((finding) => ({ ...finding, exchange }));
}
