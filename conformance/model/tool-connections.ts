import type { Finding } from '../check.ts';
import { showValue } from '../client/describe-exchange.ts';
import { isObject } from '../exchange.ts';
import type { Agent } from './agent-fields.ts';
import type { SeenReply } from './reply-texts.ts';
import { requestBodyOf } from './valid-request.ts';

// A model may call a tool or not: only what it does in most replies says something about its agent.
const minReplies = 6;
const minShare = 0.5;

type Connection = 'on' | 'off' | 'none';

/** Whether an agent has connections, and any of them is enabled. */
function connectionOf({ config }: Agent): Connection {
  const capabilities = isObject(config) ? config['mcp_capabilities'] : undefined;
  if (!Array.isArray(capabilities) || capabilities.length === 0) return 'none';
  return capabilities.every((one) => isObject(one) && one['enabled'] === false) ? 'off' : 'on';
}

interface ConnectedReply {
  readonly connection: Connection | undefined;
  readonly tools: ReadonlySet<unknown>;
  readonly seen: SeenReply;
}

function readReplies(replies: readonly SeenReply[], agents: readonly Agent[]): readonly ConnectedReply[] {
  const connections = new Map(agents.map((agent) => [agent['id'], connectionOf(agent)]));
  return replies.flatMap((seen) => {
    const body = requestBodyOf(seen.exchange.request);
    const events = seen.events.filter(isObject);
    if (!isObject(body) || !events.some(({ type }) => type === 'end')) return [];
    const tools = new Set(events.filter(({ type }) => type === 'tool_use').map(({ tool }) => tool));
    return [{ connection: connections.get(body['agent_id']), tools, seen }];
  });
}

/**
 * Source 2.2: an agent does not use a connection that is not enabled. A tool that agents with a connection call, and none
 * without one, is of that connection; what else agents may call is open.
 */
export function verifyConnections(
  replies: readonly SeenReply[],
  agents: readonly Agent[],
): readonly Finding[] {
  const read = readReplies(replies, agents);
  const withConnection = (which: Connection) => read.filter(({ connection }) => connection === which);
  const [on, off, none] = [withConnection('on'), withConnection('off'), withConnection('none')];
  if ([on, off, none].some(({ length }) => length < minReplies)) return [];
  const isUsual = (own: readonly ConnectedReply[], tool: unknown): boolean =>
    own.filter(({ tools }) => tools.has(tool)).length >= minShare * own.length;
  return [...new Set(off.flatMap(({ tools }) => [...tools]))].flatMap((tool) => {
    const isOfConnection = isUsual(on, tool) && !none.some(({ tools }) => tools.has(tool));
    const first = off.find(({ tools }) => tools.has(tool));
    if (!isOfConnection || first === undefined || !isUsual(off, tool)) return [];
    const expected = 'no-tool-of-disabled-connection';
    const { exchange } = first.seen;
    return [{ requirement: 'R-2.2-16', expected, actual: `calls of ${showValue(tool)}`, exchange } as const];
  });
}
