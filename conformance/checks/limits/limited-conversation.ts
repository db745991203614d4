import type { CheckContext } from '../../check.ts';
import { describeResponse } from '../../client/describe-exchange.ts';
import type { ApiRequest, ChatRequest, Exchange } from '../../exchange.ts';
import { readReply } from '../../model/read-stream.ts';
import { chatPath, sendMessage, verifyFollowUp } from '../chat-stream/send-message.ts';

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
  const expected = 'a message that was 429 not delivered to the agent';
  context.report({ requirement: 'R-8-06', expected, actual: describeResponse(exchange) }, exchange);
}
