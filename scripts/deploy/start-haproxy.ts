import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { startChild } from '../../server/testing/child-process.ts';
import { freePort } from '../../server/testing/free-port.ts';
import { programEnvironment } from '../../server/testing/programs.ts';

export interface RunningHaproxy {
  readonly httpsPort: number;
  readonly httpPort: number;
  /** The nodes in order, as HAProxy sees them. */
  nodes(): Promise<BalancedNode[]>;
  stop(): Promise<void>;
}

export interface BalancedNode {
  readonly name: string;
  /** Whether it gets new requests. */
  readonly isUp: boolean;
  /** How many requests it was given since the start; checks do not count. */
  readonly requests: number;
}

export interface HaproxyOptions {
  /** Certificate and key in one file. */
  readonly certFile: string;
  /** The plain ports of three nodes. */
  readonly nodePorts: readonly [number, number, number];
  /** The limit for an address, in requests in 10 s; by default none, for loads from one address. */
  readonly requestsPerAddress?: number;
}

/** Runs HAProxy with `haproxy.cfg` of this folder on free ports of 127.0.0.1. Throws when it exits at once. */
export async function startHaproxy(options: HaproxyOptions): Promise<RunningHaproxy> {
  const folder = mkdtempSync(join(tmpdir(), 'haproxy-'));
  const ports = { httpsPort: await freePort(), httpPort: await freePort() };
  const file = join(folder, 'haproxy.cfg');
  writeFileSync(file, renderConfig(folder, ports, options));
  const child = startChild(['haproxy', '-db', '-f', file], { env: programEnvironment });
  const socket = join(folder, 'admin.sock');
  await child.until(async () => (await statistics(socket)) !== undefined);
  return {
    ...ports,
    async nodes() {
      return nodesOf((await statistics(socket)) ?? '');
    },
    async stop() {
      await child.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** haproxy.cfg with other ports and files. Throws when it no longer has a line that is replaced. */
function renderConfig(
  folder: string,
  { httpsPort, httpPort }: Pick<RunningHaproxy, 'httpsPort' | 'httpPort'>,
  { certFile, nodePorts, requestsPerAddress = 1_000_000 }: HaproxyOptions,
): string {
  const [first, second, third] = nodePorts;
  const replacements: [from: RegExp, to: string][] = [
    // Another user could not read the certificate.
    [/^ *user haproxy\n *group haproxy\n/m, ''],
    [/\/run\/haproxy\/admin\.sock/, join(folder, 'admin.sock')],
    [/maxconn 30000/, 'maxconn 2000'],
    [/gt 1000 /, `gt ${requestsPerAddress} `],
    [/bind :443/, `bind 127.0.0.1:${httpsPort}`],
    [/bind :80/, `bind 127.0.0.1:${httpPort}`],
    [/\/etc\/haproxy\/agents\.example\.pem/, certFile],
    [/10\.0\.0\.11:8080/, `127.0.0.1:${first}`],
    [/10\.0\.0\.12:8080/, `127.0.0.1:${second}`],
    [/10\.0\.0\.13:8080/, `127.0.0.1:${third}`],
  ];
  const config = readFileSync(join(import.meta.dirname, 'haproxy.cfg'), 'utf8');
  return replacements.reduce((rendered, [from, to]) => {
    if (rendered.search(from) === -1) throw new Error(`haproxy.cfg has nothing that matches ${from}`);
    return rendered.replace(from, to);
  }, config);
}

/** The statistics as CSV (HAProxy's Runtime API); undefined while nothing listens on the socket. */
async function statistics(path: string): Promise<string | undefined> {
  const socket = connect(path);
  try {
    await once(socket, 'connect');
    socket.write('show stat\n');
    return await text(socket);
  } catch {
    return undefined;
  } finally {
    socket.destroy();
  }
}

function nodesOf(csv: string): BalancedNode[] {
  const [header = '', ...lines] = csv.replace(/^# /, '').split('\n');
  const names = header.split(',');
  const rows = lines.map((line) => {
    const values = line.split(',');
    return new Map(names.map((name, index) => [name, values[index] ?? '']));
  });
  return rows
    .filter((row) => row.get('pxname') === 'agent_service' && row.get('svname') !== 'BACKEND')
    .map((row) => ({
      name: row.get('svname') ?? '',
      isUp: row.get('status')?.startsWith('UP') ?? false,
      requests: Number(row.get('stot')),
    }));
}
