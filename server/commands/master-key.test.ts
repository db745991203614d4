import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databases } from '../testing/databases.ts';
import { runCommand } from '../testing/run-command.ts';

describe.each(databases)('a lost master key, $name', ({ create }) => {
  let database: Awaited<ReturnType<typeof create>>;
  let environment: Record<string, string>;
  beforeAll(async () => {
    database = await create();
    environment = database.databaseUrl === null ? {} : { DATABASE_URL: database.databaseUrl };
  });
  afterAll(() => database.close());

  it('is never replaced by a new one: commands and the service exit with 1 and one line', async () => {
    const made = await runCommand(database.dataDir, ['stores', 'create', '--name', 'A', '--plan', 'free'], {
      env: environment,
    });
    expect(made.code).toBe(0);
    rmSync(join(database.dataDir, 'master.key'));
    for (const args of [['stores', 'list'], ['serve']]) {
      const lost = await runCommand(database.dataDir, args, {
        env: { ...environment, PORT: '0', HTTP_PORT: '0' },
      });
      expect(lost).toMatchObject({
        code: 1,
        stdout: '',
        stderr: expect.stringMatching(/^agent-service: .*master\.key is missing.*restore.*\n$/),
      });
      expect(readdirSync(database.dataDir)).not.toContain('master.key');
    }
  });
});
