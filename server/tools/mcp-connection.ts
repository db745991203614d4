import { AsyncLocalStorage } from 'node:async_hooks';
import { type CallToolResult, Client, ProtocolError, type Transport } from '@modelcontextprotocol/client';
import type { Clock } from '../support/clock.ts';
import { isObject } from '../support/json.ts';
import type { ToolConnection, ToolDescription, ToolOutput } from './types.ts';

export interface McpConnectionOptions {
  /** Opens a fresh transport; called again after a failure. */
  readonly open: () => Promise<Transport>;
  readonly clock: Clock;
  /** How long a tool list counts as fresh. */
  readonly listFreshMs: number;
  /** The most that connecting or listing may take. */
  readonly connectMs: number;
}

/** A connection over the MCP client. Connects on first use, and again on the next use after a failure. */
export function createMcpConnection(options: McpConnectionOptions): ToolConnection {
  const { clock, listFreshMs, connectMs } = options;
  let client: Promise<Client> | null = null;
  const forget = (): void => {
    if (client !== null) retire(client);
    client = null;
  };
  const connected = (): Promise<Client> => {
    if (client !== null) return client;
    // One that was retired may close while its successor is at work.
    const opening = connect(options, () => client === opening && (client = null));
    return (client = opening);
  };
  const load = async (): Promise<readonly ToolDescription[]> => {
    try {
      const open = await connected();
      // The time is for all pages together: a server that always has another must not hold a reply.
      const signal = AbortSignal.timeout(connectMs);
      const { tools } = await open.listTools(undefined, { timeout: connectMs, signal });
      return tools.slice(0, mostTools).map(describe);
    } catch (error) {
      forget();
      throw error;
    }
  };
  return {
    listTools: createToolList({ load, clock, freshMs: listFreshMs }),
    async callTool(name, input, signal) {
      try {
        const open = await connected();
        const call = { name, arguments: { ...input } };
        const result = await withCallSignal(signal, () => open.callTool(call, { signal }));
        return outputOfResult(result);
      } catch (error) {
        if (error instanceof ProtocolError) return refused;
        // An abort says nothing about the connection, and others may be using it.
        if (!signal.aborted) forget();
        throw error;
      }
    },
    async close() {
      const open = await client?.catch(() => null);
      client = null;
      await open?.close();
    },
  };
}

// Every tool is told to the model with every call: a server must not fill its attention.
const mostTools = 64;
const longestDescription = 1024;
const longestSchema = 16_384;

// The server is up and answered: it only does not have this tool, or not for this input.
const refused = { error: 'The tool refused the call.' };

/** Other calls may still be under way on a client that failed one: it is closed when they are over for sure. */
const retireMs = 60_000;

function retire(client: Promise<Client>): void {
  const close = (): void => {
    client.then((open) => open.close()).catch(() => undefined);
  };
  setTimeout(close, retireMs).unref();
}

async function connect({ open, connectMs }: McpConnectionOptions, onClose: () => void): Promise<Client> {
  const client = new Client(
    { name: 'agent-service', version: '1.0.0' },
    { versionNegotiation: { mode: 'auto' } },
  );
  client.onclose = onClose;
  await client.connect(await open(), { timeout: connectMs });
  return client;
}

function describe(tool: {
  name: string;
  description?: string | undefined;
  inputSchema: object;
}): ToolDescription {
  const { name, description = '', inputSchema } = tool;
  const isShort = JSON.stringify(inputSchema).length <= longestSchema;
  return {
    name,
    description: description.slice(0, longestDescription).toWellFormed(),
    inputSchema: isShort ? { ...inputSchema } : { type: 'object' },
  };
}

const calls = new AsyncLocalStorage<AbortSignal>();

/** What `work` sends over the network ends with `signal`. */
export function withCallSignal<Result>(signal: AbortSignal, work: () => Result): Result {
  return calls.run(signal, work);
}

/** Time for what is still to be said after a call was ended, its cancellation above all. In milliseconds. */
const farewellMs = 5000;

/**
 * The signal for a request on behalf of the current call, if there is one. The MCP client itself only tells the
 * server of a call that was ended and leaves its request open, for as long as the server likes.
 */
export function requestSignal(own: AbortSignal | null | undefined): AbortSignal | null {
  const call = calls.getStore();
  if (call === undefined) return own ?? null;
  const end = call.aborted ? AbortSignal.timeout(farewellMs) : call;
  return own ? AbortSignal.any([own, end]) : end;
}

export interface ToolListOptions {
  readonly load: () => Promise<readonly ToolDescription[]>;
  readonly clock: Clock;
  /** How long a list counts as fresh, in milliseconds. */
  readonly freshMs: number;
}

/** How long a failed look is remembered, so that not every reply waits for a server that is down. */
const failureMs = 10_000;

/**
 * Remembers what `load` answered. An old list is loaded again by one caller for all; when that fails, the old
 * one serves on, since the call itself will tell whether the server is back. Throws what `load` throws while
 * there is no list.
 */
export function createToolList({
  load,
  clock,
  freshMs,
}: ToolListOptions): () => Promise<readonly ToolDescription[]> {
  let tools: readonly ToolDescription[] | undefined;
  let failure: unknown;
  let validUntil = Number.NEGATIVE_INFINITY;
  let loading: Promise<void> | undefined;
  const refresh = async (): Promise<void> => {
    try {
      tools = await load();
      failure = undefined;
      validUntil = clock.monotonic() + freshMs;
    } catch (error) {
      failure = error;
      validUntil = clock.monotonic() + failureMs;
    }
    loading = undefined;
  };
  return async () => {
    if (clock.monotonic() >= validUntil) await (loading ??= refresh());
    if (tools === undefined) throw failure;
    return tools;
  };
}

/** The object in an MCP result: its structured content, else its text, else what kinds of content it holds. */
export function outputOfResult(result: CallToolResult): ToolOutput {
  const text = textOf(result);
  if (result.isError === true) return errorOf(result, text);
  if (isObject(result.structuredContent)) return result.structuredContent;
  if (result.structuredContent !== undefined) return { result: result.structuredContent };
  return parsedObject(text) ?? { text };
}

function errorOf({ structuredContent }: CallToolResult, text: string): ToolOutput {
  if (isObject(structuredContent) && 'error' in structuredContent) return structuredContent;
  return { error: text === '' ? 'The tool failed.' : text };
}

function textOf(result: CallToolResult): string {
  return result.content.map((part) => (part.type === 'text' ? part.text : `[${part.type}]`)).join('\n');
}

// Servers without structured output put their JSON into a text.
function parsedObject(text: string): ToolOutput | null {
  if (!text.startsWith('{')) return null;
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}
