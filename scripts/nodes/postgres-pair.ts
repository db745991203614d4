import { execFile } from 'node:child_process';
import { chownSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { Knex } from 'knex';
import { connectPostgres, withDatabase } from '../../server/db/connect.ts';
import {
  createDataFolder,
  initialiseCluster,
  installPostgres,
  startPostgres,
  type PostgresInstallation,
  type PostgresServer,
} from '../../server/testing/postgres-server.ts';
import { startTcpProxy, type TcpProxy } from '../../server/testing/tcp-proxy.ts';
import { freePort } from '../../server/testing/free-port.ts';

const run = promisify(execFile);

/** PostgreSQL with a streaming standby, behind one address that follows the primary. */
export interface PostgresPair {
  /** Connection string through `proxy`, the same after a failover. */
  readonly url: string;
  /** The database's address: it forwards to the primary, and delays, freezes or resets connections. */
  readonly proxy: TcpProxy;
  /** Ends the primary; `immediate` is a crash. */
  stop(mode: 'fast' | 'immediate'): Promise<void>;
  /** Starts the primary again, on its port. */
  start(): Promise<void>;
  /** Moves the address to the standby without promoting it, as a name that is cached does; resets open connections. */
  leadToStandby(): void;
  /** Moves the address back to the primary; open connections stay. */
  leadToPrimary(): void;
  /** Ends the primary at once, promotes the standby, and moves the address to it. There is no standby afterwards. */
  failOver(): Promise<void>;
  /** Copies the primary while it runs, and waits until commits wait for the copy. */
  addStandby(): Promise<void>;
  close(): Promise<void>;
}

interface Member {
  readonly data: string;
  server: PostgresServer;
}

// A standby that lost its primary tries again after 5 s by default. No slot: the WAL of a test fits.
const settings = ['wal_level=replica', 'wal_keep_size=512MB', 'wal_retrieve_retry_interval=100ms'];

/**
 * Starts PostgreSQL and a synchronous standby: what was acknowledged survives a failover. Needs cp. The folder is
 * removed by `close`.
 */
export async function startPostgresPair(): Promise<PostgresPair> {
  const installation = installPostgres();
  const data = createDataFolder(installation, 'data-1');
  await initialiseCluster(installation, data);
  const start = async (folder: string, port: number): Promise<Member> => ({
    data: folder,
    server: await startPostgres(installation, folder, { port, settings }),
  });
  let primary = await start(data, await freePort());
  let standby: Member | undefined;
  let copies = 1;
  const requireStandby = (): Member => {
    if (standby === undefined) throw new Error('there is no standby: call addStandby first');
    return standby;
  };
  const proxy = await startTcpProxy(primary.server.port);
  const pair: PostgresPair = {
    url: `postgres://postgres@127.0.0.1:${proxy.port}/postgres`,
    proxy,
    stop: (mode) => primary.server.end(mode === 'fast' ? 'SIGINT' : 'SIGQUIT'),
    async start() {
      primary = await start(primary.data, primary.server.port);
    },
    leadToStandby() {
      proxy.moveTo(requireStandby().server.port);
      proxy.cut();
    },
    leadToPrimary: () => proxy.moveTo(primary.server.port),
    async failOver() {
      const promoted = requireStandby();
      await primary.server.end('SIGQUIT');
      rmSync(primary.data, { recursive: true, force: true });
      await query(promoted.server, (db) => db.raw('select pg_promote()'));
      primary = promoted;
      standby = undefined;
      pair.leadToPrimary();
    },
    async addStandby() {
      const copy = createDataFolder(installation, `data-${(copies += 1)}`);
      await copyPrimary(installation, primary, copy);
      standby = await start(copy, await freePort());
      await commitOnBoth(primary.server);
    },
    async close() {
      await standby?.server.end('SIGQUIT');
      await primary.server.end('SIGQUIT');
      await proxy.close();
      rmSync(installation.folder, { recursive: true, force: true });
    },
  };
  await pair.addStandby();
  return pair;
}

/** PostgreSQL's low-level base backup ("Making a Base Backup Using the Low Level API"): there is no pg_basebackup here. */
async function copyPrimary(
  { folder, user }: PostgresInstallation,
  { data, server }: Member,
  copy: string,
): Promise<void> {
  const writeOwned = (name: string, text: string): void => {
    writeFileSync(join(copy, name), text);
    if (user.uid !== undefined && user.gid !== undefined) chownSync(join(copy, name), user.uid, user.gid);
  };
  await query(server, async (db) => {
    // Start and stop belong to one session.
    const session = await db.client.acquireConnection();
    try {
      await db.raw(`select pg_backup_start('standby', fast => true)`).connection(session);
      await run('cp', ['-a', `${data}/.`, copy], { ...user, cwd: folder });
      const stop = db.raw('select labelfile from pg_backup_stop(wait_for_archive => false)');
      const { rows } = await stop.connection(session);
      writeOwned('backup_label', rows[0].labelfile);
    } finally {
      db.client.releaseConnection(session);
    }
  });
  rmSync(join(copy, 'postmaster.pid'), { force: true });
  writeOwned('standby.signal', '');
  const primary = `host=127.0.0.1 port=${server.port} user=postgres`;
  // Replaces the primary's synchronous_standby_names: after a failover there is no standby to wait for.
  writeOwned('postgresql.auto.conf', `primary_conninfo = '${primary}'\n`);
}

/** Makes commits wait for the standby, once it streams. */
async function commitOnBoth(server: PostgresServer): Promise<void> {
  await query(server, async (db) => {
    await db.raw(`alter system set synchronous_standby_names = '*'`);
    await db.raw('select pg_reload_conf()');
    for (const end = performance.now() + 30_000; performance.now() < end; await wait(50)) {
      if ((await db('pg_stat_replication').where({ sync_state: 'sync' })).length > 0) return;
    }
    throw new Error('the standby does not stream after 30 s');
  });
}

function query<Result>({ url }: PostgresServer, work: (db: Knex) => Promise<Result>): Promise<Result> {
  return withDatabase(Promise.resolve(connectPostgres(url)), work);
}
