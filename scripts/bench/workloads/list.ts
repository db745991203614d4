import { comparePeers, type SharedRequest } from '../compare-peers.ts';
import { createAgents } from '../fill-service.ts';
import type { Workload } from '../workload.ts';

const request: SharedRequest = { path: '/api/agents', method: 'GET' };

/** `GET /api/agents` of a store with so many agents, over 16 connections. */
export function listWorkload(agents: number): Workload {
  return {
    title: `GET /api/agents with ${agents} agents, 16 connections`,
    run: (options) =>
      comparePeers(options, {
        peers: ['node-http', 'express-bare', 'fastify', 'hono', 'prism'],
        agents,
        widget: {},
        connections: 16,
        expected: [200],
        peerRequest: request,
        async prepare(service) {
          await createAgents(service, agents);
          return request;
        },
      }),
  };
}
