import { ServiceError } from '../errors.ts';
import { createAgent, listAgents } from '../services/agents.ts';
import { getWidgetConfig } from '../services/chatbots.ts';
import { runOnce } from '../services/idempotency.ts';
import { streamAgentChat } from './chat-stream.ts';
import type { Handlers } from './handler.ts';

/** Handler for each operationId. */
export const handlers: Handlers = {
  async listAgents(deps, { store }) {
    return { status: 200, body: await listAgents(deps, store.id) };
  },

  async createAgent(deps, { store, body, request }) {
    const key = request.get('Idempotency-Key');
    const once = { storeId: store.id, operation: 'createAgent', key, body };
    return { status: 201, body: await runOnce(deps, once, () => createAgent(deps, store, body)) };
  },

  async getWidgetConfig(deps, { store, query, visitor }) {
    // A visitor token is valid for its own chatbot only (decision 0016).
    if (visitor !== undefined && visitor.chatbot.id !== query.chatbot_id) {
      throw new ServiceError('not_found', 'chatbot not found');
    }
    return { status: 200, body: await getWidgetConfig(deps, store.id, query.chatbot_id) };
  },

  streamAgentChat,
};
