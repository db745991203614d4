import type { LanguageModelV4 } from '@ai-sdk/provider';
import type { ChatRuntime } from './chat-runtime.ts';
import { buildHistory } from './history.ts';
import type { OpenedConversation } from './open-conversation.ts';
import type { ModelRun } from './run-model.ts';

// No history within any model's reach has more, and a conversation may have any number.
const newestMessages = 400;

/** Everything that the model needs to answer the last message of a conversation: tools opened, history read. */
export async function prepareRun(
  runtime: ChatRuntime,
  { agent, conversationId }: OpenedConversation,
  model: LanguageModelV4,
  signal: AbortSignal,
): Promise<ModelRun> {
  const { limits, repositories } = runtime;
  const tools = await runtime.tools.toolsFor(agent);
  const records = await repositories.messages.list(agent.storeId, conversationId, newestMessages);
  const messages = buildHistory(records, limits.historyTokens, tools.size > 0);
  return { model, config: agent.config, messages, tools, limits, signal };
}
