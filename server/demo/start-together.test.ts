import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { TestDatabase } from '../testing/database.ts';
import { runInProcess } from '../testing/run-in-process.ts';
import { startCommand, type StartedCommand } from '../testing/start-command.ts';
import { createPostgresDatabase } from '../testing/test-nodes.ts';
import { createTlsFetch } from '../testing/tls-fetch.ts';
import type { Connection } from './show-demo.ts';

const processes = 3;

let database: TestDatabase;
let starting: Promise<StartedCommand>[];
beforeEach(async () => {
  database = await createPostgresDatabase();
});
afterEach(async () => {
  for (const each of await Promise.allSettled(starting)) {
    if (each.status === 'fulfilled') await each.value.stop();
  }
  await database.close();
});

it(
  'processes that start together with one DATA_DIR and one PostgreSQL share one authority and one demo',
  { tags: ['nightly'] },
  async () => {
    const { dataDir, databaseUrl } = database;
    const env = { DATABASE_URL: databaseUrl ?? '' };
    const start = () => startCommand(dataDir, ['serve', '--demo'], /^curl /, env);
    starting = Array.from({ length: processes }, start);
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
    const { stdout } = await runInProcess(
      dataDir,
      ['chatbots', 'list', '--store', 'str_demo_main', '--json'],
      {
        env,
      },
    );
    expect(JSON.parse(stdout)).toEqual([
      expect.objectContaining({
        chatbot_id: connection.chatbot_id,
        allowed_origins: expect.arrayContaining(started.map(baseUrlOf)),
      }),
    ]);
  },
);

function baseUrlOf({ lines }: StartedCommand): string {
  const line = lines.find((each) => /^ +API +https:/.test(each));
  return line?.trim().split(/ +/).at(-1) ?? '';
}
