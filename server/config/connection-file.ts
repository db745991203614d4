import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { replaceFile } from '../support/atomic-file.ts';

/** `connection.json` of a data folder: where the demo is reached, and its keys, for clients and the conformance suite. */
export function connectionFileOf(dataDir: string): string {
  return join(dataDir, 'connection.json');
}

/** Writes the file, readable by its owner only since it holds keys, and returns its path. */
export function writeConnectionFile(dataDir: string, connection: object): string {
  const file = connectionFileOf(dataDir);
  replaceFile(file, `${JSON.stringify(connection, null, 2)}\n`, 0o600);
  return file;
}

/** Where the demo was last served; undefined without the file, or where it is another program's. */
export function readServedUrl(dataDir: string): string | undefined {
  const url = readConnectionFile(dataDir)?.['base_url'];
  return typeof url === 'string' ? url : undefined;
}

/** Puts a new key in the place of an old one, where the file holds it and can be written. */
export function replaceKeyInConnectionFile(
  dataDir: string,
  isOldKey: (text: string) => boolean,
  newKey: string,
): void {
  const connection = readConnectionFile(dataDir) ?? {};
  const isOld = (value: unknown) => typeof value === 'string' && isOldKey(value);
  if (!Object.values(connection).some(isOld)) return;
  const entries = Object.entries(connection).map(([name, value]) => [name, isOld(value) ? newKey : value]);
  try {
    writeConnectionFile(dataDir, Object.fromEntries(entries));
  } catch {
    // The key is replaced already, which must not fail any more; the demo's next start writes the file anew.
  }
}

function readConnectionFile(dataDir: string): Readonly<Record<string, unknown>> | undefined {
  const file = connectionFileOf(dataDir);
  if (!existsSync(file)) return undefined;
  try {
    const parsed: unknown = JSON.parse(readFileSync(file, 'utf8'));
    return typeof parsed === 'object' && parsed !== null ? { ...parsed } : undefined;
  } catch {
    return undefined;
  }
}
