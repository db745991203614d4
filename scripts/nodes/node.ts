import { closeSync, mkdirSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isServiceReady, startChild } from '../../server/testing/child-process.ts';
import { freePort } from '../../server/testing/free-port.ts';
import { createTlsFetch, type TestFetch } from '../../server/testing/tls-fetch.ts';

/** Environment variables of the service. */
export type Environment = Readonly<Record<string, string>>;

/** Production's defaults, with a model that needs no vendor. */
const production: Environment = {
  NODE_ENV: 'production',
  MODEL_FALLBACK: 'built-in',
  HOST: '127.0.0.1',
};

/** A node of the service: processes on one data folder and one address, one after the other. */
export interface ServiceNode {
  readonly environment: Environment;
  readonly url: string;
  readonly httpUrl: string;
  readonly dataDir: string;
  /** The lines of all of its processes. */
  readonly logFile: string;
  /** The present process. */
  process: NodeProcess;
  /** Sends a request to this node. */
  readonly fetch: TestFetch;
  /** Starts a new process; the one before must have ended. */
  start(): void;
  /** Kills the process. */
  close(): Promise<void>;
}

/** Starts a node on a data folder and free ports; `environment` changes its defaults, and `args` are those of `serve`. */
export async function startNode(
  dataDir: string,
  environment: Environment,
  ...args: readonly string[]
): Promise<ServiceNode> {
  mkdirSync(dataDir, { recursive: true });
  const [port, httpPort] = [await freePort(), await freePort()];
  const ports = { PORT: String(port), HTTP_PORT: String(httpPort) };
  const own = { ...production, ...environment, DATA_DIR: dataDir, ...ports };
  const url = `https://127.0.0.1:${port}`;
  const logFile = join(dataDir, 'service.log');
  const start = (): NodeProcess => startProcess(own, { url, logFile, args });
  let client: ReturnType<typeof createTlsFetch> | undefined;
  const node: ServiceNode = {
    environment: own,
    url,
    httpUrl: `http://127.0.0.1:${httpPort}`,
    dataDir,
    logFile,
    process: start(),
    fetch(path, init) {
      // The node creates its certificate authority when it starts.
      client ??= createTlsFetch(url, readFileSync(join(dataDir, 'tls', 'ca.pem'), 'utf8'));
      return client.fetch(path, init);
    },
    start() {
      node.process = start();
    },
    async close() {
      client?.close();
      await node.process.end();
    },
  };
  return node;
}

/** One process of the service. */
export interface NodeProcess {
  readonly pid: number;
  /** Milliseconds from the start until `/readyz` was 200; null when it was killed before. Rejects when it ends by itself. */
  readonly ready: Promise<number | null>;
  /** SIGKILL, and waits for the end. Throws when the process had ended by itself. */
  kill(): Promise<void>;
  /** SIGKILL, also when the process has ended or is frozen. */
  end(): Promise<void>;
  /** SIGTERM; returns the exit code. */
  stop(): Promise<number | null>;
  /** SIGSTOP: the process keeps its connections and does nothing, until `resume`. */
  freeze(): void;
  resume(): void;
  /** Whether the process has not ended. */
  isRunning(): boolean;
}

const cli = fileURLToPath(new URL('../../server/cli.ts', import.meta.url));

/** Starts the real `agent-service serve`, whose log is appended to `logFile`. It ends with this process at the latest. */
function startProcess(
  environment: Environment,
  { url, logFile, args }: Pick<ServiceNode, 'url' | 'logFile'> & { readonly args: readonly string[] },
): NodeProcess {
  const startedAt = performance.now();
  const log = openSync(logFile, 'a');
  const child = startChild([process.execPath, cli, 'serve', ...args], {
    env: { PATH: process.env['PATH'], ...environment },
    stdio: ['ignore', log, log],
    exitSignal: 'SIGKILL',
  });
  closeSync(log);
  const { process: node } = child;
  const ready = child
    .until(() => isServiceReady(url))
    .then(
      () => performance.now() - startedAt,
      (error: unknown) => {
        if (node.signalCode === 'SIGKILL') return null;
        throw error;
      },
    );
  // It is awaited later, or never when the process is killed first.
  ready.catch(() => undefined);
  return {
    pid: node.pid ?? 0,
    ready,
    async kill() {
      const code = await child.stop('SIGKILL');
      if (node.signalCode !== 'SIGKILL')
        throw new Error(`the service ended by itself with ${code ?? node.signalCode}`);
    },
    end: async () => void (await child.stop('SIGKILL')),
    stop: () => child.stop(),
    freeze: () => void node.kill('SIGSTOP'),
    resume: () => void node.kill('SIGCONT'),
    isRunning: () => node.exitCode === null && node.signalCode === null,
  };
}
