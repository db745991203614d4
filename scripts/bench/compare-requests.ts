import type { LoadOrder, LoadPlan, LoadResult } from './load.ts';
import { runScript, type MeasuredServer } from './processes.ts';
import { median, spread, type BenchOptions, type Table } from './report.ts';
import { bearer, startServices, type MeasuredService } from './service.ts';
import { peerKey, startPeer } from './start-peer.ts';

export interface SharedRequest {
  readonly path: string;
  readonly method: 'GET' | 'POST';
  readonly body?: string;
}

export interface Comparison {
  readonly title: string;
  /** What the peer's database has. */
  readonly agents: number;
  readonly widget?: object;
  readonly connections: number;
  readonly expectedStatus: number;
  readonly peerRequest: SharedRequest;
  /** Brings a fresh service into the peer's state; returns the request for it. */
  prepare(service: MeasuredService): Promise<SharedRequest>;
}

/** Medians over the rounds. */
export interface RequestCost {
  readonly name: string;
  readonly cpuMicroseconds: number;
  readonly spread: string;
  readonly requestsPerSecond: number;
  readonly p99Ms: number;
}

export interface ComparisonResult {
  readonly table: Table;
  /** With duties. */
  readonly peer: RequestCost;
  readonly service: RequestCost;
}

/** About ten seconds of requests: the time that V8 takes to compile the code of a server. */
const warmUpSeconds = 8;

/** Measures the Fastify peers, bare and with duties, and this service in turn with the same request. Throws at an unexpected status. */
export async function compareRequests(
  { rounds, seconds, against }: BenchOptions,
  comparison: Comparison,
): Promise<ComparisonResult> {
  const { connections, agents, widget = {} } = comparison;
  const running: MeasuredServer[] = [];
  const plans: LoadPlan[] = [];
  const addPlan = (server: MeasuredServer, request: SharedRequest, key: { Authorization: string }): void => {
    const { path, ...rest } = request;
    const headers = { ...key, ...(rest.body && { 'Content-Type': 'application/json' }) };
    const { url, caFile, pid } = server;
    plans.push({ ...rest, url: url + path, headers, connections, caFile, serverPid: pid });
  };
  try {
    const services = await startServices({ against });
    running.push(...services);
    const [first] = services;
    if (first === undefined) throw new Error('no service was started');
    const peers: MeasuredServer[] = [];
    for (const name of ['fastify', 'fastify with duties'] as const) {
      const peer = await startPeer(name, first, { agents, widget });
      running.push(peer);
      peers.push(peer);
      addPlan(peer, comparison.peerRequest, { Authorization: `Bearer ${peerKey}` });
    }
    for (const service of services) addPlan(service, await comparison.prepare(service), bearer(service));
    const order: LoadOrder = { plans, rounds, seconds, warmUpSeconds };
    const results = (await runScript('load.ts', order)) as LoadResult[];
    return tableOf(comparison, [...peers, ...services], results);
  } finally {
    await Promise.all(running.map((server) => server.stop()));
  }
}

function tableOf(
  { title, expectedStatus }: Comparison,
  servers: readonly MeasuredServer[],
  results: readonly LoadResult[],
): ComparisonResult {
  const costs = results.map((result, index) => costOf(servers[index]?.name ?? '', result, expectedStatus));
  const [, peer, service] = costs;
  if (peer === undefined || service === undefined) throw new Error('a server has no result');
  const rows = costs.map((cost) => [
    cost.name,
    cost.cpuMicroseconds.toFixed(0),
    cost.spread,
    (cost.cpuMicroseconds / peer.cpuMicroseconds).toFixed(2),
    cost.requestsPerSecond.toFixed(0),
    cost.p99Ms.toFixed(1),
  ]);
  const headings = ['server', 'CPU us/request', 'spread', 'CPU against duties', 'requests/s', 'p99 ms'];
  return { table: { title, headings, rows }, peer, service };
}

function costOf(name: string, { rounds, statuses, p99Ms }: LoadResult, expectedStatus: number): RequestCost {
  if (Object.keys(statuses).some((status) => Number(status) !== expectedStatus))
    throw new Error(`${name} returned ${JSON.stringify(statuses)} instead of ${expectedStatus}`);
  const cpu = rounds.map(({ cpuSeconds, requests }) => (cpuSeconds * 1e6) / requests);
  return {
    name,
    cpuMicroseconds: median(cpu),
    spread: spread(cpu),
    requestsPerSecond: median(rounds.map(({ requests, seconds }) => requests / seconds)),
    p99Ms,
  };
}
