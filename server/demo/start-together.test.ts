import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createTestFolder } from '../testing/database.ts';
import { runCommand } from '../testing/run-command.ts';
import { startCommand, type StartedCommand } from '../testing/start-command.ts';
import { createTlsFetch } from '../testing/tls-fetch.ts';
import type { Connection } from './show-demo.ts';

const processes = 3;

let dataDir: string;
let starting: Promise<StartedCommand>[];
beforeEach(() => {
  dataDir = createTestFolder();
});
afterEach(async () => {
  for (const each of await Promise.allSettled(starting)) {
    if (each.status === 'fulfilled') await each.value.stop();
  }
  rmSync(dataDir, { recursive: true });
});

it('processes that start together on an empty DATA_DIR share one authority and one demo', async () => {
  starting = Array.from({ length: processes }, () => startCommand(dataDir, ['serve', '--demo'], /^curl /));
  const started = await Promise.all(starting);
  const ca = readFileSync(join(dataDir, 'tls', 'ca.pem'), 'utf8');
  const connection: Connection = JSON.parse(readFileSync(join(dataDir, 'connection.json'), 'utf8'));
  for (const each of started) {
    const client = createTlsFetch(baseUrlOf(each), ca);
    const headers = { authorization: `Bearer ${connection.api_key}` };
    const response = await client.fetch('/api/agents', { headers });
    expect(await response.json()).toMatchObject({ agents: [{ id: connection.agent_id }] });
    client.close();
  }
  const { stdout } = await runCommand(dataDir, ['chatbots', 'list', 'str_demo_main', '--json']);
  expect(JSON.parse(stdout)).toEqual([
    expect.objectContaining({
      chatbot_id: connection.chatbot_id,
      allowed_origins: expect.arrayContaining(started.map(baseUrlOf)),
    }),
  ]);
}, 180_000);

function baseUrlOf({ lines }: StartedCommand): string {
  const line = lines.find((each) => /^ +API +https:/.test(each));
  return line?.trim().split(/ +/).at(-1) ?? '';
}
