import type { Expectation, Finding } from '../check.ts';
import { isObject, type Exchange, isJson } from '../exchange.ts';
import {
  isTimestamp,
  isAbsent,
  isEqualInstant,
  isKept,
  sentFields,
  showDifference,
  type Agent,
} from './agent-fields.ts';
import type { RequirementId } from '../../generated/requirements.ts';
import { valueAt } from '../arbitraries/violations.ts';
import { describeResponse } from '../client/describe-exchange.ts';
import { requestBodyOf } from './valid-request.ts';

const maxSkewMs = 5 * 60_000;
const quarterMs = 15 * 60_000;
const maxOffsetMs = 14 * 60 * 60_000;
const dayMs = 24 * 60 * 60_000;

const offset = /(?:Z|[+-]\d\d(?::?\d\d)?)$/;

/** created_at of a created agent, where it is a timestamp. */
function createdAt({ json, status }: Exchange): string | undefined {
  const text = isObject(json) && status < 300 ? json['created_at'] : undefined;
  return typeof text === 'string' && isTimestamp(text) ? text : undefined;
}

/** The time of a timestamp; of UTC without an offset. NaN for weeks and ordinal dates, which Date does not parse. */
function timeOf(text: string): number {
  const plain = text.replace(',', '.');
  return Date.parse(offset.test(text) ? plain : `${plain}Z`);
}

/** How far a timestamp is from a time; without an offset it may be the local time of any zone. */
function skewOf(text: string, now: number): number {
  const skew = timeOf(text) - now;
  if (offset.test(text) || Math.abs(skew) > maxOffsetMs + maxSkewMs) return skew;
  return skew - Math.round(skew / quarterMs) * quarterMs;
}

/** Whether a skew is one of time zones: quarter hours, with a reading of the clock that has seconds. */
function isOfZone(text: string, skew: number): boolean {
  const rest = Math.abs(skew - Math.round(skew / quarterMs) * quarterMs);
  return (
    Math.abs(skew) > maxSkewMs &&
    rest < 30_000 &&
    !/T\d\d:?(?:\d\d:?(?:00(?:[.,]0+)?)?)?(?:Z|[+-]|$)/.test(text)
  );
}

/**
 * Source 2.1: created_at is when the agent was created. Clocks differ, so that the server's own Date is asked: where it
 * is right, a created_at of another time zone or another day is no reading of that clock.
 */
export function verifyCreatedAt(exchange: Exchange): readonly Finding[] {
  const { headers, startedAt } = exchange;
  const text = createdAt(exchange);
  const isDateRight = Math.abs(Date.parse(headers['date'] ?? '') - startedAt) <= maxSkewMs;
  if (!isDateRight || text === undefined) return [];
  const skew = skewOf(text, startedAt);
  if (Number.isNaN(skew) || (Math.abs(skew) <= dayMs && !isOfZone(text, skew))) return [];
  const actual = `created_at ${text}, with the response of ${headers['date']}`;
  return [{ requirement: 'R-2.1-10', expected: 'created-at-is-now', actual }];
}

const minCreates = 20;
const minElapsedMs = 2000;
// Behind a proxy with a Date of its own, the clocks of nodes differ by less.
const maxChangeMs = 55_000;

/** The time of a create by the suite's clock, and its created_at, in Unix milliseconds; `date` is that of the response. */
interface Stamp {
  readonly startedAt: number;
  readonly endedAt: number;
  readonly at: number;
  readonly date: number;
}

/** None for a create at the beginning of a minute: where all are, created_at has no seconds, and does not tell the time. */
function stampOf(exchange: Exchange): readonly Stamp[] {
  const { startedAt, durationMs, headers } = exchange;
  const at = timeOf(createdAt(exchange) ?? '');
  if (Number.isNaN(at) || at % 60_000 < 1000) return [];
  return [{ startedAt, endedAt: startedAt + durationMs, at, date: Date.parse(headers['date'] ?? '') }];
}

const rangeOf = (values: readonly number[]): number => Math.max(...values) - Math.min(...values);

/** Why the times of many creates do not advance; undefined where they are about as far apart as the creates are. */
function standstillOf(stamps: readonly Stamp[]): string | undefined {
  const elapsedMs =
    Math.max(...stamps.map(({ startedAt }) => startedAt)) - Math.min(...stamps.map(({ endedAt }) => endedAt));
  const spanMs = rangeOf(stamps.map(({ at }) => at));
  if (stamps.length < minCreates || elapsedMs < minElapsedMs || spanMs >= elapsedMs / 4) return undefined;
  return `${stamps.length} agents created within ${elapsedMs} ms, their created_at within ${spanMs} ms`;
}

/** How far created_at moves against both clocks. A Date may stand still, and the suite's clock may be set. */
function changeOf(stamps: readonly Stamp[]): string | undefined {
  const dated = stamps.filter(({ date }) => !Number.isNaN(date));
  const changeMs = Math.min(
    rangeOf(dated.map(({ at, date }) => at - date)),
    rangeOf(dated.map(({ at, startedAt }) => at - startedAt)),
  );
  if (changeMs <= maxChangeMs) return undefined;
  const seconds = Math.round(changeMs / 1000);
  return `the difference of created_at to Date, and to the clock of the suite, changes by ${seconds} s`;
}

