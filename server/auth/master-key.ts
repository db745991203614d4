import { hkdfSync, randomBytes } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../config/config.ts';
import { ConfigError } from '../config/environment.ts';

/**
 * The 32 secret bytes from which all other keys are derived: MASTER_KEY, else the file `master.key` in the data folder,
 * which is created on first use and readable by its owner only. Throws ConfigError when the file is not usable.
 */
export function loadMasterKey(config: Pick<Config, 'masterKey' | 'dataDir'>): Buffer {
  if (config.masterKey !== null) return Buffer.from(config.masterKey, 'hex');
  const file = join(config.dataDir, 'master.key');
  const text = (readIfExists(file) ?? create(file, config.dataDir)).trim();
  if (!/^[0-9a-f]{64}$/i.test(text)) throw new ConfigError(`${file} must hold 64 hexadecimal characters`);
  if ((statSync(file).mode & 0o077) !== 0) {
    throw new ConfigError(`${file} can be read by other users: run chmod 600 ${file}`);
  }
  return Buffer.from(text, 'hex');
}

/** A key of 32 bytes for one purpose, derived from the master key (HKDF with SHA-256). */
export function deriveKey(masterKey: Buffer, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', masterKey, Buffer.alloc(0), `agent-service ${purpose}`, 32));
}

function readIfExists(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined;
    throw new ConfigError(`cannot read ${file}: ${String(error)}`);
  }
}

// Link a complete draft: processes that start at once all read the same, complete file.
function create(file: string, folder: string): string {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const draft = `${file}.${randomBytes(6).toString('hex')}`;
  writeFileSync(draft, `${randomBytes(32).toString('hex')}\n`, { mode: 0o600, flag: 'wx', flush: true });
  try {
    linkSync(draft, file);
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error;
  } finally {
    rmSync(draft);
  }
  return readFileSync(file, 'utf8');
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
