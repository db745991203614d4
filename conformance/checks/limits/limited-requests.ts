import { unexpected } from '../../model/verify-error.ts';
import { Untested, type CheckContext } from '../../check.ts';
import {
  isObject,
  type AgentCreate,
  type ApiRequest,
  type Exchange,
  type StoreName,
  type ChatRequest,
} from '../../exchange.ts';
import { chatPath, sendMessage, verifyFollowUp } from '../chat-stream/send-message.ts';
import { providers } from '../../model/agent-fields.ts';
import { agentIdsOf } from '../../model/listed-agents.ts';
import { readReply } from '../../model/read-stream.ts';

export const listRequest: ApiRequest = { method: 'GET', path: '/api/agents' };

/** Rejected with 400 where the limit admits it. */
export const invalidCreate: ApiRequest = { method: 'POST', path: '/api/agents', json: {} };

export function messageTo(agent: string): ApiRequest {
  return { method: 'POST', path: chatPath, json: { agent_id: agent, message: 'Hello' } };
}

/** A function that sends a request with the key of a store, over the connection of a name, without waiting for its limit. */
export function sender(
  { client }: CheckContext,
  request: ApiRequest,
  store: StoreName = 'limited',
): (connection?: string) => Promise<Exchange> {
  return (connection) =>
    client.send({
      ...request,
      credential: { type: 'store', store },
      raw: true,
      ...(connection !== undefined && { connection }),
    });
}

/** Sends the list, and keeps the first agent of its responses: that saves requests of the limit. */
export function listSender(context: CheckContext) {
  let seen: string | undefined = context.target.stores.limited?.agentId;
  const once = sender(context, listRequest);
  const send = async (connection?: string): Promise<Exchange> => {
    const exchange = await once(connection);
    seen ??= agentIdsOf(exchange)[0];
    return exchange;
  };
  return { send, agent: () => seen };
}

const types = ['product_recommendation', 'customer_support'] as const;

/** Which agent of a limited store: its name, and the number that its type, provider and optional fields follow from. */
export interface LimitedKind {
  readonly name?: string;
  readonly index?: number;
}

/**
 * The body of every create in a limited store: agents of each type and provider count, with a description and tools or
 * without, also of one name, whichever check creates them.
 */
export async function limitedCreate(
  { fixtures }: CheckContext,
  { name = 'Agent of a full store', index = 0 }: LimitedKind = {},
): Promise<AgentCreate> {
  const { description, config, ...create } = await fixtures.acceptedCreate();
  const { mcp_capabilities, ...plain } = config;
  const hasDescription = description !== undefined && index % 2 === 0;
  const hasTools = mcp_capabilities !== undefined && index % 2 === 0;
  return {
    ...create,
    ...(hasDescription && { description }),
    name,
    type: types[index % types.length] ?? create.type,
    config: {
      ...plain,
      model_provider: providers[index % providers.length] ?? config.model_provider,
      ...(hasTools && { mcp_capabilities }),
    },
  };
}

/** Creates an agent for messages in a limited store that has none. */
export async function createLimitedAgent(context: CheckContext): Promise<string> {
  const body = await limitedCreate(context);
  const { json: agent } = await context.client.contract.createAgent(body, { store: 'limited' });
  const id = isObject(agent) ? agent['id'] : undefined;
  if (typeof id === 'string') return id;
  throw new Untested('lists are not counted, and the limited store has no agent to message');
}

/** A conversation of the limited store. */
export type Conversation = Required<Pick<ChatRequest, 'agent_id' | 'conversation_id'>>;

/** A message to an agent, with its response. */
export interface SentMessage {
  readonly agentId: string;
  readonly exchange: Exchange;
}

/** The conversation that a message began; undefined where it has no complete reply. */
export function conversationOf({ agentId, exchange }: SentMessage): Conversation | undefined {
  const conversation_id = exchange.status === 200 ? readReply(exchange).conversationId : undefined;
  return conversation_id === undefined ? undefined : { agent_id: agentId, conversation_id };
}

function wordOf({ seed }: CheckContext): string {
  return `kx${Math.abs(seed).toString(36)}qz`;
}

/** A follow-up with a word of its own, for a store at its limit. */
export function followUp(context: CheckContext, conversation: Conversation): ApiRequest {
  const json = { ...conversation, message: `Remember this word: ${wordOf(context)}` };
  return { method: 'POST', path: chatPath, json };
}

/** Verifies that a follow-up which was 429 leaves its conversation as it was, after the wait. Source 4.1 and 8. */
export async function verifyGoesOn(context: CheckContext, conversation: Conversation): Promise<void> {
  const body = { ...conversation, message: 'Please repeat what I have written so far.' };
  const exchange = await sendMessage(context, body, 'limited');
  context.report(verifyFollowUp(exchange, 'a follow-up after one that was 429'));
  if (!readReply(exchange).text.includes(wordOf(context))) return;
  context.report(unexpected('R-8-06', 'limited-message-not-delivered', exchange));
}
