import type { Deployment, JsonObject } from '../server/deployment.ts';
import { admitByFixedWindow } from '../server/limits.ts';
import { continueOrStart } from '../server/operations.ts';
import { eventsWithoutTools } from '../server/replying.ts';
import { textReply, without } from '../server/replies.ts';
import { maximal } from './maximal.ts';

const shortScript = 'document.currentScript.dataset.chatbotId&&fetch("/api/widget/config")';

function withoutSubtitle(chatbot: JsonObject): JsonObject {
  return { ...chatbot, config: without(chatbot['config'] as JsonObject, 'subtitle') };
}

/** Offers what is stated and nothing else: no MCP, no tools, no optional field, short error texts. */
export const minimal: Deployment = {
  ...maximal,
  name: 'minimal',
  plainHttp: { type: 'not-http' },
  mcpPath: undefined,
  admit: admitByFixedWindow,
  newId: (_kind, count) => String(count),
  showListed: (agents) => agents,
  showChatbot: withoutSubtitle,
  findConversation: continueOrStart,
  eventsOf: eventsWithoutTools,
  embed: () => textReply(200, 'application/javascript', shortScript),
  refuse: (status, _message, headers) => maximal.refuse(status, 'no', headers),
};
