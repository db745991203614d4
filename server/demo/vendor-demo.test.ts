import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { createTestFolder } from '../testing/database.ts';
import { allEvents } from '../testing/read-events.ts';
import { startScriptedVendor } from '../testing/scripted-vendor.ts';
import type { ScriptedVendor } from '../testing/scripted-vendor.ts';
import { startCommand } from '../testing/start-command.ts';
import type { StartedCommand } from '../testing/start-command.ts';
import { createTlsFetch } from '../testing/tls-fetch.ts';

interface Connection {
  readonly base_url: string;
  readonly api_key: string;
  readonly agent_id: string;
}

let vendor: ScriptedVendor;
let started: StartedCommand;
const dataDir = createTestFolder();
beforeAll(async () => {
  vendor = await startScriptedVendor(({ messages }) =>
    messages.at(-1)?.content === 'hang' ? [{ say: 'Half' }, 'hang'] : [{ say: 'Hello from the vendor.' }],
  );
  const environment = { ...vendor.env, DRAIN_SECONDS: '0.2' };
  started = await startCommand(dataDir, ['serve', '--demo'], /^curl /, environment);
});
afterAll(async () => {
  await started.stop();
  await vendor.close();
  rmSync(dataDir, { recursive: true, force: true });
});

it('R-2.2-11 one key set makes the demo use that vendor, and SIGTERM ends an open stream with an error event', async () => {
  expect(started.lines.join('\n')).toMatch(/provider_one .*openai/);
  expect(started.lines.join('\n')).not.toContain('vendor-key');
  const connection = JSON.parse(readFileSync(join(dataDir, 'connection.json'), 'utf8')) as Connection;
  const client = createTlsFetch(connection.base_url, readFileSync(join(dataDir, 'tls', 'ca.pem'), 'utf8'));
  const ask = (message: string): Promise<Response> =>
    client.fetch('/api/agents/chat/stream', {
      headers: { authorization: `Bearer ${connection.api_key}` },
      body: { agent_id: connection.agent_id, message },
    });
  const events = await allEvents(await ask('hello'));
  expect(events[0]).toEqual({ type: 'text', content: 'Hello from the vendor.' });
  expect(vendor.requests).toContainEqual(
    expect.objectContaining({ model: 'gpt-4.1-mini', temperature: 0.7, max_tokens: 4096 }),
  );
  // The check at the start.
  await vi.waitFor(() => expect(vendor.requests).toContainEqual(expect.objectContaining({ max_tokens: 16 })));
  const hanging = allEvents(await ask('hang'));
  const stopped = started.stop();
  expect((await hanging).at(-1)).toMatchObject({ type: 'error', status: 503 });
  expect(await stopped).toBe(0);
  client.close();
});
