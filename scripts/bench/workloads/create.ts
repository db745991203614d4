import { comparePeers, type SharedRequest } from '../compare-peers.ts';
import { agentBody } from '../peers/fixed-agents.ts';
import type { Workload } from '../workload.ts';

const request: SharedRequest = { path: '/api/agents', method: 'POST', body: JSON.stringify(agentBody(1)) };

const commitAlone = new URL('../commit-alone/register.ts', import.meta.url).href;

/**
 * `POST /api/agents`, every answer on disk, 64 at once; the peers commit each by itself (synchronous=FULL), as this
 * service does in the last row.
 */
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
      variants: [
        { name: 'a commit for each request', environment: { NODE_OPTIONS: `--import ${commitAlone}` } },
      ],
      prepare: async () => request,
    }),
};
