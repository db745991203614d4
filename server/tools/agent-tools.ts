import type { Logger } from 'pino';
import type { ChatLimits } from '../config/chat-limits.ts';
import type { AgentRecord } from '../db/records.ts';
import { createQueue } from '../support/queue.ts';
import { untilAborted } from '../support/until-aborted.ts';
import {
  type AgentTool,
  enabledTypes,
  isBuiltInType,
  isCatalogType,
  type ToolConnection,
  type ToolConnections,
  type ToolDescription,
  type ToolOutput,
  type ToolSource,
} from './types.ts';

export interface AgentToolsDeps {
  readonly connections: ToolConnections;
  readonly limits: Pick<ChatLimits, 'toolCallMs' | 'toolOutputBytes'>;
  readonly log: Pick<Logger, 'warn'>;
}

/** The tools of an agent's enabled mcp_capabilities (source 2.2). */
export function createAgentTools(deps: AgentToolsDeps): ToolSource {
  return {
    async toolsFor(agent) {
      const offered = await Promise.all(enabledTypes(agent.config).map((type) => offer(deps, agent, type)));
      let calls = 0;
      const catalogCalls = createQueue(maxCatalogCalls);
      const agentTool = (tool: OfferedTool): AgentTool => ({
        description: tool.description.description,
        inputSchema: tool.description.inputSchema,
        fromCatalog: isCatalogType(tool.type),
        async execute(input, callSignal) {
          calls += 1;
          if (calls > maxCalls) return tooManyCalls;
          const run = () => execute(deps, tool, input, callSignal);
          return isCatalogType(tool.type) ? catalogCalls(run) : run();
        },
      });
      return new Map(nameTools(offered.flat()).map(({ name, tool }) => [name, agentTool(tool)]));
    },
  };
}

/** In one reply: a model may make any number of calls in one step, and each result is kept. */
const maxCalls = 32;
/** In flight at a time, in one reply: each may be a call of a live shop. */
const maxCatalogCalls = 2;
const tooManyCalls = { error: 'There were too many tool calls in this reply.' };

async function offer(deps: AgentToolsDeps, agent: AgentRecord, type: string): Promise<OfferedTool[]> {
  try {
    const connection = await deps.connections.find(agent.store_id, type);
    if (connection === null) return [];
    const list = await connection.listTools();
    return list.map((description) => ({ type, description, connection }));
  } catch (error) {
    logFailure(deps, { type, tool: null }, error);
    return [{ type, description: placeholder(type), connection: null }];
  }
}

// The model can still call it; the result reports that the connection is down.
function placeholder(type: string): ToolDescription {
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
  if (tool.connection === null) return unavailable(tool.type);
  const limited = AbortSignal.any([signal, AbortSignal.timeout(deps.limits.toolCallMs)]);
  try {
    // Raced: a connection may ignore the signal.
    const call = tool.connection.callTool(tool.description.name, input, limited);
    const output = await untilAborted(limited, call);
    return boundOutput(output, deps.limits.toolOutputBytes);
  } catch (error) {
    logFailure(deps, { type: tool.type, tool: tool.description.name }, error);
    return limited.aborted && !signal.aborted
      ? { error: 'The tool took too long to respond.' }
      : unavailable(tool.type);
  }
}

function unavailable(type: string): ToolOutput {
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

/** A tool that an agent may use; `connection` is null when it is down. */
export interface OfferedTool {
  readonly type: string;
  readonly description: ToolDescription;
  readonly connection: ToolConnection | null;
}

export interface NamedTool {
  readonly name: string;
  readonly tool: OfferedTool;
}

/** In characters; every provider accepts it. */
const maxNameLength = 64;

/**
 * Gives every tool a unique name that providers accept. Names that collide are prefixed with their
 * connection's type; the built-in ones keep their names, so that no remote connection can take its place.
 */
export function nameTools(tools: readonly OfferedTool[]): NamedTool[] {
  const count = new Map<string, number>();
  for (const tool of tools) count.set(plainName(tool), (count.get(plainName(tool)) ?? 0) + 1);
  const taken = new Set(tools.filter(isBuiltIn).map(plainName));
  return tools.map((tool) => {
    if (isBuiltIn(tool)) return { name: plainName(tool), tool };
    const collides = (count.get(plainName(tool)) ?? 0) > 1;
    const name = uniqueName(
      collides ? cleanName(`${tool.type}_${tool.description.name}`) : plainName(tool),
      taken,
    );
    taken.add(name);
    return { name, tool };
  });
}

function isBuiltIn(tool: OfferedTool): boolean {
  return isBuiltInType(tool.type);
}

function plainName(tool: OfferedTool): string {
  return cleanName(tool.description.name);
}

function cleanName(name: string): string {
  return name.replace(/[^\w-]/g, '_').slice(0, maxNameLength) || 'tool';
}

function uniqueName(name: string, taken: ReadonlySet<string>): string {
  let unique = name;
  for (let number = 2; taken.has(unique); number += 1)
    unique = `${name.slice(0, maxNameLength - 4)}_${number}`;
  return unique;
}

interface Bounds {
  readonly items: number;
  readonly characters: number;
}

// From loose to tight: long texts are shortened before lists.
const boundSteps: readonly Bounds[] = [
  { items: 200, characters: 2000 },
  { items: 100, characters: 500 },
  { items: 50, characters: 300 },
  { items: 20, characters: 200 },
  { items: 10, characters: 100 },
  { items: 5, characters: 60 },
];

/**
 * Makes a tool's output fit `maxBytes` of JSON and keeps its shape: long texts and lists are shortened, and
 * `truncated: true` marks it. An output that cannot be shortened enough is replaced by the start of its JSON.
 */
export function boundOutput(output: ToolOutput, maxBytes: number): ToolOutput {
  if (jsonBytes(output) <= maxBytes) return output;
  for (const bounds of boundSteps) {
    const shorter = { ...shortenEntries(output, bounds), truncated: true };
    if (jsonBytes(shorter) <= maxBytes) return shorter;
  }
  return { truncated: true, text: JSON.stringify(output).slice(0, Math.floor(maxBytes / 8)) };
}

function jsonBytes(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value));
}

function shorten(value: unknown, bounds: Bounds): unknown {
  if (typeof value === 'string') return shortenText(value, bounds.characters);
  if (Array.isArray(value)) return value.slice(0, bounds.items).map((item) => shorten(item, bounds));
  if (typeof value === 'object' && value !== null) return shortenEntries({ ...value }, bounds);
  return value;
}

function shortenEntries(value: ToolOutput, bounds: Bounds): Record<string, unknown> {
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, shorten(item, bounds)]));
}

// A cut inside a surrogate pair would leave half a character.
function shortenText(text: string, characters: number): string {
  return text.length <= characters ? text : `${text.slice(0, characters).toWellFormed()}…`;
}
