import { comparePeers, type SharedRequest } from '../compare-peers.ts';
import { agentBody } from '../peers/fixed-agents.ts';
import type { Workload } from '../workload.ts';

const request: SharedRequest = { path: '/api/agents', method: 'POST', body: JSON.stringify(agentBody(1)) };

/** `POST /api/agents`, every answer on disk (synchronous=FULL), 64 at once; the peers commit each by itself. */
export const createWorkload: Workload = {
  title: 'POST /api/agents on disk, 64 at once',
  run: (options) =>
    comparePeers(options, {
      peers: ['fastify', 'hono'],
      agents: 0,
      widget: {},
      connections: 64,
      expected: [201],
      peerRequest: request,
      prepare: async () => request,
    }),
};
