import { timestamp } from '../../clock.ts';
import type { ChatbotRecord } from '../../db/records.ts';
import { ServiceError } from '../../errors.ts';
import { parseInput } from '../parse-input.ts';
import { requireAgent, type ChatbotDeps } from './chatbot-deps.ts';
import { chatbotChange, chatbotInput, type ChatbotChange } from './chatbot-input.ts';
import { mergeSettings } from './merge-settings.ts';

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
