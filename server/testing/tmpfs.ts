import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { createTestFolder } from './database.ts';

/** A small file system in memory, which a test fills up. */
export interface Tmpfs {
  readonly folder: string;
  close(): void;
}

/** Mounts a file system of so many kB; undefined where this process may not mount, which takes root. */
export function mountTmpfs(kilobytes: number): Tmpfs | undefined {
  const folder = createTestFolder();
  const mount = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${kilobytes}k`, 'tmpfs', folder]);
  if (mount.status !== 0) {
    rmSync(folder, { recursive: true });
    process.stderr.write('Not root, so the tests of a full disk are skipped: they mount a tmpfs\n');
    return undefined;
  }
  return {
    folder,
    close() {
      spawnSync('umount', [folder]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Makes writes to a file fail although it is open, as on a disk that became read-only; false where this is not possible. */
export function setImmutable(file: string, isImmutable: boolean): boolean {
  return spawnSync('chattr', [isImmutable ? '+i' : '-i', file]).status === 0;
}
