import { ServiceError } from '../errors.ts';
import { createAgent, listAgents } from '../services/agents.ts';
import { getWidgetConfig } from '../services/chatbots.ts';
import { withIdempotency } from '../services/idempotency.ts';
import { streamAgentChatHandler } from './chat-stream.ts';
import type { Handler, Handlers } from './handler.ts';

export const listAgentsHandler: Handler<'listAgents'> = async (deps, { store }) => ({
  status: 200,
  body: await listAgents(deps, store.id),
});

export const createAgentHandler: Handler<'createAgent'> = async (deps, { store, body, request }) => {
  const key = request.get('Idempotency-Key');
  const repeatable = { storeId: store.id, operation: 'createAgent', key, body };
  return { status: 201, body: await withIdempotency(deps, repeatable, () => createAgent(deps, store, body)) };
};

export const getWidgetConfigHandler: Handler<'getWidgetConfig'> = async (deps, { store, query, visitor }) => {
  // A visitor's token opens its own chatbot and no other (decision 0016).
  const isTheirs = visitor === undefined || visitor.chatbot.id === query.chatbot_id;
  if (!isTheirs) throw new ServiceError('not_found', 'chatbot not found');
  return { status: 200, body: await getWidgetConfig(deps, store.id, query.chatbot_id) };
};

/** Who serves each operation of the contract. */
export const handlers: Handlers = {
  listAgents: listAgentsHandler,
  createAgent: createAgentHandler,
  streamAgentChat: streamAgentChatHandler,
  getWidgetConfig: getWidgetConfigHandler,
};
