import { collectReply } from '../../services/chat/collect-reply.ts';
import { replyEvents } from '../../services/chat/reply-events.ts';
import { startReply } from '../../services/chat/start-reply.ts';
import type { ReplyRequest } from '../../services/chat/start-reply.ts';
import type { Call, Handler } from '../handler.ts';
import { sendEvents } from '../sse-writer.ts';

/** Source 4.1. Whatever can fail before the first byte is thrown and answered as JSON. */
export const streamAgentChatHandler: Handler<'streamAgentChat'> = async (deps, call) => {
  const reply = await startReply(deps.chat, requestOf(call), call.signal);
  const headers = { 'X-Conversation-Id': reply.conversationId };
  if (call.body.stream === false) return { status: 200, body: await collectReply(reply), headers };
  await sendEvents(call.response, replyEvents(reply), { limits: deps.chat.limits, headers });
  return undefined;
};

function requestOf({ store, body }: Call<'streamAgentChat'>): ReplyRequest {
  return {
    storeId: store.id,
    agentId: body.agent_id,
    message: body.message,
    conversationId: body.conversation_id,
    visitorId: null,
  };
}
