import type {
  AgentRecord,
  ApiKeyRecord,
  ChatbotRecord,
  NewConversation,
  NewMessage,
  NewReply,
  Product,
  StoreRecord,
} from '../db/records.ts';
import { newId } from '../support/ids.ts';

const createdAt = '2026-01-02T03:04:05.678Z';

export function sampleStore(change: Partial<StoreRecord> = {}): StoreRecord {
  return {
    id: newId('str'),
    name: 'Sample store',
    plan: 'free',
    requests_per_minute: null,
    agent_limit: null,
    monthly_cap_micros: null,
    contact: null,
    created_at: createdAt,
    ...change,
  };
}

export function sampleKey(storeId: string, change: Partial<ApiKeyRecord> = {}): ApiKeyRecord {
  const id = newId('key');
  return {
    id,
    store_id: storeId,
    hash: `hash of ${id}`,
    sealed: 'sealed',
    hint: 'abcd',
    note: null,
    created_at: createdAt,
    last_used_at: null,
    expires_at: null,
    revoked_at: null,
    ...change,
  };
}

export function sampleAgent(storeId: string, change: Partial<AgentRecord> = {}): AgentRecord {
  return {
    id: newId('agt'),
    store_id: storeId,
    name: 'Sample agent',
    type: 'customer_support',
    description: null,
    config: {
      model_provider: 'provider_one',
      model_id: 'sample-model',
      system_prompt: 'Help.',
      temperature: 0.7,
      max_tokens: 4096,
    },
    status: 'active',
    version: 1,
    created_at: createdAt,
    updated_at: createdAt,
    deleted_at: null,
    ...change,
  };
}

export function sampleChatbot(
  storeId: string,
  agentId: string,
  change: Partial<ChatbotRecord> = {},
): ChatbotRecord {
  return {
    id: newId('cbt'),
    store_id: storeId,
    agent_id: agentId,
    name: 'Sample chatbot',
    config: {
      welcome_message: 'Hello',
      suggested_prompts: ['What is new?'],
      theme: {
        primary_color: '#112233',
        background_color: '#ffffff',
        text_color: '#000000',
        user_message_color: '#eeeeee',
        bot_message_color: '#dddddd',
      },
      bubble_style: 'rounded',
      position: 'bottom-right',
      title: 'Shop',
    },
    allowed_origins: ['https://shop.example'],
    image_hosts: ['cdn.shop.example'],
    link_hosts: [],
    status: 'active',
    note: null,
    placed_at: null,
    version: 1,
    created_at: createdAt,
    updated_at: createdAt,
    ...change,
  };
}

export function sampleConversation(
  storeId: string,
  agentId: string,
  change: Partial<NewConversation> = {},
): NewConversation {
  return {
    id: newId('cnv'),
    store_id: storeId,
    agent_id: agentId,
    visitor_id: null,
    channel: 'api',
    chatbot_id: null,
    is_test: false,
    created_at: createdAt,
    ...change,
  };
}

export function sampleMessage(
  storeId: string,
  conversationId: string,
  change: Partial<NewMessage> = {},
): NewMessage {
  return {
    id: newId('msg'),
    store_id: storeId,
    conversation_id: conversationId,
    role: 'user',
    content: '[]',
    text: '',
    outcome: 'complete',
    created_at: createdAt,
    ...change,
  };
}

export function sampleReply(change: Partial<NewReply> = {}): NewReply {
  return {
    model_provider: 'provider_one',
    model: 'sample-model',
    error: null,
    input_tokens: 11,
    output_tokens: 7,
    cost_micros: 0,
    is_estimated: false,
    first_token_ms: 120,
    total_ms: 900,
    result: 'helped',
    ...change,
  };
}

export function sampleProduct(id: string, change: Partial<Product> = {}): Product {
  const price = { amount: 1999, currency: 'USD' };
  return {
    id,
    title: `Product ${id}`,
    description: 'Plain.',
    categories: ['Shirts'],
    tags: [],
    price_range: { min: price, max: price },
    available: true,
    variants: [{ id: `${id}-1`, title: 'Default', price, options: {}, available: true }],
    ...change,
  };
}