/**
 * Source 2.1: created_at is the time of its create, so that those of a store advance. Nodes may have clocks that differ,
 * so that it is compared with the Date of the same response, too.
 */
export function verifyAdvance(creates: readonly Exchange[]): readonly Finding[] {
  const stamps = creates.flatMap(stampOf);
  const actual = standstillOf(stamps) ?? changeOf(stamps);
  const exchange = creates.findLast((one) => stampOf(one).length > 0);
  if (actual === undefined || exchange === undefined) return [];
  return [{ requirement: 'R-2.1-10', expected: 'created-at-advances', actual, exchange }];
}

/** A warning about a created agent whose created_at is more than five minutes from the suite's clock. */
export function clockWarning(exchange: Exchange, now: number): string | undefined {
  const text = createdAt(exchange);
  if (text === undefined) return undefined;
  const skew = skewOf(text, now);
  if (Number.isNaN(skew) || Math.abs(skew) <= maxSkewMs) return undefined;
  const minutes = Math.round(Math.abs(skew) / 60_000);
  return `created_at ${text} is ${minutes} minutes ${skew > 0 ? 'after' : 'before'} the clock of the suite`;
}

/** The first of such warnings, with its response. */
export function clockWarnings(creates: readonly Exchange[]) {
  for (const exchange of creates) {
    const text = clockWarning(exchange, exchange.startedAt + exchange.durationMs);
    if (text !== undefined) return [{ text, exchange }];
  }
  return [];
}

function finding(requirement: RequirementId, expected: Expectation, actual: string): Finding {
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
    const changed = finding(kept, ['field-kept', path], actual);
    // Source 4.3: a default may only replace what was not sent.
    return isFalsy(before) ? [changed, finding('R-4.3-06', ['falsy-field-kept', path], actual)] : [changed];
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
    found.push(finding(requirement, ['default-when-omitted', path, value], actual));
    found.push(finding('R-4.3-04', ['default-of-create', path, value], actual));
  };
  verify('config.temperature', 'R-2.2-06', 0.7);
  verify('config.max_tokens', 'R-2.2-08', 4096);
  const connections = valueAt(agent, 'config.mcp_capabilities');
  const none = isAbsent(connections) || (Array.isArray(connections) && connections.length === 0);
  if (isAbsent(valueAt(sent, 'config.mcp_capabilities')) && !none) {
    found.push(finding('R-2.2-09', 'no-capabilities-when-omitted', JSON.stringify(connections)));
  }
  const { description } = agent;
  if (isAbsent(valueAt(sent, 'description')) && typeof description === 'string' && isNoText(description)) {
    const actual = JSON.stringify(description);
    found.push(finding('R-2.1-07', 'no-description-when-omitted', actual));
  }
  return found;
}

/** Verifies the id and the timestamps, which the service assigns. Source 2.1. */
export function verifyAssigned(agent: Agent): Finding[] {
  const show = (field: string): string => `${field} ${JSON.stringify(agent[field]) ?? 'is missing'}`;
  const { id, created_at, updated_at } = agent;
  const found: Finding[] = [];
  if (typeof id !== 'string' || id === '') found.push(finding('R-2.1-01', 'id-is-string', show('id')));
  if (!isTimestamp(created_at)) {
    found.push(finding('R-2.1-10', 'created-at-form', show('created_at')));
  }
  if (!isTimestamp(updated_at)) {
    found.push(finding('R-2.1-11', 'updated-at-form', show('updated_at')));
  }
  return found;
}

function verifyAgent(sent: unknown, agent: Agent): Finding[] {
  const fields = ['id', 'name', 'type', 'config', 'created_at', 'updated_at'];
  const missing = fields.filter((name) => agent[name] === undefined);
  const found: Finding[] = [];
  if (missing.length > 0) {
    found.push(finding('R-4.3-02', 'created-agent-complete', `${missing.join(', ')} missing`));
  }
  const assigned = verifyAssigned(agent);
  found.push(...assigned);
  const { created_at, updated_at } = agent;
  if (assigned.length === 0 && !isEqualInstant(created_at, updated_at)) {
    const actual = `${String(created_at)} and ${String(updated_at)}`;
    found.push(finding('R-2.1-12', 'updated-at-equals-created-at', actual));
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
  if (![200, 201].includes(status)) found.push(finding('R-4.3-02', 'create-status', actual));
  if (!isJson(exchange)) found.push(finding('R-1-07', 'response-is-json', actual));
  if (isObject(json)) found.push(...verifyAgent(requestBodyOf(request), json), ...verifyCreatedAt(exchange));
  else found.push(finding('R-4.3-02', 'create-is-object', actual));
  return found.map((one) => ({ ...one, exchange }));
}
