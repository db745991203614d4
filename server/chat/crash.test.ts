import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { newId } from '../support/ids.ts';
import { createTestFolder } from '../testing/database.ts';
import { allEvents } from '../testing/read-events.ts';
import { type ScriptedVendor, startScriptedVendor } from '../testing/scripted-vendor.ts';
import { startCommand, type StartedCommand } from '../testing/start-command.ts';
import { createTlsFetch, type TestFetch } from '../testing/tls-fetch.ts';

let vendor: ScriptedVendor;
/** Whether the vendor ends its reply to "two". */
let isUp = false;
const dataDir = createTestFolder();
const running: StartedCommand[] = [];
beforeAll(async () => {
  vendor = await startScriptedVendor(({ messages }) =>
    messages.at(-1)?.content === 'two' && !isUp ? [{ say: 'Half' }, 'hang'] : [{ say: 'Whole.' }],
  );
});
afterAll(async () => {
  for (const each of running) await each.stop();
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
  running.push(command);
  // Only the demo writes this file.
  const file = readFileSync(join(dataDir, 'connection.json'), 'utf8');
  const { base_url, api_key, agent_id } = JSON.parse(file) as Record<
    'base_url' | 'api_key' | 'agent_id',
    string
  >;
  const client = createTlsFetch(base_url, readFileSync(join(dataDir, 'tls', 'ca.pem'), 'utf8'));
  const headers = { authorization: `Bearer ${api_key}` };
  return {
    command,
    ask: (message, conversation = {}, key = newId('key')) =>
      client.fetch('/api/agents/chat/stream', {
        headers: { ...headers, 'idempotency-key': key },
        body: { agent_id, message, ...conversation },
      }),
    close: client.close,
  };
}

it('a conversation goes on after a crash in the middle of a reply, with every message of the user', async () => {
  const before = await start();
  const end = (await allEvents(await before.ask('one'))).at(-1);
  const conversation = { conversation_id: end?.type === 'end' ? end.conversation_id : '' };
  const broken = await before.ask('two', conversation);
  await broken.body?.getReader().read();
  await before.command.kill();
  before.close();
  const after = await start();
  const events = await allEvents(await after.ask('three', conversation));
  expect(events.at(-1)).toEqual({ type: 'end', ...conversation });
  const said = vendor.requests
    .at(-1)
    ?.messages.slice(1)
    .map(({ content }) => content);
  expect(said).toEqual(['one', 'Whole.', 'two', 'three']);
  after.close();
});

it('R-4.1-01 after a crash the Idempotency-Key is free at once, and its message is in the conversation once', async () => {
  isUp = false;
  const before = await start();
  const end = (await allEvents(await before.ask('one'))).at(-1);
  const conversation = { conversation_id: end?.type === 'end' ? end.conversation_id : '' };
  const broken = await before.ask('two', conversation, 'crashed');
  await broken.body?.getReader().read();
  expect((await before.ask('two', conversation, 'crashed')).status).toBe(409);
  await before.command.kill();
  before.close();
  isUp = true;
  const after = await start();
  const repeated = await allEvents(await after.ask('two', conversation, 'crashed'));
  expect(repeated.at(-1)).toEqual({ type: 'end', ...conversation });
  const said = vendor.requests.at(-1)?.messages.slice(1);
  expect(said?.map(({ content }) => content)).toEqual(['one', 'Whole.', 'two']);
  const count = vendor.requests.length;
  expect(await allEvents(await after.ask('two', conversation, 'crashed'))).toEqual(repeated);
  expect(vendor.requests).toHaveLength(count);
  after.close();
});
