import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { copyPostgresBinaries } from './postgres-binaries.ts';

export interface PostgresCluster {
  /** Connection string of its database `postgres`, as superuser. */
  readonly url: string;
  stop(): Promise<void>;
}

const run = promisify(execFile);

/** Starts PostgreSQL on a free port of the loopback, in a temporary folder that `stop` removes. */
export async function startPostgresCluster(): Promise<PostgresCluster> {
  const folder = mkdtempSync(join(tmpdir(), 'agent-service-postgres-'));
  chmodSync(folder, 0o755);
  const native = copyPostgresBinaries(folder);
  const data = join(folder, 'data');
  mkdirSync(data, { mode: 0o700 });
  const user = unprivilegedUser();
  if (user.uid !== undefined && user.gid !== undefined) chownSync(data, user.uid, user.gid);
  const options = ['--auth=trust', '--username=postgres', '--encoding=UTF8', '--locale=C', '--no-sync'];
  await run(join(native, 'bin', 'initdb'), ['-D', data, ...options], { ...user, cwd: folder });
  const port = await freePort();
  // The data need not survive a power failure, and every test waits for its commits.
  const settings = [
    'fsync=off',
    'listen_addresses=127.0.0.1',
    'unix_socket_directories=',
    'max_connections=200',
  ];
  const flags = settings.flatMap((setting) => ['-c', setting]);
  const server = spawn(join(native, 'bin', 'postgres'), ['-D', data, '-p', String(port), ...flags], {
    ...user,
    cwd: folder,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  await waitUntilReady(server);
  return { url: `postgres://postgres@127.0.0.1:${port}/postgres`, stop: () => stopCluster(server, folder) };
}

/** PostgreSQL and PgBouncer do not run as root; the user `nobody` exists on every Linux. */
export function unprivilegedUser(): { uid?: number; gid?: number } {
  return process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
}

/** A port of the loopback that nothing listens on. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

function waitUntilReady(server: ChildProcess): Promise<void> {
  if (server.stderr === null) throw new Error('PostgreSQL was started without a pipe for its log');
  const lines = createInterface(server.stderr);
  const log: string[] = [];
  return new Promise((resolve, reject) => {
    lines.on('line', (line) => {
      if (line.includes('ready to accept connections')) resolve();
      if (log.push(line) > 20) log.shift();
    });
    server.on('error', reject);
    server.on('exit', () => reject(new Error(`PostgreSQL did not start:\n${log.join('\n')}`)));
  });
}

async function stopCluster(server: ChildProcess, folder: string): Promise<void> {
  if (server.exitCode === null) {
    const exit = once(server, 'exit');
    // SIGQUIT: stop at once, without a last checkpoint.
    server.kill('SIGQUIT');
    await exit;
  }
  rmSync(folder, { recursive: true, force: true });
}
