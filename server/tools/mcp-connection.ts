import { Client, ProtocolError } from '@modelcontextprotocol/client';
import type { Transport } from '@modelcontextprotocol/client';
import type { Clock } from '../clock.ts';
import { withCallSignal } from './call-signal.ts';
import type { ToolConnection, ToolDescription } from './tool-connection.ts';
import { createToolList } from './tool-list.ts';
import { outputOfResult } from './tool-output.ts';

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
