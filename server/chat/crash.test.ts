import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../support/ids.ts';
import { createTestFolder } from '../testing/database.ts';
import { allEvents } from '../testing/read-events.ts';
import { type ScriptedVendor, startScriptedVendor } from '../testing/scripted-vendor.ts';
import { startCommand, type StartedCommand } from '../testing/start-command.ts';
import { createTlsFetch, type TestFetch } from '../testing/tls-fetch.ts';

/** Whether the vendor ends its reply to "two". */
let isUp = false;
let vendor: ScriptedVendor;
const dataDir = createTestFolder();
const running: Running[] = [];
afterAll(async () => {
  for (const each of running) {
    each.close();
    await each.command.stop();
  }
  await vendor.close();
  rmSync(dataDir, { recursive: true, force: true });
});

interface Running {
  readonly command: StartedCommand;
  ask(message: string, conversation?: object, key?: string): ReturnType<TestFetch>;
  close(): void;
}

async function start(): Promise<Running> {
  const command = await startCommand(dataDir, ['serve', '--demo'], /^curl /, vendor.env);
  // Only the demo writes this file.
  const file = readFileSync(join(dataDir, 'connection.json'), 'utf8');
  const { base_url, api_key, agent_id } = JSON.parse(file) as Record<
    'base_url' | 'api_key' | 'agent_id',
    string
  >;
  const client = createTlsFetch(base_url, readFileSync(join(dataDir, 'tls', 'ca.pem'), 'utf8'));
  const headers = { authorization: `Bearer ${api_key}` };
  const started: Running = {
    command,
    ask: (message, conversation = {}, key = newId('key')) =>
      client.fetch('/api/agents/chat/stream', {
        headers: { ...headers, 'idempotency-key': key },
        body: { agent_id, message, ...conversation },
      }),
    close: client.close,
  };
  running.push(started);
  return started;
}

interface Conversation {
  readonly conversation_id: string;
}

/** Asks "one" in a new conversation, and then "two", whose reply has begun when this returns. */
async function converse({ ask }: Running, key: string): Promise<Conversation> {
  const end = (await allEvents(await ask('one'))).at(-1);
  const conversation = { conversation_id: end?.type === 'end' ? end.conversation_id : '' };
  const second = await ask('two', conversation, key);
  await second.body?.getReader().read();
  return conversation;
}

/** What the model last got after its instructions. */
const lastPrompt = (): unknown[] | undefined =>
  vendor.requests
    .at(-1)
    ?.messages.slice(1)
    .map(({ content }) => content);

describe('after a crash in the middle of replies', () => {
  let after: Running;
  let continued: Conversation;
  let repeated: Conversation;
  beforeAll(async () => {
    vendor = await startScriptedVendor(({ messages }) =>
      messages.at(-1)?.content === 'two' && !isUp ? [{ say: 'Half' }, 'hang'] : [{ say: 'Whole.' }],
    );
    const before = await start();
    continued = await converse(before, newId('key'));
    repeated = await converse(before, 'crashed');
    await before.command.kill();
    isUp = true;
    after = await start();
  });

  it('a conversation goes on with every message of the user', async () => {
    const events = await allEvents(await after.ask('three', continued));
    expect(events.at(-1)).toEqual({ type: 'end', ...continued });
    expect(lastPrompt()).toEqual(['one', 'Whole.', 'two', 'three']);
  });

  it('R-4.1-01 an Idempotency-Key is free at once, and its message is in the conversation once', async () => {
    const events = await allEvents(await after.ask('two', repeated, 'crashed'));
    expect(events.at(-1)).toEqual({ type: 'end', ...repeated });
    expect(lastPrompt()).toEqual(['one', 'Whole.', 'two']);
    const count = vendor.requests.length;
    expect(await allEvents(await after.ask('two', repeated, 'crashed'))).toEqual(events);
    expect(vendor.requests).toHaveLength(count);
  });
});
