import { execFile } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startChild } from './child-process.ts';
import { copyPostgresBinaries } from './postgres-binaries.ts';

const run = promisify(execFile);

/** PostgreSQL's programs, in a temporary folder where they and data can be used. The caller removes it. */
export interface PostgresInstallation {
  readonly folder: string;
  /** Options of its processes. */
  readonly user: { readonly uid?: number; readonly gid?: number };
  program(name: 'initdb' | 'pg_ctl' | 'postgres'): string;
}

/** One running server process. */
export interface PostgresServer {
  readonly port: number;
  /** Connection string of its database `postgres`, as superuser. */
  readonly url: string;
  /** SIGQUIT ends it at once, without a last checkpoint, like `pg_ctl -m immediate`; SIGINT like `-m fast`. */
  end(signal: 'SIGINT' | 'SIGQUIT'): Promise<void>;
}

export function installPostgres(): PostgresInstallation {
  const folder = mkdtempSync(join(tmpdir(), 'agent-service-postgres-'));
  chmodSync(folder, 0o755);
  const native = copyPostgresBinaries(folder);
  return { folder, user: unprivilegedUser(), program: (name) => join(native, 'bin', name) };
}

/** PostgreSQL does not run as root; the user `nobody` exists on every Linux. */
export function unprivilegedUser(): { uid?: number; gid?: number } {
  return process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
}

/** Creates an empty folder for data, which PostgreSQL's user owns. */
export function createDataFolder({ folder, user }: PostgresInstallation, name: string): string {
  const data = join(folder, name);
  mkdirSync(data, { mode: 0o700 });
  if (user.uid !== undefined && user.gid !== undefined) chownSync(data, user.uid, user.gid);
  return data;
}

/** Fills an empty folder with a new cluster, whose superuser `postgres` needs no password. */
export async function initialiseCluster(
  { folder, user, program }: PostgresInstallation,
  data: string,
): Promise<void> {
  const options = ['--auth=trust', '--username=postgres', '--encoding=UTF8', '--locale=C', '--no-sync'];
  await run(program('initdb'), ['-D', data, ...options], { ...user, cwd: folder });
}

// The data need not survive a power failure, and every test waits for its commits.
const testSettings = [
  'fsync=off',
  'listen_addresses=127.0.0.1',
  'unix_socket_directories=',
  'max_connections=200',
];

/** Starts a server on a port of the loopback and waits until it accepts connections. */
export async function startPostgres(
  { folder, user, program }: PostgresInstallation,
  data: string,
  { port, settings = [] }: { readonly port: number; readonly settings?: readonly string[] },
): Promise<PostgresServer> {
  const flags = [...testSettings, ...settings].flatMap((setting) => ['-c', setting]);
  const server = startChild([program('postgres'), '-D', data, '-p', String(port), ...flags], {
    ...user,
    cwd: folder,
    exitSignal: 'SIGQUIT',
  });
  // A standby accepts "read-only connections".
  await server.line(/ready to accept (read-only )?connections/);
  return {
    port,
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    end: async (signal) => void (await server.stop(signal)),
  };
}
