import { setTimeout as wait } from 'node:timers/promises';
import { InMemoryTransport } from '@modelcontextprotocol/client';
import { McpServer, Server } from '@modelcontextprotocol/server';
import { describe, expect, it } from 'vitest';
import { createMcpConnection } from './mcp-connection.ts';
import type { ToolConnection } from './types.ts';

const signal = new AbortController().signal;

interface Rig {
  readonly connection: ToolConnection;
  /** The names that the server has from now on. */
  offer(...names: string[]): void;
  pass(milliseconds: number): void;
  /** How often a transport was opened. */
  opened(): number;
  breakDown(broken: boolean): void;
}

/** A connection whose server, clock and network the test holds in its hands. */
function rig(): Rig {
  let [names, now, opened, broken] = [['first'], 0, 0, false];
  const servers: McpServer[] = [];
  const connection = createMcpConnection({
    clock: { now: () => now, monotonic: () => now },
    listFreshMs: 1000,
    connectMs: 10_000,
    async open() {
      opened += 1;
      if (broken) throw new Error('down');
      const [ours, theirs] = InMemoryTransport.createLinkedPair();
      const server = new McpServer({ name: 'test', version: '1' });
      for (const name of names) {
        const description = 'long '.repeat(1000);
        server.registerTool(name, { description }, async () => ({ content: [{ type: 'text', text: name }] }));
      }
      servers.push(server);
      await server.connect(theirs);
      return ours;
    },
  });
  return {
    connection,
    offer: (...more) => (names = more),
    pass: (milliseconds) => (now += milliseconds),
    opened: () => opened,
    breakDown(state) {
      broken = state;
      for (const server of servers.splice(0)) void server.close();
    },
  };
}

const namesOf = async ({ connection }: Rig): Promise<string[]> =>
  (await connection.listTools()).map(({ name }) => name);

describe('a connection over MCP', () => {
  it('connects once, and loads the list again only when it is expired', async () => {
    const each = rig();
    expect(await namesOf(each)).toEqual(['first']);
    each.breakDown(false);
    each.offer('second');
    expect(await namesOf(each)).toEqual(['first']);
    each.pass(1001);
    expect(await namesOf(each)).toEqual(['second']);
    expect(each.opened()).toBe(2);
  });

  it('keeps the last list while its server is down, and connects again when it is back', async () => {
    const each = rig();
    await namesOf(each);
    each.breakDown(true);
    each.pass(1001);
    expect(await namesOf(each)).toEqual(['first']);
    await expect(each.connection.callTool('first', {}, signal)).rejects.toThrow('down');
    each.breakDown(false);
    each.pass(10_001);
    expect(await namesOf(each)).toEqual(['first']);
    expect(await each.connection.callTool('first', {}, signal)).toEqual({ text: 'first' });
  });

  it('fails while there is no list, at once for ten seconds, and then tries again', async () => {
    const each = rig();
    each.breakDown(true);
    await expect(each.connection.listTools()).rejects.toThrow('down');
    each.breakDown(false);
    await expect(each.connection.listTools()).rejects.toThrow('down');
    expect(each.opened()).toBe(1);
    each.pass(10_001);
    expect(await namesOf(each)).toEqual(['first']);
  });

  it('connects again after a connection failed for a call that was aborted', async () => {
    const each = rig();
    each.breakDown(true);
    await expect(each.connection.callTool('first', {}, AbortSignal.abort())).rejects.toThrow('down');
    each.breakDown(false);
    expect(await each.connection.callTool('first', {}, signal)).toEqual({ text: 'first' });
  });

  it('loads the list once for concurrent callers', async () => {
    const each = rig();
    expect(await Promise.all([namesOf(each), namesOf(each), namesOf(each)])).toEqual([
      ['first'],
      ['first'],
      ['first'],
    ]);
    expect(each.opened()).toBe(1);
  });

  it('limits the number of tools and the length of descriptions', async () => {
    const each = rig();
    each.offer(...Array.from({ length: 100 }, (_, number) => `tool_${number}`));
    const tools = await each.connection.listTools();
    expect(tools).toHaveLength(64);
    expect(Math.max(...tools.map(({ description }) => description.length))).toBeLessThanOrEqual(1024);
  });
});

type ListedTools = {
  tools: { name: string; inputSchema: { type: 'object'; description?: string } }[];
  nextCursor?: string;
};

/** A connection to a server that returns `page()` for every page of its list. */
function listing(connectMs: number, page: () => Promise<ListedTools>): ToolConnection {
  return createMcpConnection({
    clock: { now: () => 0, monotonic: () => 0 },
    listFreshMs: 1000,
    connectMs,
    async open() {
      const [ours, theirs] = InMemoryTransport.createLinkedPair();
      const server = new Server({ name: 'listing', version: '1' }, { capabilities: { tools: {} } });
      server.setRequestHandler('tools/list', page);
      await server.connect(theirs);
      return ours;
    },
  });
}

describe('a tool server that exceeds the limits', () => {
  it('counts as down when its list takes too long, even when each page is fast', async () => {
    let pages = 0;
    const connection = listing(200, async () => {
      pages += 1;
      await wait(20);
      return { tools: [{ name: `t${pages}`, inputSchema: { type: 'object' } }], nextCursor: `${pages}` };
    });
    await expect(connection.listTools()).rejects.toThrow();
    expect(pages).toBeLessThan(20);
  });

  it('has a tool that accepts any object when its input schema is too long', async () => {
    const long = { type: 'object' as const, description: 'x'.repeat(20_000) };
    const short = { type: 'object' as const, description: 'x' };
    const tools = [
      { name: 'long', inputSchema: long },
      { name: 'short', inputSchema: short },
    ];
    const listed = await listing(5000, () => Promise.resolve({ tools })).listTools();
    expect(listed.map(({ inputSchema }) => inputSchema)).toEqual([{ type: 'object' }, short]);
  });
});
