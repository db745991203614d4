import type { Call, Conversation, JsonObject, OperationName, Reply } from './deployment.ts';
import { jsonReply } from './replies.ts';

/** Source 4.2: every agent of the store. */
export function listAgents(call: Call): Reply {
  return jsonReply(200, { agents: call.deployment.showListed(call.store.agents, call) });
}

/** Source 4.3: 400 for a broken body, 403 beyond the plan's agent limit, else the agent with its defaults. */
export function createAgent(call: Call): Reply {
  const { deployment, store, body } = call;
  const problem = deployment.problemOfCreate(body);
  if (problem !== undefined) return deployment.refuse(400, problem);
  if (store.agents.length >= store.agentLimit) return deployment.refuse(403, 'the plan has no agent left');
  const agent = deployment.newAgent(body as JsonObject, call);
  store.agents.push(agent);
  return jsonReply(201, deployment.showCreated(agent, call));
}

function startConversation(agent: JsonObject, call: Call): Conversation {
  const id = call.deployment.newId('conversation', call.world.count('conversation'));
  const conversation: Conversation = { id, agentId: String(agent['id']), messages: [] };
  call.store.conversations.set(id, conversation);
  return conversation;
}

/** An unknown conversation is refused, and so is one of another agent. */
export function continueOrRefuse(id: unknown, agent: JsonObject, call: Call): Conversation | undefined {
  if (id === undefined) return startConversation(agent, call);
  const known = call.store.conversations.get(String(id));
  return known?.agentId === agent['id'] ? known : undefined;
}

/** An unknown conversation is a new one, with an id of its own. */
export function continueOrStart(id: unknown, agent: JsonObject, call: Call): Conversation {
  return continueOrRefuse(id, agent, call) ?? startConversation(agent, call);
}

/** Source 4.1, as a stream whatever `stream` says. */
export function streamAgentChat(call: Call): Reply {
  const { deployment } = call;
  const problem = deployment.problemOfChat(call.body);
  if (problem !== undefined) return deployment.refuse(400, problem);
  const input = call.body as JsonObject;
  const agent = deployment.findAgent(input['agent_id'], call);
  if (agent === undefined) return deployment.refuse(404, 'no such agent');
  const conversation = deployment.findConversation(input['conversation_id'], agent, call);
  if (conversation === undefined) return deployment.refuse(404, 'no such conversation');
  const turn = { call, agent, conversation, message: String(input['message']) };
  const events = deployment.eventsOf(turn);
  conversation.messages.push(turn.message);
  return {
    status: 200,
    headers: { 'content-type': 'text/event-stream', 'cache-control': 'no-store' },
    frames: deployment.framesOf(events, turn),
  };
}

/** Source 4.4. */
export function getWidgetConfig(call: Call): Reply {
  const { deployment } = call;
  const id = call.incoming.query.get('chatbot_id');
  if (id === null || id === '') return deployment.refuse(400, 'chatbot_id is missing');
  const chatbot = deployment.findChatbot(id, call);
  return chatbot === undefined
    ? deployment.refuse(404, 'no such chatbot')
    : jsonReply(200, deployment.showChatbot(chatbot, call));
}

export const operations: Readonly<Record<OperationName, (call: Call) => Reply>> = {
  listAgents,
  createAgent,
  streamAgentChat,
  getWidgetConfig,
};
