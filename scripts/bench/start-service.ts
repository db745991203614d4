import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, openSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { endWithUs, pinnedTo, stopChild, type MeasuredServer } from './server-process.ts';
import { untilReady } from './until-ready.ts';

/** Our server as users run it: TLS, authentication, exact rate limit, validation and logging on. */
export interface MeasuredService extends MeasuredServer {
  readonly apiKey: string;
  readonly storeId: string;
  readonly dataDir: string;
  /** The plain address, which refuses. */
  readonly httpUrl: string;
  readonly readyMilliseconds: number;
  /** Runs one `agent-service` command with `--json` on the same database. */
  operate(...args: readonly string[]): unknown;
}

export interface ServiceOptions {
  /** Settings beside those of every measurement. */
  readonly environment?: Readonly<Record<string, string>>;
  /** The checkout whose server is started; this one, where none is given. */
  readonly folder?: string;
  readonly name?: string;
}

/** Starts the service on a fresh data folder with one Enterprise store. */
export async function startService({
  environment = {},
  folder = '.',
  name = 'this service',
}: ServiceOptions = {}): Promise<MeasuredService> {
  const cwd = resolve(folder);
  const dataDir = mkdtempSync(join(tmpdir(), 'bench-service-'));
  const [port, httpPort] = [await freePort(), await freePort()];
  const settings = {
    ...process.env,
    DATA_DIR: dataDir,
    PORT: String(port),
    HTTP_PORT: String(httpPort),
    NODE_ENV: 'production',
    MODEL_FALLBACK: 'built-in',
    ...environment,
  };
  const operate = (...args: readonly string[]): unknown =>
    JSON.parse(execFileSync('node', ['server/cli.ts', ...args, '--json'], { cwd, env: settings }).toString());
  operate('migrate');
  const store = operate(
    ...['stores', 'create', '--name', 'Bench', '--plan', 'enterprise'],
    ...['--requests-per-minute', '1000000'],
  ) as { id: string; api_key: { key: string } };
  const url = `https://localhost:${port}`;
  const [command = '', ...args] = pinnedTo(0, ['node', 'server/cli.ts', 'serve']);
  const log = openSync(join(dataDir, 'service.log'), 'w');
  const began = performance.now();
  const child = endWithUs(spawn(command, args, { cwd, env: settings, stdio: ['ignore', log, log] }));
  await untilReady(url, child);
  return {
    name,
    url,
    caFile: join(dataDir, 'tls', 'ca.pem'),
    pid: child.pid ?? 0,
    apiKey: store.api_key.key,
    storeId: store.id,
    dataDir,
    httpUrl: `http://localhost:${httpPort}`,
    readyMilliseconds: performance.now() - began,
    operate,
    stop: async () => {
      await stopChild(child);
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

async function freePort(): Promise<number> {
  return new Promise((found) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => found(port));
    });
  });
}
