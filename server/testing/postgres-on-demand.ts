import { rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { startPostgresCluster, type PostgresCluster } from './postgres-cluster.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Path of a socket that sends PostgreSQL's connection string, or `error: ...`. */
    postgresOnDemand: string;
  }
}

/** Vitest's global setup: one PostgreSQL for the whole run, started when the first test file asks for it. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const path = join(tmpdir(), `agent-service-postgres-${process.pid}.sock`);
  // A run that was killed may have had this process's id.
  rmSync(path, { force: true });
  let cluster: Promise<PostgresCluster> | undefined;
  const server = createServer((socket) => {
    cluster ??= startPostgresCluster();
    cluster.then(
      ({ url }) => socket.end(url),
      (error: unknown) => socket.end(`error: ${String(error)}`),
    );
  });
  await new Promise<void>((resolve) => server.listen(path, resolve));
  project.provide('postgresOnDemand', path);
  return async () => {
    server.close();
    rmSync(path, { force: true });
    // If it did not start, the tests that need it have failed.
    const started = await cluster?.catch(() => undefined);
    await started?.stop();
  };
}
