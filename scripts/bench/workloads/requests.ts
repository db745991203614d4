import { compareRequests, type SharedRequest } from '../compare-requests.ts';
import { agentBody } from '../peers/agent-body.ts';
import { runScript } from '../processes.ts';
import { median, spread, type Table, type Workload } from '../report.ts';
import { createAgents } from '../service.ts';
import { peerChatbotId } from '../start-peer.ts';
import type { WriteResult } from '../write-load.ts';

const list: SharedRequest = { path: '/api/agents', method: 'GET' };

/** `GET /api/agents` of a store with so many agents. */
export function listWorkload(agents: number, maxCpuRatio: number): Workload {
  return async (options) => {
    const { table, service, peer } = await compareRequests(options, {
      title: `GET /api/agents with ${agents} agents, 16 connections`,
      agents,
      connections: 16,
      expectedStatus: 200,
      peerRequest: list,
      async prepare(target) {
        await createAgents(target, agents);
        return list;
      },
    });
    const measured = service.cpuMicroseconds / peer.cpuMicroseconds;
    const name = `list of ${agents}: CPU against fastify with duties`;
    return { tables: [table], limits: [{ name, measured, limit: maxCpuRatio }] };
  };
}

const widgetConfig = {
  welcome_message: 'Hello! What are you looking for today?',
  suggested_prompts: ['Show me raincoats', 'What is on sale?'],
  theme: {
    primary_color: '#1f5f4f',
    background_color: '#ffffff',
    text_color: '#1c2421',
    user_message_color: '#dcefe8',
    bot_message_color: '#f2f4f3',
  },
  bubble_style: 'rounded',
  position: 'bottom-right',
  title: 'Shopping assistant',
};
const widgetPath = (chatbotId: string): string => `/api/widget/config?chatbot_id=${chatbotId}`;

/** `GET /api/widget/config`, the request of every page view of a shop. */
export const widgetWorkload: Workload = async (options) => {
  const { table, service, peer } = await compareRequests(options, {
    title: 'GET /api/widget/config, 16 connections',
    agents: 1,
    widget: { chatbot_id: peerChatbotId, agent_id: 'agt_0', name: 'Front page', config: widgetConfig },
    connections: 16,
    expectedStatus: 200,
    peerRequest: { path: widgetPath(peerChatbotId), method: 'GET' },
    async prepare(target) {
      const agent = await createAgents(target, 1);
      const prompts = widgetConfig.suggested_prompts.flatMap((prompt) => ['--prompt', prompt]);
      const command = `chatbots create --store ${target.storeId} --agent ${agent} --name Bench`;
      const { chatbot_id } = target.operate(command, ...prompts) as { chatbot_id: string };
      return { path: widgetPath(chatbot_id), method: 'GET' };
    },
  });
  const measured = service.cpuMicroseconds / peer.cpuMicroseconds;
  return {
    tables: [table],
    limits: [{ name: 'widget: CPU against fastify with duties', measured, limit: 1.6 }],
  };
};

const create: SharedRequest = { path: '/api/agents', method: 'POST', body: JSON.stringify(agentBody(1)) };

/** `POST /api/agents`, every response after its commit is on disk, and the writer alone against single transactions. */
export const createWorkload: Workload = async (options) => {
  const { table, service, peer } = await compareRequests(options, {
    title: 'POST /api/agents, on disk, 64 connections',
    agents: 0,
    connections: 64,
    expectedStatus: 201,
    peerRequest: create,
    prepare: async () => create,
  });
  const { rounds, seconds } = options;
  const writes = (await runScript('write-load.ts', { rounds, seconds }, { processor: 0 })) as WriteResult;
  const writeRatio = median(writes.grouped) / median(writes.single);
  const requestRatio = service.requestsPerSecond / peer.requestsPerSecond;
  return {
    tables: [table, writeTable(writes)],
    limits: [
      {
        name: 'create: writes/s against a transaction each',
        measured: writeRatio,
        limit: 2.5,
        atLeast: true,
      },
      {
        name: 'create: requests/s against fastify with duties',
        measured: requestRatio,
        limit: 1.3,
        atLeast: true,
      },
      { name: 'create: p99 ms', measured: service.p99Ms, limit: 100 },
    ],
  };
};

function writeTable({ grouped, single }: WriteResult): Table {
  const row = (name: string, values: readonly number[]): string[] => [
    name,
    median(values).toFixed(0),
    spread(values),
    (median(values) / median(single)).toFixed(2),
  ];
  return {
    title: 'Durable inserts in one process, 64 at once',
    headings: ['writer', 'writes/s', 'spread', 'against a transaction each'],
    rows: [row('a transaction each', single), row("the service's writer", grouped)],
  };
}
