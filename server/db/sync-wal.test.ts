import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { syncWal } from './sync-wal.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sync-wal-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

it('waits for the log of the file, and says so when there is none', async () => {
  const file = join(folder, 'service.db');
  await expect(syncWal(file)).rejects.toMatchObject({ code: 'ENOENT' });
  writeFileSync(`${file}-wal`, 'committed');
  await expect(syncWal(file)).resolves.toBeUndefined();
});
