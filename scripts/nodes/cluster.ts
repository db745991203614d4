import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
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
import { freePort } from '../../server/testing/free-port.ts';

/** Three nodes of the service on one PostgreSQL, behind HAProxy. */
export interface NodeCluster {
  readonly database: PostgresPair;
  readonly nodes: readonly [ClusterNode, ClusterNode, ClusterNode];
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

export interface ClusterNode {
  readonly environment: Environment;
  readonly url: string;
  readonly httpUrl: string;
  /** The lines of all of its processes. */
  readonly logFile: string;
  /** The present process. */
  process: ServiceNode;
  /** Sends a request to this node. */
  readonly fetch: TestFetch;
  /** Starts a new process; the one before must have ended. */
  start(): void;
  /** Kills the process. */
  close(): Promise<void>;
}

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
    const start = async (name: string): Promise<ClusterNode> => {
      const node = await startClusterNode(join(folder, name), { ...shared, ...environment });
      cleanUp.push(() => node.close());
      return node;
    };
    const nodes = [await start('node1'), await start('node2'), await start('node3')] as const;
    await Promise.all(nodes.map((node) => node.process.ready));
    const [first] = nodes;
    const tlsFolder = join(first.environment['DATA_DIR'] ?? '', 'tls');
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

/** Production's defaults, with a model that needs no vendor. */
const defaults: Environment = {
  NODE_ENV: 'production',
  MODEL_FALLBACK: 'built-in',
  HOST: '127.0.0.1',
  TRUSTED_PROXIES: '127.0.0.1',
  SHUTDOWN_DELAY_SECONDS: '2',
};

async function startClusterNode(dataDir: string, shared: Environment): Promise<ClusterNode> {
  mkdirSync(dataDir);
  const [port, httpPort] = [await freePort(), await freePort()];
  const environment = { ...shared, DATA_DIR: dataDir, PORT: String(port), HTTP_PORT: String(httpPort) };
  const url = `https://127.0.0.1:${port}`;
  const logFile = join(dataDir, 'service.log');
  let client: ReturnType<typeof createTlsFetch> | undefined;
  const node: ClusterNode = {
    environment,
    url,
    httpUrl: `http://127.0.0.1:${httpPort}`,
    logFile,
    process: startNode(environment, url, logFile),
    fetch(path, init) {
      // The node creates its certificate authority when it starts.
      client ??= createTlsFetch(url, readFileSync(join(dataDir, 'tls', 'ca.pem'), 'utf8'));
      return client.fetch(path, init);
    },
    start() {
      node.process = startNode(environment, url, logFile);
    },
    async close() {
      client?.close();
      await node.process.end();
    },
  };
  return node;
}

function httpPortOf({ environment }: ClusterNode): number {
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
