import { compare, type Contender } from './compare.ts';
import { comparisonTable } from './comparison-table.ts';
import { bearer } from './fill-service.ts';
import type { LoadPlan } from './load.ts';
import type { MeasuredServer } from './server-process.ts';
import { startServices } from './services.ts';
import { peerKey, preparePeerFolder, removePeerFolder, startPeer, type PeerName } from './start-peers.ts';
import { startService, type MeasuredService, type ServiceOptions } from './start-service.ts';
import type { BenchOptions, WorkloadResult } from './workload.ts';

/** A request that every server is to answer, but for its address and key. */
export interface SharedRequest {
  readonly path: string;
  readonly method: 'GET' | 'POST';
  readonly body?: string;
}

export interface PeerComparison {
  readonly peers: readonly PeerName[];
  /** Agents in the peers' tables. */
  readonly agents: number;
  /** The widget configuration that the peers hold. */
  readonly widget: object;
  readonly connections: number;
  readonly expected: readonly number[];
  readonly peerRequest: SharedRequest;
  /** This service in other settings, measured beside it. */
  readonly variants?: readonly ServiceOptions[];
  /** Brings a fresh service into the peers' state; returns the request for it. */
  prepare(service: MeasuredService): Promise<SharedRequest>;
}

/** Measures peers and this service side by side, and relates every cost to Fastify's. */
export async function comparePeers(
  options: BenchOptions,
  comparison: PeerComparison,
): Promise<WorkloadResult> {
  const folder = await preparePeerFolder(comparison.agents, comparison.widget);
  const running: MeasuredServer[] = [];
  const contenders: Contender[] = [];
  const { connections, expected } = comparison;
  const add = (server: MeasuredServer, request: SharedRequest, key: { Authorization: string }): void => {
    const { path, ...sent } = request;
    const headers = { ...key, ...(sent.body === undefined ? {} : { 'Content-Type': 'application/json' }) };
    const { url, caFile } = server;
    const plan: LoadPlan = {
      ...sent,
      url: url + path,
      headers,
      connections,
      caFile,
    };
    contenders.push({ server, plan, expected });
  };
  try {
    for (const name of comparison.peers) {
      const peer = await startPeer(name, folder, comparison.agents);
      running.push(peer);
      add(peer, comparison.peerRequest, { Authorization: `Bearer ${peerKey}` });
    }
    const services = await startServices(options);
    for (const variant of comparison.variants ?? []) services.push(await startService(variant));
    for (const service of services) {
      running.push(service);
      add(service, await comparison.prepare(service), bearer(service));
    }
    return comparisonTable(await compare(contenders, options), 'fastify');
  } finally {
    await Promise.all(running.map((server) => server.stop()));
    removePeerFolder(folder);
  }
}
