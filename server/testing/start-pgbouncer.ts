import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startChild } from './child-process.ts';
import { unprivilegedUser } from './postgres-server.ts';
import { freePort } from './free-port.ts';
import { programEnvironment } from './programs.ts';

export interface RunningPgbouncer {
  /** The connection string of the same database, through PgBouncer. */
  readonly url: string;
  stop(): Promise<void>;
}

/**
 * Starts PgBouncer on a free port of the loopback, in transaction mode with few connections to the database, so that
 * clients share them.
 */
export async function startPgbouncer(databaseUrl: string): Promise<RunningPgbouncer> {
  const [database, url] = [new URL(databaseUrl), new URL(databaseUrl)];
  url.port = String(await freePort());
  const folder = mkdtempSync(join(tmpdir(), 'pgbouncer-'));
  chmodSync(folder, 0o755);
  const file = join(folder, 'pgbouncer.ini');
  writeFileSync(
    file,
    `[databases]
* = host=${database.hostname} port=${database.port} user=${database.username}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${url.port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = 4
max_client_conn = 200
`,
  );
  const child = startChild(['pgbouncer', file], { ...unprivilegedUser(), env: programEnvironment });
  await child.line(/process up/);
  return {
    url: url.href,
    async stop() {
      await child.stop('SIGINT');
      rmSync(folder, { recursive: true });
    },
  };
}
