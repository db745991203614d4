import { randomBytes } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../config/config.ts';
import { ConfigError } from '../config/environment.ts';

const form = /^[0-9a-f]{64}$/i;

/**
 * The 32 secret bytes that API keys are hashed and sealed with: MASTER_KEY, or else the file `master.key` in the
 * data folder, made on first use and readable by its owner only. Throws ConfigError when the file is unfit.
 */
export function loadMasterKey(config: Pick<Config, 'masterKey' | 'dataDir'>): Buffer {
  if (config.masterKey !== null) return Buffer.from(config.masterKey, 'hex');
  const file = join(config.dataDir, 'master.key');
  const text = (readIfThere(file) ?? make(file, config.dataDir)).trim();
  if (!form.test(text)) throw new ConfigError(`${file} must hold 64 hexadecimal characters`);
  if ((statSync(file).mode & 0o077) !== 0) {
    throw new ConfigError(`${file} can be read by others: run chmod 600 ${file}`);
  }
  return Buffer.from(text, 'hex');
}

function readIfThere(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw new ConfigError(`cannot read ${file}: ${String(error)}`);
  }
}

// Written aside and linked: two processes that start at once end up with the same, whole file.
function make(file: string, folder: string): string {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const draft = `${file}.${randomBytes(6).toString('hex')}`;
  writeFileSync(draft, `${randomBytes(32).toString('hex')}\n`, { mode: 0o600, flag: 'wx', flush: true });
  try {
    linkSync(draft, file);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  } finally {
    rmSync(draft);
  }
  return readFileSync(file, 'utf8');
}
