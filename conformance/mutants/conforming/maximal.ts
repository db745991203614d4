import type { Call, Deployment, JsonObject } from '../server/deployment.ts';
import { identifyByBearer, identifyByQuery } from '../server/authentication.ts';
import { admitByLog, retryAfterSeconds } from '../server/limits.ts';
import { answerMcp } from '../server/mcp.ts';
import { continueOrRefuse, operations } from '../server/operations.ts';
import { encodePlainly, eventsWithConfiguredTools, framesInOrder } from '../server/replying.ts';
import { jsonReply, textReply } from '../server/replies.ts';
import { lenient, problemOfChat, problemOfCreate, withDefaults } from '../server/validation.ts';

export const embedSource = `(() => {
  const script = document.currentScript;
  const chatbot = script.getAttribute('data-chatbot-id');
  fetch(new URL('/api/widget/config?chatbot_id=' + encodeURIComponent(chatbot), script.src))
    .then((response) => response.json())
    .then(({ config }) => {
      const bubble = document.createElement('button');
      bubble.textContent = config.title;
      bubble.style.background = config.theme.primary_color;
      document.body.append(bubble);
    });
})();
`;

function newAgent(input: JsonObject, call: Call): JsonObject {
  const { deployment, world } = call;
  const at = deployment.timestamp(world.now());
  return {
    ...input,
    id: deployment.newId('agent', world.count('agent')),
    config: withDefaults(input['config'] as JsonObject),
    created_at: at,
    updated_at: at,
  };
}

/** Offers everything that the source names, in the plainest form. */
export const maximal: Deployment = {
  name: 'maximal',
  plainHttp: {
    type: 'answer',
    reply: () => jsonReply(403, { error: 'HTTPS only', status: 403 }),
  },
  mcpPath: '/mcp',
  mcpToolNames: ['list_agents', 'ask_agent'],
  embedPath: '/embed/chatbot.js',
  identify: identifyByBearer,
  identifyMcp: identifyByQuery,
  refuseMcp: () => jsonReply(401, { error: 'the API key is missing or unknown', status: 401 }),
  mcp: answerMcp,
  counts: () => true,
  admit: admitByLog((call) => call.store.requestsPerMinute),
  retryAfter: retryAfterSeconds,
  problemOfCreate: problemOfCreate(lenient),
  problemOfChat: problemOfChat(lenient),
  newId: (kind, count) => `${kind === 'agent' ? 'agt' : 'cnv'}_7Qx2Lm${count.toString().padStart(6, '0')}`,
  timestamp: (milliseconds) => new Date(milliseconds).toISOString(),
  newAgent,
  showCreated: (agent) => agent,
  showListed: (agents) => agents.map((agent) => ({ ...agent, status: 'active' })),
  showChatbot: (chatbot) => chatbot,
  findAgent: (id, call) => call.store.agents.find((agent) => agent['id'] === id),
  findChatbot: (id, call) => call.store.chatbots.find((chatbot) => chatbot['chatbot_id'] === id),
  findConversation: continueOrRefuse,
  eventsOf: eventsWithConfiguredTools,
  encodeEvent: encodePlainly,
  framesOf: framesInOrder,
  operations,
  embed: () => textReply(200, 'text/javascript; charset=utf-8', embedSource),
  refuse: (status, error, headers) => jsonReply(status, { error, status }, headers),
  finish: (reply) => reply,
};
