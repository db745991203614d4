import type { CaseBreach, CheckContext } from '../../check.ts';
import { describeAnswer, showValue } from '../../client/describe-answer.ts';
import type { Exchange } from '../../client/exchange.ts';
import type { RequirementId } from '../../../generated/requirements.ts';
import { isObject } from '../is-object.ts';
import { sentFields, valueAt, type Agent } from './agent-fields.ts';
import { judgeAssigned } from './judge-created.ts';
import { isAbsent, isKept, showDifference } from './same-value.ts';
import { isSameInstant } from './timestamps.ts';

type Told = Omit<CaseBreach, 'exchange'>;

export function readList({ client }: CheckContext): Promise<Exchange> {
  return client.contract.listAgents();
}

/** The agents of a list, or undefined where it is none. */
export function agentsIn({ json }: Exchange): readonly unknown[] | undefined {
  const agents = isObject(json) ? json['agents'] : undefined;
  return Array.isArray(agents) ? (agents as readonly unknown[]) : undefined;
}

/** Paging is left open: a list that says that there is more is not all of it (decision 0010). */
export function saysThereIsMore({ json, headers }: Exchange): boolean {
  if (/rel="?next/.test(headers['link'] ?? '')) return true;
  if (!isObject(json)) return false;
  const told = Object.entries(json).filter(([name]) => /next|cursor|more|page|paging|pagination/i.test(name));
  return told.some(([, value]) => value !== null && value !== false && value !== '');
}

const texts = ['name', 'type', 'config.model_provider', 'config.model_id', 'config.system_prompt'];
const numbers = ['config.temperature', 'config.max_tokens'];

function judgeFields(agent: unknown): Told[] {
  if (!isObject(agent)) {
    return [{ requirement: 'R-4.2-04', expected: 'each agent is an object', actual: showValue(agent) }];
  }
  const wrong = [
    ...texts.filter((path) => typeof valueAt(agent, path) !== 'string'),
    ...numbers.filter((path) => typeof valueAt(agent, path) !== 'number'),
  ];
  const fields = wrong.map((path): Told => {
    const actual = `${path} ${JSON.stringify(valueAt(agent, path)) ?? 'is missing'}`;
    return { requirement: 'R-4.2-04', expected: 'each agent with its fields, config included', actual };
  });
  return [...fields, ...judgeAssigned(agent)];
}

function repeatedId(agents: readonly unknown[]): Told[] {
  const ids = agents.map((agent) => (isObject(agent) ? agent['id'] : undefined));
  const repeated = ids.find((id, index) => id !== undefined && ids.indexOf(id) !== index);
  if (repeated === undefined) return [];
  return [
    { requirement: 'R-2.1-01', expected: 'ids that are unique', actual: `${showValue(repeated)} twice` },
  ];
}

function judgeMediaType(exchange: Exchange): Told[] {
  if (/^application\/([\w.+-]+\+)?json\b/i.test(exchange.headers['content-type'] ?? '')) return [];
  return [{ requirement: 'R-1-07', expected: 'a JSON response', actual: describeAnswer(exchange) }];
}

/** What a list breaks by itself: source 4.2 and 2.1. */
export function judgeList(exchange: Exchange): readonly CaseBreach[] {
  const agents = agentsIn(exchange);
  const shape: Told = {
    requirement: 'R-4.2-01',
    expected: 'status 200 and a JSON object whose agents is an array',
    actual: describeAnswer(exchange),
  };
  const inside =
    agents === undefined || exchange.status !== 200
      ? [shape]
      : [...agents.flatMap(judgeFields), ...repeatedId(agents)];
  return [...judgeMediaType(exchange), ...inside].map((breach) => ({ ...breach, exchange }));
}

/** The first field in which a listed agent is not the one that the create answered. */
function changedField(created: Agent, listed: Agent): Told | undefined {
  const changed = sentFields.find(({ path }) => {
    const [before, after] = [valueAt(created, path), valueAt(listed, path)];
    return !(isAbsent(before) && isAbsent(after)) && !isKept(before, after);
  });
  const stamp = ['created_at', 'updated_at'].find((field) => !isSameInstant(created[field], listed[field]));
  const path = changed?.path ?? stamp;
  if (path === undefined) return undefined;
  const actual = showDifference(valueAt(created, path), valueAt(listed, path)).replace(/^sent/, 'created');
  return { requirement: 'R-4.2-02', expected: `${path} in the list as the create answered it`, actual };
}

/** Holds created agents against a list: each is in it once, unchanged. Source 4.2. */
export function judgeListed(created: readonly Agent[], exchange: Exchange): readonly CaseBreach[] {
  const agents = agentsIn(exchange);
  if (agents === undefined) return [];
  const byId = new Map(agents.filter(isObject).map((agent) => [agent['id'], agent]));
  const found = created.flatMap((agent): Told[] => {
    const listed = byId.get(agent['id']);
    const change = listed === undefined ? undefined : changedField(agent, listed);
    if (listed !== undefined) return change === undefined ? [] : [change];
    const actual = `no agent ${showValue(agent['id'])} among ${agents.length}`;
    return [{ requirement: 'R-4.2-02', expected: 'each created agent in the list', actual }];
  });
  return found.map((breach) => ({ ...breach, exchange }));
}

const patienceMs = 1000;
const listClauses: readonly RequirementId[] = ['R-4.2-02'];

/**
 * Reads the list, and judges it and the created agents in it. One that is missing gets a second look after a second,
 * as a copy of a database may lag; a list with more pages cannot be judged for what is not in it.
 */
export async function judgeListWith(context: CheckContext, created: readonly Agent[]): Promise<Exchange> {
  let exchange = await readList(context);
  if (judgeListed(created, exchange).length > 0) {
    await context.clock.wait(patienceMs);
    exchange = await readList(context);
  }
  const more = saysThereIsMore(exchange);
  if (more) context.untested('the list has more pages, which the source does not describe', ...listClauses);
  const missing = more ? [] : judgeListed(created, exchange);
  for (const found of [...judgeList(exchange), ...missing]) context.breach(found, exchange);
  return exchange;
}
