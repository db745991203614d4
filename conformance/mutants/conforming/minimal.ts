import type { Deployment, JsonObject } from '../server/deployment.ts';
import { admitByFixedWindow } from '../server/limits.ts';
import { continueOrStart } from '../server/operations.ts';
import { eventsWithoutTools } from '../server/chat-reply.ts';
import { textResponse, without } from '../server/responses.ts';
import { maximal } from './maximal.ts';

const shortScript = 'document.currentScript.dataset.chatbotId&&fetch("/api/widget/config")';

function withoutSubtitle(chatbot: JsonObject): JsonObject {
  return { ...chatbot, config: without(chatbot['config'] as JsonObject, 'subtitle') };
}

/** Only what is stated: no MCP, no tools, no optional fields, short error messages. */
export const minimal: Deployment = {
  ...maximal,
  name: 'minimal',
  plainHttp: { type: 'tls-only' },
  mcpPath: undefined,
  admit: admitByFixedWindow,
  newId: (_kind, count) => String(count),
  showListed: (agents) => agents,
  showChatbot: withoutSubtitle,
  findConversation: continueOrStart,
  eventsOf: eventsWithoutTools,
  embed: () => textResponse(200, 'application/javascript', shortScript),
  errorResponse: (status, _message, headers) => maximal.errorResponse(status, 'no', headers),
};
