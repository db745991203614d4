import { createHash } from 'node:crypto';
import type { Deployment, HttpRequest, JsonObject, ServerState, Store } from './deployment.ts';

/** The limits and contents of a store; unlimited and one agent by default. */
export interface StorePlan {
  readonly name: string;
  readonly requestsPerMinute?: number;
  readonly agentLimit?: number;
  readonly seededAgents?: number;
}

/** A key of the stated form (source 5.3), derived from the name. */
export function keyOf(name: string): string {
  const digest = createHash('sha512').update(name).digest('base64');
  return `svc_${digest.replaceAll(/[^A-Za-z0-9]/g, '').slice(0, 32)}`;
}

/** The store with exactly this key. */
export function storeOfKey(key: string | null | undefined, { stores }: ServerState): Store | undefined {
  return stores.find((store) => store.key === key);
}

/** `Authorization: Bearer <API_KEY>` with a case-insensitive scheme (source 5.2). */
export function identifyByBearer(request: HttpRequest, state: ServerState): Store | undefined {
  const sent = /^bearer +(\S+)$/i.exec(request.headers.authorization ?? '');
  return storeOfKey(sent?.[1], state);
}

/** `?api_key=<API_KEY>` (source 5.5). */
export function identifyByQuery(request: HttpRequest, state: ServerState): Store | undefined {
  return storeOfKey(request.query.get('api_key'), state);
}

function newStore(plan: StorePlan): Store {
  return {
    name: plan.name,
    key: keyOf(plan.name),
    requestsPerMinute: plan.requestsPerMinute ?? Number.POSITIVE_INFINITY,
    agentLimit: plan.agentLimit ?? Number.POSITIVE_INFINITY,
    agents: [],
    chatbots: [],
    conversations: new Map(),
    admissions: [],
  };
}

function seededAgent(store: Store, deployment: Deployment, state: ServerState, index: number): JsonObject {
  const at = deployment.timestamp(state.now());
  return {
    id: deployment.newId('agent', state.nextNumber('agent')),
    name: `Shop assistant ${index} of ${store.name}`,
    type: 'customer_support',
    description: 'Answers questions about orders',
    config: {
      model_provider: 'provider_one',
      model_id: 'shopping-1',
      system_prompt: 'Be brief and kind.',
      temperature: 0.7,
      max_tokens: 4096,
    },
    created_at: at,
    updated_at: at,
  };
}

function seededChatbot(store: Store, count: number): JsonObject {
  return {
    // Characters that need escaping in a query string.
    chatbot_id: `bot ${count}/ä&b=c+d%20`,
    agent_id: store.agents[0]?.['id'],
    name: `Chatbot of ${store.name}`,
    config: {
      welcome_message: `Welcome to ${store.name}`,
      suggested_prompts: ['Where is my order?', 'Shoes for rain'],
      theme: {
        primary_color: '#1144AA',
        background_color: '#FFFFFF',
        text_color: '#111111',
        user_message_color: '#DDE6FF',
        bot_message_color: '#F4F4F4',
      },
      bubble_style: 'rounded',
      position: 'bottom-right',
      title: 'Ask us',
      subtitle: 'We answer at once',
    },
  };
}

/** Creates the stores, each with its agents and one chatbot. */
export function createServerState(
  deployment: Deployment,
  plans: readonly StorePlan[],
  now: () => number,
): ServerState {
  const counts = new Map<string, number>();
  const nextNumber = (kind: string): number => {
    const next = (counts.get(kind) ?? 0) + 1;
    counts.set(kind, next);
    return next;
  };
  const state: ServerState = { stores: plans.map(newStore), now, nextNumber };
  state.stores.forEach((store, position) => {
    const seeds = plans[position]?.seededAgents ?? 1;
    for (let index = 1; index <= seeds; index += 1)
      store.agents.push(seededAgent(store, deployment, state, index));
    store.chatbots.push(seededChatbot(store, position + 1));
  });
  return state;
}
