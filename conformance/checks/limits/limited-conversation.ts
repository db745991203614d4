import type { CheckContext } from '../../check.ts';
import { describeResponse } from '../../client/describe-exchange.ts';
import type { ChatRequest } from '../../exchange.ts';
import { agentIdsOf } from '../listed-agents.ts';
import { readReply } from '../chat-stream/read-stream.ts';
import { chatPath, sendMessage, verifyFollowUp } from '../chat-stream/send-message.ts';
import { sender } from './limited-requests.ts';

type Conversation = Required<Pick<ChatRequest, 'agent_id' | 'conversation_id'>>;

/** Begins a conversation of the limited store; undefined where it has no agent, or no reply of one. */
export async function beginAtLimited(context: CheckContext): Promise<Conversation | undefined> {
  const { client, target } = context;
  const known = target.stores.limited?.agentId;
  const agent_id = known ?? agentIdsOf(await client.contract.listAgents({ store: 'limited' }))[0];
  if (agent_id !== undefined) {
    const body = { agent_id, message: 'I am looking for a rain jacket.' };
    const exchange = await sendMessage(context, body, 'limited');
    const conversation_id = exchange.status === 200 ? readReply(exchange).conversationId : undefined;
    if (conversation_id !== undefined) return { agent_id, conversation_id };
  }
  context.untested('the limited store has no conversation to go on with', 'R-4.1-10');
  return undefined;
}

/** Verifies that a follow-up which was 429 leaves its conversation as it was. Source 4.1 and 8. */
export async function verifyGoesOn(context: CheckContext, conversation: Conversation): Promise<void> {
  const word = `kx${Math.abs(context.seed).toString(36)}qz`;
  const json = { ...conversation, message: `Remember this word: ${word}` };
  const rejected = await sender(context, { method: 'POST', path: chatPath, json })();
  if (rejected.status !== 429) return;
  const body = { ...conversation, message: 'Please repeat what I have written so far.' };
  const exchange = await sendMessage(context, body, 'limited');
  // What limits say of a client that comes back is the matter of other checks.
  if (exchange.status === 429) return;
  context.report(verifyFollowUp(exchange, 'a follow-up after one that was 429'));
  if (!exchange.text.includes(word)) return;
  const expected = 'a message that was 429 not delivered to the agent';
  context.report({ requirement: 'R-8-06', expected, actual: describeResponse(exchange) }, exchange);
}
