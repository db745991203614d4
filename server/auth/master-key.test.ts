import { chmodSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTestFolder } from '../testing/database.ts';
import {
  createMasterKeyFile,
  type MasterKeySettings,
  newMasterKey,
  openMasterKeys,
  replaceMasterKeys,
} from './master-key.ts';

describe('the master keys', () => {
  let settings: MasterKeySettings;
  let file: string;
  beforeEach(() => {
    settings = { masterKey: null, masterKeyPrevious: null, dataDir: createTestFolder() };
    file = join(settings.dataDir, 'master.key');
  });
  afterEach(() => rmSync(settings.dataDir, { recursive: true }));

  it('are MASTER_KEY and MASTER_KEY_PREVIOUS when they are set, without a file', () => {
    const [masterKey, masterKeyPrevious] = ['0123456789abcdef'.repeat(4), 'f'.repeat(64)];
    const keys = openMasterKeys({ ...settings, masterKey, masterKeyPrevious }).all();
    expect(keys.map(({ bytes }) => bytes.toString('hex'))).toEqual([masterKey, masterKeyPrevious]);
    expect(readdirSync(settings.dataDir)).toEqual([]);
  });

  it('are created in a file once, readable by its owner only', () => {
    const dataDir = join(settings.dataDir, 'new');
    createMasterKeyFile(join(dataDir, 'master.key'));
    const made = openMasterKeys({ ...settings, dataDir }).all();
    expect(made).toEqual([{ id: expect.stringMatching(/^[0-9a-f]{8}$/), bytes: expect.any(Buffer) }]);
    expect(statSync(join(dataDir, 'master.key')).mode & 0o777).toBe(0o600);
    expect(readdirSync(dataDir)).toEqual(['master.key']);
    createMasterKeyFile(join(dataDir, 'master.key'));
    expect(openMasterKeys({ ...settings, dataDir }).all()).toEqual(made);
  });

  it('are replaced in the file, which keeps its mode, and are read again on demand', () => {
    createMasterKeyFile(file);
    const opened = openMasterKeys(settings);
    const [old] = opened.all();
    const added = newMasterKey();
    replaceMasterKeys(file, [added, ...opened.all()]);
    expect(opened.all()).toEqual([old]);
    opened.reload();
    expect(opened.all()).toEqual([added, old]);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readdirSync(settings.dataDir)).toEqual(['master.key']);
  });

  it('stay known when their file is lost while the process runs', () => {
    createMasterKeyFile(file);
    const opened = openMasterKeys(settings);
    const keys = opened.all();
    rmSync(file);
    expect(() => opened.reload()).toThrow(/master\.key is missing/);
    expect(opened.all()).toEqual(keys);
  });

  it.each(['abc\n', '', `${'0'.repeat(64)}\nabc\n`])('are rejected when the file is damaged: %j', (text) => {
    writeFileSync(file, text, { mode: 0o600 });
    expect(() => openMasterKeys(settings)).toThrow(/master\.key must hold 64/);
    expect(readFileSync(file, 'utf8')).toBe(text);
  });

  it('are rejected when other users can read the file', () => {
    createMasterKeyFile(file);
    chmodSync(file, 0o644);
    expect(() => openMasterKeys(settings)).toThrow(/chmod 600/);
  });
});
