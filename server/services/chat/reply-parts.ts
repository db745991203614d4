import type { LanguageModel } from 'ai';
import type { ChatRuntime } from './chat-runtime.ts';
import { buildHistory } from './history.ts';
import type { OpenedConversation } from './open-conversation.ts';
import type { ReplyPart } from './reply-part.ts';
import { runModel } from './run-model.ts';

// No history within any model's reach has more, and a conversation may have any number.
const newestMessages = 400;

/** The model's stream for the last message of a conversation: tools opened, history read, model called. */
export async function* replyParts(
  runtime: ChatRuntime,
  { agent, conversationId }: OpenedConversation,
  model: LanguageModel,
  signal: AbortSignal,
): AsyncGenerator<ReplyPart, void> {
  const { limits, repositories } = runtime;
  const tools = await runtime.tools.toolsFor(agent, signal);
  const records = await repositories.messages.list(agent.storeId, conversationId, newestMessages);
  const messages = buildHistory(records, limits.historyTokens, Object.keys(tools).length > 0);
  yield* runModel({ model, config: agent.config, messages, tools, limits, signal });
}
