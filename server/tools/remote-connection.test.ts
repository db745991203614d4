import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { afterEach, expect, it } from 'vitest';
import { systemClock } from '../support/clock.ts';
import { close, listen } from '../testing/local-server.ts';
import { createRemoteConnection } from './remote-connection.ts';

interface Spoken {
  readonly id?: number;
  readonly method: string;
}

const open: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const closeOne of open.splice(0)) await closeOne();
});

/** An MCP server that never returns from a call, and ignores its cancellation. */
async function startStubborn(): Promise<{
  url: string;
  called: Promise<void>;
  left: Promise<void>;
  heard: string[];
}> {
  const [called, left] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const heard: string[] = [];
  const server = createServer(async (request, response) => {
    const { id, method } = await spokenIn(request);
    heard.push(method);
    if (method === 'initialize') return respond(response, id, { result: initialized });
    if (method !== 'tools/call') return respond(response, id, { error: { code: -32601, message: 'no' } });
    response.on('close', left.resolve);
    called.resolve();
  });
  open.push(() => close(server));
  const url = `http://127.0.0.1:${await listen(server)}/mcp`;
  return { url, called: called.promise, left: left.promise, heard };
}

const initialized = {
  protocolVersion: '2025-06-18',
  capabilities: { tools: {} },
  serverInfo: { name: 'stubborn', version: '1' },
};

async function spokenIn(request: IncomingMessage): Promise<Spoken> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return chunks.length === 0 ? { method: 'none' } : (JSON.parse(Buffer.concat(chunks).toString()) as Spoken);
}

function respond(response: ServerResponse, id: number | undefined, content: object): void {
  if (id === undefined) return void response.writeHead(202).end();
  const body = JSON.stringify({ jsonrpc: '2.0', id, ...content });
  response.writeHead(200, { 'content-type': 'application/json' }).end(body);
}

it('an aborted call of a remote tool leaves no request open, and the server is notified', async () => {
  const server = await startStubborn();
  const remote = { url: server.url, headers: {}, allowPrivate: true };
  const connection = createRemoteConnection(systemClock, remote);
  open.push(() => connection.close());
  const client = new AbortController();
  const call = connection.callTool('slow', {}, client.signal);
  await server.called;
  client.abort();
  await expect(call).rejects.toThrow();
  await server.left;
  await expect.poll(() => server.heard).toContain('notifications/cancelled');
});
