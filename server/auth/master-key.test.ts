import { chmodSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTestFolder } from '../testing/database.ts';
import { loadMasterKey } from './master-key.ts';

describe('the master key', () => {
  let dataDir: string;
  beforeEach(() => {
    dataDir = createTestFolder();
  });
  afterEach(() => rmSync(dataDir, { recursive: true }));

  it('is MASTER_KEY when it is set, without a file', () => {
    const masterKey = '0123456789abcdef'.repeat(4);
    expect(loadMasterKey({ masterKey, dataDir }).toString('hex')).toBe(masterKey);
    expect(readdirSync(dataDir)).toEqual([]);
  });

  it('is created once, readable by its owner only', () => {
    const folder = join(dataDir, 'new');
    const made = loadMasterKey({ masterKey: null, dataDir: folder });
    expect(made).toHaveLength(32);
    expect(statSync(join(folder, 'master.key')).mode & 0o777).toBe(0o600);
    expect(readdirSync(folder)).toEqual(['master.key']);
    expect(loadMasterKey({ masterKey: null, dataDir: folder })).toEqual(made);
  });

  it('is rejected when its file is damaged, and the file stays unchanged', () => {
    writeFileSync(join(dataDir, 'master.key'), 'abc\n', { mode: 0o600 });
    expect(() => loadMasterKey({ masterKey: null, dataDir })).toThrow(/master\.key must hold 64/);
    expect(readFileSync(join(dataDir, 'master.key'), 'utf8')).toBe('abc\n');
  });

  it('is rejected when other users can read its file', () => {
    loadMasterKey({ masterKey: null, dataDir });
    chmodSync(join(dataDir, 'master.key'), 0o644);
    expect(() => loadMasterKey({ masterKey: null, dataDir })).toThrow(/chmod 600/);
  });
});
