import { readFileSync } from 'node:fs';

/** What package-lock.json states of one package. */
export interface LockedPackage {
  readonly version?: string;
  /** An SPDX expression, as in the package's own package.json. */
  readonly license?: string;
  /** Only development packages need it. */
  readonly dev?: boolean;
  readonly optional?: boolean;
  readonly hasInstallScript?: boolean;
  readonly devDependencies?: Readonly<Record<string, string>>;
}

export interface Lockfile {
  /** By path (`node_modules/express`); the path of the project itself is empty. */
  readonly packages: Readonly<Record<string, LockedPackage>>;
}

export function readLockfile(path: string): Lockfile {
  return JSON.parse(readFileSync(path, 'utf8')) as Lockfile;
}

/** Whether `npm ci --omit=dev` installs it. */
export function isProduction({ dev }: LockedPackage): boolean {
  return dev !== true;
}

/** The name of the package at a path of a lockfile. */
export function packageNameOf(path: string): string {
  return path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
}
