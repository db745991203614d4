import type { Request } from 'express';
import type { ChatbotRecord } from '../../db/records.ts';
import type { Deps } from '../../deps.ts';
import { type AuditAction, audited } from '../../services/audit.ts';
import {
  type CompleteChatbot,
  createChatbot,
  deleteChatbot,
  findChatbot,
  listChatbots,
  replaceChatbot,
} from '../../services/chatbots.ts';
import { embedSnippet } from '../../services/embed-script.ts';
import { signPreviewToken } from '../../services/preview-token.ts';
import { auditEntry, type HandlersOf, type Schemas } from '../handler.ts';
import { streamPreviewChat } from '../test-chat.ts';

/** The chatbots of a store. */
export const chatbotHandlers: HandlersOf<'chatbots'> = {
  async listChatbots(deps, { store }) {
    return { status: 200, body: { chatbots: (await listChatbots(deps, store.id)).map(chatbotView) } };
  },

  async createChatbot(deps, call) {
    const chatbot = await audited(
      deps,
      (joined) => createChatbot(joined, call.store.id, inputOf(call.body)),
      (created) => auditEntry(call, eventOf('chatbot.created', created)),
    );
    return { status: 201, body: chatbotView(chatbot) };
  },

  async getChatbot(deps, { store, path }) {
    return { status: 200, body: chatbotView(await findChatbot(deps, store.id, path.chatbot_id)) };
  },

  async updateChatbot(deps, call) {
    const { store, path, body } = call;
    const input = { ...inputOf(body), version: body.version };
    const chatbot = await audited(
      deps,
      (joined) => replaceChatbot(joined, store.id, path.chatbot_id, input),
      (changed) => auditEntry(call, eventOf('chatbot.updated', changed)),
    );
    return { status: 200, body: chatbotView(chatbot) };
  },

  async deleteChatbot(deps, call) {
    const { store, path, query } = call;
    await audited(
      deps,
      async (joined) => {
        const old = await findChatbot(joined, store.id, path.chatbot_id);
        await deleteChatbot(joined, store.id, old.id, query.version);
        return old;
      },
      (old) => auditEntry(call, eventOf('chatbot.deleted', old)),
    );
    return { status: 204, body: undefined };
  },

  async getSnippet(deps, { store, path, request }) {
    const { id } = await findChatbot(deps, store.id, path.chatbot_id);
    const { tag } = await embedSnippet(deps, id, { baseUrl: baseUrlOf(deps, request) });
    return { status: 200, body: { html: tag } };
  },

  async createPreviewToken(deps, { store, path, request, signedIn }) {
    const chatbot = await findChatbot(deps, store.id, path.chatbot_id);
    const { token, expiresAt } = await signPreviewToken(deps, chatbot, {
      userId: signedIn.user.id,
      origin: originOf(request),
    });
    return { status: 201, body: { token, expires_at: expiresAt } };
  },

  streamPreviewChat,
};

function eventOf(action: AuditAction, { id, name }: ChatbotRecord) {
  return { action, subject: id, detail: name };
}

/** The origin of the dashboard's pages: they are served by the host that they call. */
function originOf(request: Request): string {
  return new URL(`https://${request.get('Host')}`).origin;
}

/** Where shop pages reach this service: PUBLIC_URL (always set with DASHBOARD_HOST), else the host of the request. */
function baseUrlOf({ config }: Deps, request: Request): string {
  return config.publicUrl ?? originOf(request);
}

type Input = Pick<
  Schemas['ChatbotCreate'],
  'agent_id' | 'name' | 'config' | 'allowed_origins' | 'image_hosts' | 'link_hosts' | 'status'
>;

function inputOf(body: Input): CompleteChatbot {
  return {
    agentId: body.agent_id,
    name: body.name,
    config: body.config,
    allowedOrigins: body.allowed_origins,
    imageHosts: body.image_hosts,
    linkHosts: body.link_hosts,
    status: body.status,
  };
}

function chatbotView(chatbot: ChatbotRecord): Schemas['Chatbot'] {
  const { suggested_prompts: prompts, ...config } = chatbot.config;
  return {
    id: chatbot.id,
    version: chatbot.version,
    agent_id: chatbot.agentId,
    name: chatbot.name,
    config: { ...config, suggested_prompts: [...prompts] },
    allowed_origins: [...chatbot.allowedOrigins],
    image_hosts: [...chatbot.imageHosts],
    link_hosts: [...chatbot.linkHosts],
    status: chatbot.status,
    created_at: chatbot.createdAt,
    updated_at: chatbot.updatedAt,
  };
}
