import { hash } from 'node:crypto';
import { ServiceError } from '../errors.ts';
import { createAgent, listAgents } from '../services/agents.ts';
import { keyActor } from '../services/audit.ts';
import { getWidgetConfig } from '../services/chatbots.ts';
import { streamAgentChat } from './chat-stream.ts';
import type { Handlers } from './handler.ts';
import { clientAddress } from './require-https.ts';

// A browser caches the body and asks for changes on every use: Express turns an equal If-None-Match into 304.
function revalidationHeaders(body: object): Record<string, string> {
  const digest = hash('sha256', JSON.stringify(body), 'base64url');
  return { 'Cache-Control': 'private, no-cache', ETag: `"${digest}"` };
}

/** Handler for each operationId. */
export const handlers: Handlers = {
  async listAgents({ database }, { store }) {
    return { status: 200, body: await listAgents(database.reader(store.id)) };
  },

  async createAgent({ database, config }, { store, body, request, response }) {
    const actor = keyActor(response.locals.keyHint, clientAddress(request, config.trustedProxies));
    const key = request.get('Idempotency-Key');
    const agent = await database.change({ store, actor }, (context) => createAgent(context, body, key));
    return { status: 201, body: agent };
  },

  async getWidgetConfig({ database }, { store, query, visitor }) {
    // A visitor token is valid for its own chatbot only (decision 0016).
    if (visitor !== undefined && visitor.chatbot.id !== query.chatbot_id) {
      throw new ServiceError('not_found', 'chatbot not found');
    }
    const body = await getWidgetConfig(database.reader(store.id), query.chatbot_id);
    return { status: 200, body, headers: revalidationHeaders(body) };
  },

  streamAgentChat,
};
