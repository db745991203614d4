import type { components } from '../../generated/api.d.ts';
import type { ChatbotRecord, WidgetSettings } from '../db/records.ts';
import type { Repositories } from '../db/repositories.ts';
import { ServiceError } from '../errors.ts';
import { type Clock, timestamp } from '../support/clock.ts';
import { newId } from '../support/ids.ts';
import { type ChatbotChange, chatbotChange, chatbotInput } from './chatbot-input.ts';
import { parseInput } from './parse-input.ts';
import { findStore } from './stores.ts';

/** What the services around chatbots need. */
export interface ChatbotDeps {
  readonly repositories: Pick<Repositories, 'stores' | 'agents' | 'chatbots'>;
  readonly clock: Clock;
}

/** Throws ServiceError `not_found` unless the agent is the store's own. */
export async function requireAgent(
  deps: Pick<ChatbotDeps, 'repositories'>,
  storeId: string,
  agentId: string,
): Promise<void> {
  const agent = await deps.repositories.agents.find(storeId, agentId);
  if (agent === undefined) throw new ServiceError('not_found', `the store has no agent ${agentId}`);
}

/**
 * Makes a chatbot powered by one of the store's agents (source 2.3); settings left out take the defaults.
 * Throws ServiceError `invalid_request`, or `not_found` for the store or the agent.
 */
export async function createChatbot(
  deps: ChatbotDeps,
  storeId: string,
  input: ChatbotChange & Pick<ChatbotRecord, 'agentId' | 'name'>,
): Promise<ChatbotRecord> {
  const given = parseInput(chatbotChange, input);
  const config = mergeSettings(defaultSettings, given.config);
  const complete = parseInput(chatbotInput, { allowedOrigins: [], imageHosts: [], ...given, config });
  const store = await findStore(deps, storeId);
  await requireAgent(deps, store.id, complete.agentId);
  const now = timestamp(deps.clock);
  const chatbot = { id: newId('cbt'), storeId: store.id, ...complete, createdAt: now, updatedAt: now };
  await deps.repositories.chatbots.insert(store.id, chatbot);
  return chatbot;
}

/**
 * Changes what is given of a chatbot and keeps the rest. Throws ServiceError `invalid_request`, or `not_found`
 * for the chatbot or the agent.
 */
export async function updateChatbot(
  deps: ChatbotDeps,
  storeId: string,
  chatbotId: string,
  input: ChatbotChange,
): Promise<ChatbotRecord> {
  const old = await deps.repositories.chatbots.find(storeId, chatbotId);
  if (old === undefined) throw new ServiceError('not_found', `the store has no chatbot ${chatbotId}`);
  const given = parseInput(chatbotChange, input);
  const complete = parseInput(chatbotInput, {
    ...old,
    ...given,
    config: mergeSettings(old.config, given.config),
  });
  await requireAgent(deps, storeId, complete.agentId);
  const chatbot = { ...old, ...complete, updatedAt: timestamp(deps.clock) };
  await deps.repositories.chatbots.update(storeId, chatbot);
  return chatbot;
}

/** The chatbots of a store, oldest first. Throws ServiceError `not_found`. */
export async function listChatbots(
  deps: Pick<ChatbotDeps, 'repositories'>,
  storeId: string,
): Promise<ChatbotRecord[]> {
  const store = await findStore(deps, storeId);
  return deps.repositories.chatbots.list(store.id);
}

export type WidgetConfig = components['schemas']['WidgetConfig'];

/** What was made of a record, which is the same object for as long as nothing has changed. */
const views = new WeakMap<ChatbotRecord, WidgetConfig>();

/** The configuration of a chatbot's widget (source 2.3, 4.4). Shared: do not change it. Throws ServiceError `not_found`. */
export async function getWidgetConfig(
  deps: { readonly repositories: Pick<Repositories, 'chatbots'> },
  storeId: string,
  chatbotId: string,
): Promise<WidgetConfig> {
  const chatbot = await deps.repositories.chatbots.find(storeId, chatbotId);
  // The same words whether it is unknown or another store's (decision 0015).
  if (chatbot === undefined) throw new ServiceError('not_found', 'chatbot not found');
  const view = views.get(chatbot) ?? widgetView(chatbot);
  views.set(chatbot, view);
  return view;
}

function widgetView(chatbot: ChatbotRecord): WidgetConfig {
  const { suggested_prompts: prompts, ...config } = chatbot.config;
  return {
    chatbot_id: chatbot.id,
    agent_id: chatbot.agentId,
    name: chatbot.name,
    config: { ...config, suggested_prompts: [...prompts] },
  };
}

/** How a chatbot looks before anybody has chosen: readable contrast, neutral words. */
export const defaultSettings: WidgetSettings = {
  welcome_message: 'Hello! What are you looking for today?',
  suggested_prompts: [],
  theme: {
    primary_color: '#1f5f4f',
    background_color: '#ffffff',
    text_color: '#1c2421',
    user_message_color: '#dcefe8',
    bot_message_color: '#f2f4f3',
  },
  bubble_style: 'rounded',
  position: 'bottom-right',
  title: 'Shopping assistant',
};

/** `settings` with the given ones in their place; colours one by one. */
export function mergeSettings(settings: WidgetSettings, change: ChatbotChange['config']): object {
  return { ...settings, ...change, theme: { ...settings.theme, ...change?.theme } };
}
