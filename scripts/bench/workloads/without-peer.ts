import { compare } from '../compare.ts';
import { comparisonTable } from '../comparison-table.ts';
import { bearer, createAgents } from '../fill-service.ts';
import type { LoadPlan } from '../load.ts';
import type { MeasuredService } from '../start-service.ts';
import { startServices } from '../services.ts';
import type { Workload } from '../workload.ts';

type Request = Pick<LoadPlan, 'url' | 'method' | 'headers' | 'body'>;

/** A request that no peer knows, against the list of 20 agents. */
function withoutPeer(title: string, requestOf: (service: MeasuredService) => Request): Workload {
  return {
    title,
    async run(options) {
      const services = await startServices(options);
      try {
        const plan = { connections: 16 };
        const contenders = services.map((server) => {
          const request = requestOf(server);
          return { server, plan: { ...plan, ...request, caFile: server.caFile }, expected: [200] };
        });
        const [service] = services;
        if (service === undefined) throw new Error('no service was started');
        for (const each of services) await createAgents(each, 20);
        const list: Request = { url: `${service.url}/api/agents`, method: 'GET', headers: bearer(service) };
        const base = {
          server: service,
          name: 'list of 20',
          plan: { ...plan, ...list, caFile: service.caFile },
          expected: [200],
        };
        return comparisonTable(await compare([base, ...contenders], options), 'list of 20');
      } finally {
        await Promise.all(services.map((service) => service.stop()));
      }
    },
  };
}

export const embedWorkload = withoutPeer('GET /embed/chatbot.js (gzip), 16 connections', ({ url }) => ({
  url: `${url}/embed/chatbot.js`,
  method: 'GET',
  headers: { 'Accept-Encoding': 'gzip' },
}));

const toolCall = {
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name: 'list_agents', arguments: {} },
};

export const mcpWorkload = withoutPeer('MCP tools/call list_agents, 16 connections', ({ url, apiKey }) => ({
  url: `${url}/mcp?api_key=${apiKey}`,
  method: 'POST',
  headers: {
    'Content-Type': 'application/json',
    Accept: 'application/json, text/event-stream',
    'MCP-Protocol-Version': '2025-06-18',
  },
  body: JSON.stringify(toolCall),
}));
