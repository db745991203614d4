import type { Request } from 'express';
import { allChatbots, findChatbot } from '../../db/chatbots.ts';
import type { Context } from '../../db/database.ts';
import type { ChatbotRecord } from '../../db/records.ts';
import type { Deps } from '../../deps.ts';
import { createChatbot, deleteChatbot, replaceChatbot } from '../../services/chatbots.ts';
import { embedSnippet } from '../../services/embed-script.ts';
import { signPreviewToken } from '../../services/preview-token.ts';
import { changeBy, type HandlersOf, type Schemas } from '../handler.ts';
import { streamPreviewChat } from '../test-chat.ts';

/** The chatbots of a store. */
export const chatbotHandlers: HandlersOf<'chatbots'> = {
  async listChatbots({ database }, { store }) {
    const chatbots = await allChatbots(database.reader(store.id));
    return { status: 200, body: { chatbots: chatbots.map(chatbotView) } };
  },

  async createChatbot({ database }, call) {
    const chatbot = await database.change(changeBy(call), (context) => createChatbot(context, call.body));
    return { status: 201, body: chatbotView(chatbot) };
  },

  async getChatbot({ database }, { store, path }) {
    const chatbot = await findChatbot(database.reader(store.id), path.chatbot_id);
    return { status: 200, body: chatbotView(chatbot) };
  },

  async updateChatbot({ database }, call) {
    const { path, body } = call;
    const replace = (context: Context) => replaceChatbot(context, path.chatbot_id, body);
    return { status: 200, body: chatbotView(await database.change(changeBy(call), replace)) };
  },

  async deleteChatbot({ database }, call) {
    const { path, query } = call;
    await database.change(changeBy(call), (context) =>
      deleteChatbot(context, path.chatbot_id, query.version),
    );
    return { status: 204, body: undefined };
  },

  async getSnippet(deps, { store, path, request }) {
    const { id } = await findChatbot(deps.database.reader(store.id), path.chatbot_id);
    const { tag } = await embedSnippet(deps, id, { baseUrl: baseUrlOf(deps, request) });
    return { status: 200, body: { html: tag } };
  },

  async createPreviewToken(deps, { store, path, request, signedIn }) {
    const chatbot = await findChatbot(deps.database.reader(store.id), path.chatbot_id);
    const { token, expiresAt } = await signPreviewToken(deps, chatbot, {
      userId: signedIn.user.id,
      origin: originOf(request),
    });
    return { status: 201, body: { token, expires_at: expiresAt } };
  },

  streamPreviewChat,
};

/** The origin of the dashboard's pages: they are served by the host that they call. */
function originOf(request: Request): string {
  return new URL(`https://${request.get('Host')}`).origin;
}

/** Where shop pages reach this service: PUBLIC_URL (always set with DASHBOARD_HOST), else the host of the request. */
function baseUrlOf({ config }: Deps, request: Request): string {
  return config.publicUrl ?? originOf(request);
}

function chatbotView({
  store_id: _store,
  placed_at: _placed,
  sequence: _sequence,
  ...chatbot
}: ChatbotRecord): Schemas['Chatbot'] {
  return chatbot;
}
