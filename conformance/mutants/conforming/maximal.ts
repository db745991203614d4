import type { Call, Deployment, JsonObject } from '../server/deployment.ts';
import { identifyByBearer, identifyByQuery } from '../server/server-state.ts';
import { admitByLog, retryAfterSeconds } from '../server/limits.ts';
import { handleMcp } from '../server/mcp.ts';
import { readStrictly } from '../server/read-json.ts';
import { continueOrReject, operations } from '../server/operations.ts';
import { encodeAsData, eventsWithConfiguredTools, framesInOrder } from '../server/chat-reply.ts';
import { jsonResponse, textResponse } from '../server/responses.ts';
import { lenient, validateChat, validateCreate, withDefaults } from '../server/validation.ts';

export const embedSource = `(() => {
  const script = document.currentScript;
  const chatbot = script.getAttribute('data-chatbot-id');
  const address = new URL('/api/widget/config?chatbot_id=' + encodeURIComponent(chatbot), script.src);
  fetch(address, { headers: { Authorization: 'Bearer visitor' } })
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
  const { deployment, state } = call;
  const at = deployment.timestamp(state.now());
  return {
    ...input,
    id: deployment.newId('agent', state.nextNumber('agent')),
    config: withDefaults(input['config'] as JsonObject),
    created_at: at,
    updated_at: at,
  };
}

/** Everything that the source names, in its simplest form. */
export const maximal: Deployment = {
  name: 'maximal',
  plainHttp: {
    type: 'fixed',
    respond: () => jsonResponse(403, { error: 'HTTPS only', status: 403 }),
  },
  mcpPath: '/mcp',
  mcpToolNames: ['list_agents', 'ask_agent'],
  embedPath: '/embed/chatbot.js',
  identify: identifyByBearer,
  identifyMcp: identifyByQuery,
  rejectMcp: () => jsonResponse(401, { error: 'the API key is missing or unknown', status: 401 }),
  mcp: handleMcp,
  readJson: ({ body }) => readStrictly(body),
  counts: () => true,
  admit: admitByLog((call) => call.store.requestsPerMinute),
  retryAfter: retryAfterSeconds,
  validateCreate: validateCreate(lenient),
  validateChat: validateChat(lenient),
  newId: (kind, count) => `${kind === 'agent' ? 'agt' : 'cnv'}_7Qx2Lm${count.toString().padStart(6, '0')}`,
  timestamp: (milliseconds) => new Date(milliseconds).toISOString(),
  newAgent,
  showCreated: (agent) => agent,
  showListed: (agents) => agents.map((agent) => ({ ...agent, status: 'active' })),
  showChatbot: (chatbot) => chatbot,
  findAgent: (id, call) => call.store.agents.find((agent) => agent['id'] === id),
  findChatbot: (id, call) => call.store.chatbots.find((chatbot) => chatbot['chatbot_id'] === id),
  findConversation: continueOrReject,
  eventsOf: eventsWithConfiguredTools,
  eventsOfFailure: () => [{ type: 'error', error: 'the model failed', status: 500 }],
  encodeEvent: encodeAsData,
  framesOf: framesInOrder,
  operations,
  embed: () => textResponse(200, 'text/javascript; charset=utf-8', embedSource),
  errorResponse: (status, error, headers) => jsonResponse(status, { error, status }, headers),
  finish: (response) => response,
};
