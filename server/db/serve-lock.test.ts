import { rmSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTestFolder } from '../testing/database.ts';
import { runCommand } from '../testing/run-command.ts';
import { runInProcess } from '../testing/run-in-process.ts';
import { startCommand, type StartedCommand } from '../testing/start-command.ts';

let dataDir: string;
let started: StartedCommand | undefined;
beforeEach(() => {
  dataDir = createTestFolder();
});
afterEach(async () => {
  await started?.stop();
  rmSync(dataDir, { recursive: true });
});

const start = () => startCommand(dataDir, ['serve', '--demo'], /^(curl|Serving) /);

describe('while a process serves a SQLite database', () => {
  it('a second one ends with one line that names PostgreSQL, commands work, and after SIGKILL the next serves', async () => {
    started = await start();
    const second = await runCommand(dataDir, ['serve'], { env: { PORT: '0', HTTP_PORT: '0' } });
    expect(second).toEqual({
      code: 1,
      stdout: '',
      stderr: `agent-service: another process serves the SQLite database in ${dataDir}: stop it, or set DATABASE_URL to a PostgreSQL database, which many processes may serve\n`,
    });
    const create = ['stores', 'create', '--name', 'Second', '--plan', 'free', '--json'];
    expect(await runInProcess(dataDir, create)).toMatchObject({ code: 0, stderr: '' });
    await started.kill();
    started = await start();
  });
});
