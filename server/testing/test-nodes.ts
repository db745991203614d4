import { databases } from './databases.ts';
import type { TestDatabase } from './database.ts';
import { startTestServer, type TestServer, type TestServerOptions } from './start-test-server.ts';

/** Several nodes of one service: real servers over one PostgreSQL, with one master key. */
export interface TestNodes {
  readonly database: TestDatabase;
  /** In the environment of each node. */
  readonly environment: Readonly<Record<string, string>>;
  readonly nodes: readonly TestServer[];
  close(): Promise<void>;
}

/** A new migrated PostgreSQL database; its `close` drops it. */
export function createPostgresDatabase(): Promise<TestDatabase> {
  const postgres = databases.find(({ name }) => name === 'PostgreSQL');
  if (postgres === undefined) throw new Error('no PostgreSQL among the test databases');
  return postgres.create();
}

export async function startTestNodes(count: number, options: TestServerOptions = {}): Promise<TestNodes> {
  const database = await createPostgresDatabase();
  const shared = { DATABASE_URL: database.databaseUrl ?? '', MASTER_KEY: '5'.repeat(64) };
  const environment = { ...options.environment, ...shared };
  const starts = Array.from({ length: count }, () => startTestServer({ ...options, environment }));
  const nodes = await Promise.all(starts);
  return {
    database,
    environment,
    nodes,
    async close() {
      await Promise.all(nodes.map((node) => node.close()));
      await database.close();
    },
  };
}
