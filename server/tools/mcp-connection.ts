import { AsyncLocalStorage } from 'node:async_hooks';
import { type CallToolResult, Client, ProtocolError, type Transport } from '@modelcontextprotocol/client';
import type { Clock } from '../support/clock.ts';
import { isObject } from '../support/json.ts';
import type { ToolConnection, ToolDescription, ToolOutput } from './types.ts';

export interface McpConnectionOptions {
  /** Opens a fresh transport; called again after a failure. */
  readonly open: () => Promise<Transport>;
  readonly clock: Clock;
  /** How long a tool list is cached. */
  readonly listFreshMs: number;
  /** For connecting, and for a whole tool list. */
  readonly connectMs: number;
  /** The output of a call that the server has rejected with a JSON-RPC error; by default a sentence. */
  readonly rejected?: ((error: ProtocolError) => ToolOutput) | undefined;
}

/** A connection over the MCP client. Connects on first use, and again on the first use after a failure. */
export function createMcpConnection(options: McpConnectionOptions): ToolConnection {
  const { clock, listFreshMs, connectMs } = options;
  let client: Promise<Client> | null = null;
  const disconnect = (): void => {
    if (client !== null) retire(client);
    client = null;
  };
  const connected = (): Promise<Client> => {
    if (client !== null) return client;
    // A retired client may close while its successor is in use.
    const onClose = (): void => void (client === opening && (client = null));
    const opening = connect(options, onClose);
    opening.catch(onClose);
    return (client = opening);
  };
  const load = async (): Promise<readonly ToolDescription[]> => {
    try {
      const open = await connected();
      // One limit for all pages: a server that always has another page must not hold a reply.
      const signal = AbortSignal.timeout(connectMs);
      const { tools } = await open.listTools(undefined, { timeout: connectMs, signal });
      return tools.slice(0, maxTools).map(describe);
    } catch (error) {
      disconnect();
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
        if (error instanceof ProtocolError) return options.rejected?.(error) ?? rejected;
        // An abort is no sign of a broken connection, and other calls may be using it.
        if (!signal.aborted) disconnect();
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

// Every tool is part of every prompt: one server must not fill the model's context.
const maxTools = 64;
const maxDescriptionLength = 1024;
const maxSchemaLength = 16_384;

// A ProtocolError: the server is up, but does not have this tool, or not for this input.
const rejected = { error: 'The tool rejected the call.' };

/** Before a client that failed one call is closed: its other calls may still be running. */
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
  const isShort = JSON.stringify(inputSchema).length <= maxSchemaLength;
  return {
    name,
    description: description.slice(0, maxDescriptionLength).toWellFormed(),
    inputSchema: isShort ? { ...inputSchema } : { type: 'object' },
  };
}

const calls = new AsyncLocalStorage<AbortSignal>();

/** Runs `work` so that its network requests end with `signal`. */
function withCallSignal<Result>(signal: AbortSignal, work: () => Result): Result {
  return calls.run(signal, work);
}

/** Grace period for requests that follow an aborted call, such as its cancellation. */
const graceMs = 5000;

/**
 * The signal for a request on behalf of the current call, if there is one. The MCP client itself only notifies the
 * server of an aborted call and leaves the request open for as long as the server likes.
 */
export function requestSignal(own: AbortSignal | null | undefined): AbortSignal | null {
  const call = calls.getStore();
  if (call === undefined) return own ?? null;
  const end = call.aborted ? AbortSignal.timeout(graceMs) : call;
  return own ? AbortSignal.any([own, end]) : end;
}

interface ToolListOptions {
  readonly load: () => Promise<readonly ToolDescription[]>;
  readonly clock: Clock;
  /** How long a list is cached. */
  readonly freshMs: number;
}

/** How long a failure is cached, so that not every reply waits for a server that is down. */
const failureMs = 10_000;

/**
 * Caches the result of `load`. An expired list is loaded again once for all callers; when that fails, the old list
 * stays in use. Throws what `load` throws while there is no list.
 */
function createToolList({
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

/** The object in an MCP result: its structured content, else its text, else the kinds of its content. */
function outputOfResult(result: CallToolResult): ToolOutput {
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

/** Servers without structured output put their JSON into a text; null where it is no JSON object. */
export function parsedObject(text: string): ToolOutput | null {
  if (!text.trimStart().startsWith('{')) return null;
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}
