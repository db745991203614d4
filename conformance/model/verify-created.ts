import type { RequirementId } from '../../generated/requirements.ts';
import { valueAt } from '../arbitraries/violations.ts';
import type { Finding } from '../check.ts';
import { describeResponse } from '../client/describe-exchange.ts';
import { isJson, isObject, type Exchange } from '../exchange.ts';
import {
  isAbsent,
  isEqualInstant,
  isKept,
  isTimestamp,
  sentFields,
  showDifference,
  type Agent,
} from './agent-fields.ts';
import { requestBodyOf } from './valid-request.ts';
import { verifyCreatedAt } from './created-at.ts';

function finding(requirement: RequirementId, expected: string, actual: string): Finding {
  return { requirement, expected, actual };
}

/** Whether a value is falsy, or is an array of nothing, or of connections that are off. */
function isFalsy(value: unknown): boolean {
  const isOff = (item: unknown): boolean => isObject(item) && item['enabled'] === false;
  return value === 0 || value === '' || (Array.isArray(value) && value.every(isOff));
}

function verifyKept(sent: unknown, agent: Agent): Finding[] {
  return sentFields.flatMap(({ path, kept }) => {
    const before = valueAt(sent, path);
    const after = valueAt(agent, path);
    // A null that is accepted counts as omitted (decision 0027).
    if (isAbsent(before) || isKept(before, after)) return [];
    const actual = showDifference(before, after);
    const changed = finding(kept, `${path} as it was sent`, actual);
    // Source 4.3: a default may only replace what was not sent.
    return isFalsy(before)
      ? [changed, finding('R-4.3-06', `${path} as it was sent, not a default`, actual)]
      : [changed];
  });
}

/** Whether a text is what languages print for a missing value. */
function isNoText(text: string): boolean {
  return /^(?:undefined|null|nil|NaN|None|\[object \w+\])$/.test(text);
}

/** Source 2.1 and 2.2: 0.7, 4096, no connections and no words, for what was not sent. */
function verifyDefaults(sent: unknown, agent: Agent): Finding[] {
  const found: Finding[] = [];
  const verify = (path: string, requirement: RequirementId, value: number): void => {
    const received = valueAt(agent, path);
    const before = valueAt(sent, path);
    if (!isAbsent(before) || received === value || (before === null && isAbsent(received))) return;
    const actual = JSON.stringify(received) ?? 'nothing';
    found.push(finding(requirement, `${path} is ${value} when omitted`, actual));
    found.push(finding('R-4.3-04', `the default of ${path}, ${value}`, actual));
  };
  verify('config.temperature', 'R-2.2-06', 0.7);
  verify('config.max_tokens', 'R-2.2-08', 4096);
  const connections = valueAt(agent, 'config.mcp_capabilities');
  const none = isAbsent(connections) || (Array.isArray(connections) && connections.length === 0);
  if (isAbsent(valueAt(sent, 'config.mcp_capabilities')) && !none) {
    found.push(finding('R-2.2-09', 'no mcp_capabilities when omitted', JSON.stringify(connections)));
  }
  const { description } = agent;
  if (isAbsent(valueAt(sent, 'description')) && typeof description === 'string' && isNoText(description)) {
    const actual = JSON.stringify(description);
    found.push(finding('R-2.1-07', 'no description when omitted, and not the word for none', actual));
  }
  return found;
}

/** Verifies the id and the timestamps, which the service assigns. Source 2.1. */
export function verifyAssigned(agent: Agent): Finding[] {
  const show = (field: string): string => `${field} ${JSON.stringify(agent[field]) ?? 'is missing'}`;
  const { id, created_at, updated_at } = agent;
  const found: Finding[] = [];
  if (typeof id !== 'string' || id === '') found.push(finding('R-2.1-01', 'id is a string', show('id')));
  if (!isTimestamp(created_at)) {
    found.push(finding('R-2.1-10', 'created_at is an ISO 8601 timestamp', show('created_at')));
  }
  if (!isTimestamp(updated_at)) {
    found.push(finding('R-2.1-11', 'updated_at is an ISO 8601 timestamp', show('updated_at')));
  }
  return found;
}

function verifyAgent(sent: unknown, agent: Agent): Finding[] {
  const fields = ['id', 'name', 'type', 'config', 'created_at', 'updated_at'];
  const missing = fields.filter((name) => agent[name] === undefined);
  const found: Finding[] = [];
  if (missing.length > 0) {
    const expected = 'the created agent with all its fields';
    found.push(finding('R-4.3-02', expected, `${missing.join(', ')} missing`));
  }
  const assigned = verifyAssigned(agent);
  found.push(...assigned);
  const { created_at, updated_at } = agent;
  if (assigned.length === 0 && !isEqualInstant(created_at, updated_at)) {
    const actual = `${String(created_at)} and ${String(updated_at)}`;
    found.push(finding('R-2.1-12', 'updated_at equals created_at', actual));
  }
  found.push(...verifyKept(sent, agent));
  if (isObject(agent['config'])) found.push(...verifyDefaults(sent, agent));
  return found;
}

/** Verifies the response to an accepted create against what was sent. Source 2.1, 2.2 and 4.3. */
export function verifyCreated(exchange: Exchange): readonly Finding[] {
  const { json, request, status } = exchange;
  const actual = describeResponse(exchange);
  const found: Finding[] = [];
  // Decision 0001: 202 promises an agent, and returns none.
  if (![200, 201].includes(status)) found.push(finding('R-4.3-02', 'status 200 or 201 of a create', actual));
  if (!isJson(exchange)) found.push(finding('R-1-07', 'a JSON response', actual));
  if (isObject(json)) found.push(...verifyAgent(requestBodyOf(request), json), ...verifyCreatedAt(exchange));
  else found.push(finding('R-4.3-02', 'the created agent as a JSON object', actual));
  return found.map((one) => ({ ...one, exchange }));
}
