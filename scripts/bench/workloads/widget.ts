import { comparePeers } from '../compare-peers.ts';
import { createAgents } from '../fill-service.ts';
import { peerChatbotId } from '../start-peers.ts';
import type { Workload } from '../workload.ts';

const config = {
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
const widget = { chatbot_id: peerChatbotId, agent_id: 'agt_0', name: 'Front page', config };
const pathOf = (chatbotId: string): string => `/api/widget/config?chatbot_id=${chatbotId}`;

/** `GET /api/widget/config`, as every page view of a shop asks for it. */
export const widgetWorkload: Workload = {
  title: 'GET /api/widget/config, 16 connections',
  run: (options) =>
    comparePeers(options, {
      peers: ['fastify', 'hono'],
      agents: 1,
      widget,
      connections: 16,
      expected: [200],
      peerRequest: { path: pathOf(peerChatbotId), method: 'GET' },
      async prepare(service) {
        const agent = await createAgents(service, 1);
        const made = service.operate(
          ...['chatbots', 'create', service.storeId, '--agent', agent, '--name', 'Front page'],
          ...config.suggested_prompts.flatMap((prompt) => ['--prompt', prompt]),
        ) as { chatbot_id: string };
        return { path: pathOf(made.chatbot_id), method: 'GET' };
      },
    }),
};
