import { hkdfSync, randomBytes } from 'node:crypto';
import { mkdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Config } from '../config/config.ts';
import { ConfigError } from '../config/environment.ts';
import { createFile, readIfExists, replaceOwnedFile } from '../support/atomic-file.ts';

/** Where the master keys are: MASTER_KEY and MASTER_KEY_PREVIOUS, else `master.key` in the data folder. */
export type MasterKeySettings = Pick<Config, 'masterKey' | 'masterKeyPrevious' | 'dataDir'>;

/** 32 secret bytes from which other keys are derived. */
export interface MasterKey {
  /** Derived from the bytes; hashes and sealed texts begin with it, so that they say which key they need. */
  readonly id: string;
  readonly bytes: Buffer;
}

/** The master keys of a process: one, or while it is rotated several (decision 0038). */
export interface MasterKeys {
  /** Newest first. */
  all(): readonly MasterKey[];
  /** Reads the file again, which a rotation in another process changes. Throws ConfigError. */
  reload(): void;
}

export function toMasterKey(bytes: Buffer): MasterKey {
  return { id: deriveKey(bytes, 'master key id').toString('hex').slice(0, 8), bytes };
}

/** A key of 32 bytes for one purpose, derived from the master key (HKDF with SHA-256). */
export function deriveKey(masterKey: Buffer, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', masterKey, Buffer.alloc(0), `agent-service ${purpose}`, 32));
}

/** The file with a key a line, newest first. */
export function masterKeyFile({ dataDir }: Pick<Config, 'dataDir'>): string {
  return join(dataDir, 'master.key');
}

/** Whether the keys are in the environment or in a file. */
export function hasMasterKeys(settings: MasterKeySettings): boolean {
  return settings.masterKey !== null || readKeyFile(masterKeyFile(settings)) !== undefined;
}

/** Reads the keys. Throws ConfigError when the file is missing, damaged or readable by others. */
export function openMasterKeys(settings: MasterKeySettings): MasterKeys {
  let lines: readonly string[] = [];
  let keys: readonly MasterKey[] = [];
  const reload = (): void => {
    const found = readLines(settings);
    if (found.join() === lines.join()) return;
    lines = found;
    keys = found.map((line) => toMasterKey(Buffer.from(line, 'hex')));
  };
  reload();
  return { all: () => keys, reload };
}

function readLines(settings: MasterKeySettings): string[] {
  const { masterKey, masterKeyPrevious } = settings;
  if (masterKey !== null) return masterKeyPrevious === null ? [masterKey] : [masterKey, masterKeyPrevious];
  const file = masterKeyFile(settings);
  const text = readKeyFile(file);
  if (text === undefined) throw new ConfigError(`${file} is missing: restore it from its backup`);
  const lines = text.trim().toLowerCase().split(/\s+/);
  if (!lines.every((line) => /^[0-9a-f]{64}$/.test(line))) {
    throw new ConfigError(`${file} must hold 64 hexadecimal characters a line`);
  }
  if ((statSync(file).mode & 0o077) !== 0) {
    throw new ConfigError(`${file} can be read by other users: run chmod 600 ${file}`);
  }
  return lines;
}

function readKeyFile(file: string): string | undefined {
  try {
    return readIfExists(file);
  } catch (error) {
    throw new ConfigError(`cannot read ${file}: ${String(error)}`);
  }
}

/** Creates the file with a new key, readable by its owner only. An existing file stays as it is. */
export function createMasterKeyFile(file: string): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  createFile(file, textOf([newMasterKey()]), 0o600);
}

export function newMasterKey(): MasterKey {
  return toMasterKey(randomBytes(32));
}

/**
 * Replaces the keys in an existing file atomically, and keeps its owner. They are on disk when it returns, so that no
 * secret can be sealed with a key that a power failure would lose. Throws ConfigError when it cannot be written.
 */
export function replaceMasterKeys(file: string, keys: readonly MasterKey[]): void {
  try {
    replaceOwnedFile(file, textOf(keys));
  } catch (error) {
    throw new ConfigError(`cannot write ${file}: ${String(error)}`);
  }
}

function textOf(keys: readonly MasterKey[]): string {
  return keys.map(({ bytes }) => `${bytes.toString('hex')}\n`).join('');
}
