import { timestamp } from '../../clock.ts';
import type { ChatbotRecord } from '../../db/records.ts';
import { newId } from '../../ids.ts';
import { findStore } from '../find-store.ts';
import { parseInput } from '../parse-input.ts';
import { requireAgent, type ChatbotDeps } from './chatbot-deps.ts';
import { chatbotChange, chatbotInput, type ChatbotChange } from './chatbot-input.ts';
import { defaultSettings } from './default-settings.ts';
import { mergeSettings } from './merge-settings.ts';

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
