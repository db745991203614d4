import type { CaseBreach } from '../../check.ts';
import { describeAnswer } from '../../client/describe-answer.ts';
import type { Exchange } from '../../client/exchange.ts';
import type { RequirementId } from '../../../generated/requirements.ts';
import { isObject } from '../is-object.ts';
import { sentFields, valueAt, type Agent } from './agent-fields.ts';
import { isAbsent, isKept, showDifference } from './same-value.ts';
import { isSameInstant, isTimestamp } from './timestamps.ts';

type Told = Omit<CaseBreach, 'exchange'>;

function told(requirement: RequirementId, expected: string, actual: string): Told {
  return { requirement, expected, actual };
}

function isFalsy(value: unknown): boolean {
  return value === 0 || value === '' || (Array.isArray(value) && value.length === 0);
}

function judgeKept(sent: unknown, agent: Agent): Told[] {
  return sentFields.flatMap(({ path, kept }) => {
    const before = valueAt(sent, path);
    const after = valueAt(agent, path);
    if (before === undefined || isKept(before, after)) return [];
    const actual = showDifference(before, after);
    const loss = told(kept, `${path} as it was sent`, actual);
    // Source 4.3: a default may only replace what was not sent.
    return isFalsy(before)
      ? [loss, told('R-4.3-06', `${path} as it was sent, not a default`, actual)]
      : [loss];
  });
}

/** Source 2.2: 0.7, 4096, and no connections, for what was not sent. */
function judgeDefaults(sent: unknown, agent: Agent): Told[] {
  const found: Told[] = [];
  const judge = (path: string, requirement: RequirementId, value: number): void => {
    const answered = valueAt(agent, path);
    if (valueAt(sent, path) !== undefined || answered === value) return;
    const actual = `${JSON.stringify(answered) ?? 'nothing'}`;
    found.push(told(requirement, `${path} is ${value} when omitted`, actual));
    found.push(told('R-4.3-04', `the default of ${path}, ${value}`, actual));
  };
  judge('config.temperature', 'R-2.2-06', 0.7);
  judge('config.max_tokens', 'R-2.2-08', 4096);
  const connections = valueAt(agent, 'config.mcp_capabilities');
  const none = isAbsent(connections) || (Array.isArray(connections) && connections.length === 0);
  if (valueAt(sent, 'config.mcp_capabilities') === undefined && !none) {
    found.push(told('R-2.2-09', 'no mcp_capabilities when omitted', JSON.stringify(connections)));
  }
  return found;
}

/** Id and timestamps: what the service assigns. Source 2.1. */
export function judgeAssigned(agent: Agent): Told[] {
  const show = (field: string): string => `${field} ${JSON.stringify(agent[field]) ?? 'is missing'}`;
  const found: Told[] = [];
  const { id } = agent;
  if (typeof id !== 'string' || id === '') found.push(told('R-2.1-01', 'id is a string', show('id')));
  if (!isTimestamp(agent['created_at'])) {
    found.push(told('R-2.1-10', 'created_at is an ISO 8601 timestamp', show('created_at')));
  }
  if (!isTimestamp(agent['updated_at'])) {
    found.push(told('R-2.1-11', 'updated_at is an ISO 8601 timestamp', show('updated_at')));
  }
  return found;
}

function judgeAgent(sent: unknown, agent: Agent): Told[] {
  const shape = ['id', 'name', 'type', 'config', 'created_at', 'updated_at'].filter(
    (name) => agent[name] === undefined,
  );
  const assigned = judgeAssigned(agent);
  const { created_at, updated_at } = agent;
  return [
    ...(shape.length > 0
      ? [told('R-4.3-02', 'the created agent with all its fields', `${shape.join(', ')} missing`)]
      : []),
    ...assigned,
    ...(assigned.length === 0 && !isSameInstant(created_at, updated_at)
      ? [told('R-2.1-12', 'updated_at equals created_at', `${String(created_at)} and ${String(updated_at)}`)]
      : []),
    ...judgeKept(sent, agent),
    ...(isObject(agent['config']) ? judgeDefaults(sent, agent) : []),
  ];
}

/** What the answer to an accepted create breaks, held against what was sent. Source 2.1, 2.2 and 4.3. */
export function judgeCreated(exchange: Exchange): readonly CaseBreach[] {
  const actual = describeAnswer(exchange);
  const mediaType = exchange.headers['content-type'] ?? '';
  const found: Told[] = [];
  if (!/^application\/([\w.+-]+\+)?json\b/i.test(mediaType))
    found.push(told('R-1-07', 'a JSON response', actual));
  if (!isObject(exchange.json)) found.push(told('R-4.3-02', 'the created agent as a JSON object', actual));
  else found.push(...judgeAgent(exchange.request.json, exchange.json));
  return found.map((breach) => ({ ...breach, exchange }));
}
