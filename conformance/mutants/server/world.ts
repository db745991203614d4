import { createHash } from 'node:crypto';
import type { Deployment, JsonObject, Store, World } from './deployment.ts';

/** How one store differs from a plain one. */
export interface StorePlan {
  readonly name: string;
  readonly requestsPerMinute?: number;
  readonly agentLimit?: number;
  readonly seededAgents?: number;
}

/** A key of the stated form (source 5.3), always the same for the same name. */
export function keyOf(name: string): string {
  const digest = createHash('sha512').update(name).digest('base64');
  return `svc_${digest.replaceAll(/[^A-Za-z0-9]/g, '').slice(0, 32)}`;
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

function seededAgent(store: Store, deployment: Deployment, world: World, index: number): JsonObject {
  const at = deployment.timestamp(world.now());
  return {
    id: deployment.newId('agent', world.count('agent')),
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

function seededChatbot(store: Store, id: string): JsonObject {
  return {
    chatbot_id: id,
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

/** The tenants of one server, each with its agents and one chatbot, over the clock given. */
export function createWorld(
  deployment: Deployment,
  plans: readonly StorePlan[],
  chatbotId: (count: number) => string,
  now: () => number,
): World {
  const counts = new Map<string, number>();
  const count = (kind: string): number => {
    const next = (counts.get(kind) ?? 0) + 1;
    counts.set(kind, next);
    return next;
  };
  const world: World = { stores: plans.map(newStore), now, count };
  world.stores.forEach((store, position) => {
    const seeds = plans[position]?.seededAgents ?? 1;
    for (let index = 1; index <= seeds; index += 1)
      store.agents.push(seededAgent(store, deployment, world, index));
    store.chatbots.push(seededChatbot(store, chatbotId(position + 1)));
  });
  return world;
}
