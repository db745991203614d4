import { once } from 'node:events';
import { connect } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { parse } from 'csv-parse/sync';
import { type Place, type RunningProxy, startProxy } from './start-proxy.ts';

export interface RunningHaproxy extends RunningProxy {
  /** The nodes in order, as HAProxy sees them. */
  nodes(): Promise<BalancedNode[]>;
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

/** Runs HAProxy with `haproxy.cfg` of this folder. */
export async function startHaproxy(options: HaproxyOptions): Promise<RunningHaproxy> {
  const { certFile, nodePorts, requestsPerAddress = 1_000_000 } = options;
  const [first, second, third] = nodePorts;
  const proxy = await startProxy('haproxy.cfg', {
    replacements: ({ folder, httpsPort, httpPort }) => [
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
    ],
    command: ({ folder }) => ['haproxy', '-db', '-f', join(folder, 'haproxy.cfg')],
    isReady: async (place) => (await statistics(place)) !== undefined,
  });
  return { ...proxy, nodes: async () => nodesOf((await statistics(proxy)) ?? '') };
}

/** The statistics as CSV (HAProxy's Runtime API); undefined while nothing listens on the socket. */
async function statistics({ folder }: Place): Promise<string | undefined> {
  const socket = connect(join(folder, 'admin.sock'));
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
  const rows: Record<string, string>[] = parse(csv.replace(/^# /, ''), {
    columns: true,
    skip_empty_lines: true,
  });
  return rows
    .filter(({ pxname, svname }) => pxname === 'agent_service' && svname !== 'BACKEND')
    .map(({ svname: name = '', status, stot }) => ({
      name,
      isUp: status?.startsWith('UP') ?? false,
      requests: Number(stot),
    }));
}
