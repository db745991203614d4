import { startReply } from '../chat/reply.ts';
import { validateEvents } from '../chat/validate-event.ts';
import { abortSignalOf } from '../http/request-context.ts';
import { sendEvents } from '../http/sse.ts';
import { withDefaults } from '../services/agents.ts';
import { admitTestMessage } from '../services/rate-limit.ts';
import type { Handler } from './handler.ts';

/**
 * A message to an agent from its page: the API's stream, in a conversation that is a test, with the config of the form in
 * place of the stored one (decision 0044). What fails before the first byte is thrown, so that the response is JSON.
 */
export const streamTestChat: Handler<'streamTestChat'> = async (deps, call) => {
  const { store, path, body, response, signedIn } = call;
  admitTestMessage(deps.rateLimiter, signedIn.user.id);
  const runtime = { ...deps.chat, log: response.locals.log };
  const request = {
    storeId: store.id,
    agentId: path.agent_id,
    message: body.message,
    conversationId: body.conversation_id,
    visitor: null,
    channel: 'api' as const,
    chatbotId: null,
    isTest: true,
    ...(body.draft && { draft: withDefaults(body.draft) }),
  };
  const { conversationId, signal, events } = await startReply(runtime, request, abortSignalOf(response));
  response.set('X-Conversation-Id', conversationId);
  const checked = deps.config.validateResponses ? validateEvents(events) : events;
  await sendEvents(response, checked, { signal, limits: deps.chat.limits });
  return undefined;
};
