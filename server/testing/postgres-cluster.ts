import { rmSync } from 'node:fs';
import { createDataFolder, initialiseCluster, installPostgres, startPostgres } from './postgres-server.ts';
import { freePort } from './free-port.ts';

export interface PostgresCluster {
  /** Connection string of its database `postgres`, as superuser. */
  readonly url: string;
  stop(): Promise<void>;
}

/** Starts PostgreSQL on a free port of the loopback, in a temporary folder that `stop` removes. */
export async function startPostgresCluster(): Promise<PostgresCluster> {
  const installation = installPostgres();
  const data = createDataFolder(installation, 'data');
  await initialiseCluster(installation, data);
  const server = await startPostgres(installation, data, { port: await freePort() });
  return {
    url: server.url,
    async stop() {
      await server.end('SIGQUIT');
      rmSync(installation.folder, { recursive: true, force: true });
    },
  };
}
