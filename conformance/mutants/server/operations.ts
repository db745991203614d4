import type { Call, Conversation, HttpResponse, JsonObject, OperationName } from './deployment.ts';
import { jsonResponse } from './responses.ts';

/** Source 4.2: every agent of the store. */
function listAgents(call: Call): HttpResponse {
  return jsonResponse(200, { agents: call.deployment.showListed(call.store.agents, call) });
}

/** Source 4.3: the agent with its defaults; 400 for an invalid body, 403 beyond the plan's agent limit. */
function createAgent(call: Call): HttpResponse {
  const { deployment, store, body } = call;
  const problem = deployment.validateCreate(body);
  if (problem !== undefined) return deployment.errorResponse(400, problem);
  if (store.agents.length >= store.agentLimit)
    return deployment.errorResponse(403, 'the agent limit of the plan is reached');
  const agent = deployment.newAgent(body as JsonObject, call);
  store.agents.push(agent);
  return jsonResponse(201, deployment.showCreated(agent, call));
}

function startConversation(agent: JsonObject, call: Call): Conversation {
  const id = call.deployment.newId('conversation', call.state.nextNumber('conversation'));
  const conversation: Conversation = { id, agentId: String(agent['id']), messages: [] };
  call.store.conversations.set(id, conversation);
  return conversation;
}

/** Undefined for an unknown conversation and for one of another agent. */
export function continueOrReject(id: unknown, agent: JsonObject, call: Call): Conversation | undefined {
  if (id === undefined) return startConversation(agent, call);
  const known = call.store.conversations.get(String(id));
  return known?.agentId === agent['id'] ? known : undefined;
}

/** Starts a new conversation in place of an unknown one. */
export function continueOrStart(id: unknown, agent: JsonObject, call: Call): Conversation {
  return continueOrReject(id, agent, call) ?? startConversation(agent, call);
}

export const failingAgentName = 'Agent of a failing model';

/** Source 4.1. Always a stream; `stream` is ignored. */
function streamAgentChat(call: Call): HttpResponse {
  const { deployment } = call;
  const problem = deployment.validateChat(call.body);
  if (problem !== undefined) return deployment.errorResponse(400, problem);
  const input = call.body as JsonObject;
  const agent = deployment.findAgent(input['agent_id'], call);
  if (agent === undefined) return deployment.errorResponse(404, 'no such agent');
  const conversation = deployment.findConversation(input['conversation_id'], agent, call);
  if (conversation === undefined) return deployment.errorResponse(404, 'no such conversation');
  const turn = { call, agent, conversation, message: String(input['message']) };
  const fails = agent['name'] === failingAgentName;
  const events = fails ? deployment.eventsOfFailure(turn) : deployment.eventsOf(turn);
  conversation.messages.push(turn.message);
  return {
    status: 200,
    headers: { 'content-type': 'text/event-stream', 'cache-control': 'no-store' },
    frames: deployment.framesOf(events, turn),
  };
}

/** Source 4.4. */
function getWidgetConfig(call: Call): HttpResponse {
  const { deployment } = call;
  const id = call.request.query.get('chatbot_id');
  if (id === null || id === '') return deployment.errorResponse(400, 'chatbot_id is missing');
  const chatbot = deployment.findChatbot(id, call);
  return chatbot === undefined
    ? deployment.errorResponse(404, 'no such chatbot')
    : jsonResponse(200, deployment.showChatbot(chatbot, call));
}

export const operations: Readonly<Record<OperationName, (call: Call) => HttpResponse>> = {
  listAgents,
  createAgent,
  streamAgentChat,
  getWidgetConfig,
};
