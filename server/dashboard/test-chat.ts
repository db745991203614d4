import type { Response } from 'express';
import { startReply } from '../chat/reply.ts';
import type { ReplyRequest } from '../chat/types.ts';
import { validateEvents } from '../chat/validate-event.ts';
import type { Deps } from '../deps.ts';
import { bearerToken, unauthorized } from '../http/authenticate.ts';
import { abortSignalOf } from '../http/request-context.ts';
import { sendEvents } from '../http/sse.ts';
import { withDefaults } from '../services/agents.ts';
import { findPreview } from '../services/preview-token.ts';
import { admit, limitOf } from '../services/rate-limit.ts';
import type { Handler } from './handler.ts';

/** A message from an agent's page, with the config of the form in place of the stored one (decision 0044). */
export const streamTestChat: Handler<'streamTestChat'> = async (deps, call) => {
  const { store, path, body, signedIn } = call;
  await admit(deps.rateLimiter, limitOf.testMessage(signedIn.user.id));
  return streamTest(deps, call.response, {
    storeId: store.id,
    agentId: path.agent_id,
    message: body.message,
    conversationId: body.conversation_id,
    visitor: null,
    channel: 'api',
    chatbotId: null,
    isTest: true,
    ...(body.draft && { draft: withDefaults(body.draft) }),
  });
};

/** A message from the preview of a chatbot, which gets what a visitor would (decision 0044). */
export const streamPreviewChat: Handler<'streamPreviewChat'> = async (deps, { request, response, body }) => {
  const token = bearerToken(request);
  const preview = token && (await findPreview(deps, token, request.get('Origin')));
  if (!preview) throw unauthorized('the preview token is invalid or expired');
  const { chatbot, userId } = preview;
  await admit(deps.rateLimiter, limitOf.testMessage(userId));
  return streamTest(deps, response, {
    storeId: chatbot.store_id,
    agentId: chatbot.agent_id,
    message: body.message,
    conversationId: body.conversation_id,
    visitor: { id: userId, imageHosts: chatbot.image_hosts },
    channel: 'widget',
    chatbotId: chatbot.id,
    isTest: true,
  });
};

/** Streams a reply as the API does. What fails before the first byte is thrown, so that the response is JSON. */
async function streamTest(deps: Deps, response: Response, request: ReplyRequest): Promise<undefined> {
  const runtime = { ...deps.chat, log: response.locals.log };
  const { conversationId, signal, events } = await startReply(runtime, request, abortSignalOf(response));
  response.set('X-Conversation-Id', conversationId);
  const checked = deps.config.validateResponses ? validateEvents(events) : events;
  await sendEvents(response, checked, { signal, limits: deps.chat.limits });
  return undefined;
}
