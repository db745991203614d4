import type { ReplyLog, ToolSource } from '../chat/types.ts';
import type { ChatLimits } from '../config/chat-limits.ts';
import type { AgentRecord } from '../db/records.ts';
import { boundOutput } from './bound-output.ts';
import { nameTools, type OfferedTool } from './name-tools.ts';
import type { AgentTool, ToolConnections, ToolConnection, ToolDescription, ToolOutput } from './types.ts';

export interface AgentToolsDeps {
  readonly connections: ToolConnections;
  readonly limits: Pick<ChatLimits, 'toolCallMs' | 'toolOutputBytes'>;
  readonly log: ReplyLog;
}

/** The tools of an agent's enabled mcp_capabilities (source 2.2). */
export function createAgentTools(deps: AgentToolsDeps): ToolSource {
  return {
    async toolsFor(agent) {
      const offered = await Promise.all(enabledTypes(agent).map((type) => offer(deps, agent, type)));
      let calls = 0;
      const agentTool = (tool: OfferedTool): AgentTool => ({
        description: tool.description.description,
        inputSchema: tool.description.inputSchema,
        async execute(input, callSignal) {
          calls += 1;
          return calls > mostCalls ? tooManyCalls : execute(deps, tool, input, callSignal);
        },
      });
      return new Map(nameTools(offered.flat()).map(({ name, tool }) => [name, agentTool(tool)]));
    },
  };
}

/** In one reply. A model may ask for any number of calls in one step, and each result is kept. */
const mostCalls = 32;
const tooManyCalls = { error: 'There were too many tool calls in this reply.' };

function enabledTypes(agent: AgentRecord): string[] {
  const enabled = (agent.config.mcp_capabilities ?? []).filter((capability) => capability.enabled);
  return [...new Set(enabled.map((capability) => capability.type))];
}

async function offer(deps: AgentToolsDeps, agent: AgentRecord, type: string): Promise<OfferedTool[]> {
  try {
    const connection = await deps.connections.find(agent.storeId, type);
    if (connection === null) return [];
    const list = await connection.listTools();
    return list.map((description) => ({ type, description, connection }));
  } catch (error) {
    logFailure(deps, { type, tool: null }, error);
    return [{ type, description: standIn(type), connection: null }];
  }
}

// The model can still ask, and then hears, as the shopper does, that this connection is down.
function standIn(type: string): ToolDescription {
  return {
    name: type,
    description: `The ${type} connection. It is not available right now.`,
    inputSchema: { type: 'object', properties: {} },
  };
}

async function execute(
  deps: AgentToolsDeps,
  tool: OfferedTool,
  input: Readonly<Record<string, unknown>>,
  signal: AbortSignal,
): Promise<ToolOutput> {
  if (tool.connection === null) return isDown(tool.type);
  const limited = AbortSignal.any([signal, AbortSignal.timeout(deps.limits.toolCallMs)]);
  try {
    const output = await callWithin(tool.connection, tool.description.name, input, limited);
    return boundOutput(output, deps.limits.toolOutputBytes);
  } catch (error) {
    logFailure(deps, { type: tool.type, tool: tool.description.name }, error);
    return limited.aborted && !signal.aborted
      ? { error: 'The tool took too long to answer.' }
      : isDown(tool.type);
  }
}

// Raced, so that a connection that ignores the signal cannot hold the reply.
function callWithin(
  connection: ToolConnection,
  name: string,
  input: Readonly<Record<string, unknown>>,
  signal: AbortSignal,
): Promise<ToolOutput> {
  const { promise, reject } = Promise.withResolvers<never>();
  signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  return Promise.race([connection.callTool(name, input, signal), promise]);
}

function isDown(type: string): ToolOutput {
  return { error: `The ${type} connection is not available right now.` };
}

function logFailure(
  { log }: AgentToolsDeps,
  where: { type: string; tool: string | null },
  error: unknown,
): void {
  const name = error instanceof Error ? error.name : typeof error;
  log.warn({ connection: where.type, tool: where.tool, failure: name }, 'tool connection failed');
}
