import type { Handlers } from '../handler.ts';
import { createAgentHandler } from './create-agent.ts';
import { getWidgetConfigHandler } from './get-widget-config.ts';
import { listAgentsHandler } from './list-agents.ts';
import { streamAgentChatHandler } from './stream-agent-chat.ts';

/** Who serves each operation of the contract. */
export const handlers: Handlers = {
  listAgents: listAgentsHandler,
  createAgent: createAgentHandler,
  streamAgentChat: streamAgentChatHandler,
  getWidgetConfig: getWidgetConfigHandler,
};
