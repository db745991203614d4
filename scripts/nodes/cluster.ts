import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openKeyring } from '../../server/auth/open-keyring.ts';
import { loadConfig } from '../../server/config/config.ts';
import { openDatabase } from '../../server/db/connect.ts';
import { createDatabase } from '../../server/db/database.ts';
import { systemClock } from '../../server/support/clock.ts';
import { createTlsFetch, type TestFetch } from '../../server/testing/tls-fetch.ts';
import { type RunningHaproxy, startHaproxy } from '../deploy/start-haproxy.ts';
import { type Environment, type ServiceNode, startNode } from './node.ts';
import { type PostgresPair, startPostgresPair } from './postgres-pair.ts';

/** Three nodes of the service on one PostgreSQL, behind HAProxy. */
export interface NodeCluster {
  readonly database: PostgresPair;
  readonly nodes: readonly [ServiceNode, ServiceNode, ServiceNode];
  readonly balancer: RunningHaproxy;
  /** The balancer's `https://localhost:PORT`. */
  readonly url: string;
  /** Path of the certificate authority of `url`. */
  readonly caFile: string;
  /** Sends a request through the balancer. */
  readonly fetch: TestFetch;
  /** What the operators' commands use: the database without the service. */
  readonly operator: Operator;
  close(): Promise<void>;
}

export type Operator = Awaited<ReturnType<typeof openOperator>>;

/**
 * Starts everything and waits until it is ready. `environment` changes that of the nodes. Needs HAProxy
 * (`hasProgram`). Takes some 5 s.
 */
export async function startCluster(environment: Environment = {}): Promise<NodeCluster> {
  const folder = mkdtempSync(join(tmpdir(), 'nodes-'));
  const cleanUp: (() => unknown)[] = [() => rmSync(folder, { recursive: true, force: true })];
  const close = async (): Promise<void> => {
    for (const step of cleanUp.toReversed()) await step();
  };
  try {
    const database = await startPostgresPair();
    cleanUp.push(() => database.close());
    const shared = { ...defaults, DATABASE_URL: database.url, MASTER_KEY: randomBytes(32).toString('hex') };
    const start = async (name: string): Promise<ServiceNode> => {
      const node = await startNode(join(folder, name), { ...shared, ...environment });
      cleanUp.push(() => node.close());
      return node;
    };
    const nodes = [await start('node1'), await start('node2'), await start('node3')] as const;
    await Promise.all(nodes.map((node) => node.process.ready));
    const [first] = nodes;
    const tlsFolder = join(first.dataDir, 'tls');
    const balancer = await startHaproxy({
      certFile: join(tlsFolder, 'server.pem'),
      nodePorts: [httpPortOf(nodes[0]), httpPortOf(nodes[1]), httpPortOf(nodes[2])],
    });
    cleanUp.push(() => balancer.stop());
    const url = `https://localhost:${balancer.httpsPort}`;
    const caFile = join(tlsFolder, 'ca.pem');
    const client = createTlsFetch(url, readFileSync(caFile, 'utf8'));
    cleanUp.push(() => client.close());
    const operator = await openOperator(first.environment);
    cleanUp.push(() => operator.db.destroy());
    return { database, nodes, balancer, url, caFile, fetch: client.fetch, operator, close };
  } catch (error) {
    await close();
    throw error;
  }
}

const defaults: Environment = { TRUSTED_PROXIES: '127.0.0.1', SHUTDOWN_DELAY_SECONDS: '2' };

function httpPortOf({ environment }: ServiceNode): number {
  return Number(environment['HTTP_PORT']);
}

async function openOperator(environment: Environment) {
  const config = loadConfig(environment);
  const db = await openDatabase(config);
  const clock = systemClock;
  const database = createDatabase(db, { clock });
  return {
    db,
    database,
    keyring: await openKeyring(config, { database }),
    clock,
  };
}
