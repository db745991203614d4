import type { AgentRecord, ApiKeyRecord, ChatbotRecord, StoreRecord } from '../db/records.ts';
import { limitsOf } from '../services/plans.ts';

/** A store as commands print it, with the limits that hold for it: null means none. */
export function presentStore(store: StoreRecord) {
  const limits = limitsOf(store);
  return {
    id: store.id,
    name: store.name,
    plan: store.plan,
    requests_per_minute: limits.requestsPerMinute,
    agent_limit: limits.agents,
    created_at: store.createdAt,
  };
}

/** A key's record without hash and box: nothing that helps anybody who reads over a shoulder. */
export function presentKey(record: ApiKeyRecord) {
  return {
    id: record.id,
    store_id: record.storeId,
    ends_with: record.hint,
    created_at: record.createdAt,
    revoked_at: record.revokedAt,
  };
}

/** The widget configuration of source 2.3, and what only operators see. */
export function presentChatbot(chatbot: ChatbotRecord) {
  return {
    chatbot_id: chatbot.id,
    agent_id: chatbot.agentId,
    store_id: chatbot.storeId,
    name: chatbot.name,
    config: chatbot.config,
    allowed_origins: chatbot.allowedOrigins,
    image_hosts: chatbot.imageHosts,
    created_at: chatbot.createdAt,
    updated_at: chatbot.updatedAt,
  };
}

/** An agent in the words of source 2.1. */
export function presentAgent(agent: AgentRecord) {
  return {
    id: agent.id,
    name: agent.name,
    type: agent.type,
    ...(agent.description !== null && { description: agent.description }),
    config: agent.config,
    created_at: agent.createdAt,
    updated_at: agent.updatedAt,
  };
}
