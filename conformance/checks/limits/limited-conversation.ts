import type { CheckContext } from '../../check.ts';
import { describeResponse } from '../../client/describe-exchange.ts';
import type { ApiRequest, Exchange } from '../../exchange.ts';
import { readReply } from '../chat-stream/read-stream.ts';
import { chatPath, verifyFollowUp } from '../chat-stream/send-message.ts';
import { messageTo, sender } from './limited-requests.ts';

/** A conversation of the limited store, which begins beside its first requests of a minute. */
export interface LimitedConversation {
  /** The same function; after its first response it sends the message that begins the conversation, once. */
  readonly beganBy: (send: () => Promise<Exchange>) => () => Promise<Exchange>;
  /** How many requests were admitted beside those of `send`: 1 or 0. */
  readonly admitted: () => Promise<number>;
  /** A follow-up to be sent at the limit; undefined where no conversation began. */
  readonly followUp: () => Promise<ApiRequest | undefined>;
  /** Verifies that a follow-up which was 429 leaves its conversation as it was. Source 4.1 and 8. */
  readonly verifyGoesOn: () => Promise<void>;
}

/** `agent` returns the id of an agent of the limited store as soon as it is known. */
export function limitedConversation(
  context: CheckContext,
  agent: () => string | undefined,
): LimitedConversation {
  const word = `kx${Math.abs(context.seed).toString(36)}qz`;
  let beginning: Promise<Exchange> | undefined;

  async function conversation() {
    const exchange = await beginning;
    const conversation_id = exchange?.status === 200 ? readReply(exchange).conversationId : undefined;
    const agent_id = agent();
    if (agent_id === undefined || conversation_id === undefined) return undefined;
    return { agent_id, conversation_id };
  }

  return {
    beganBy: (send) => async () => {
      const exchange = await send();
      const id = agent();
      if (id !== undefined) beginning ??= sender(context, messageTo(id))();
      return exchange;
    },
    admitted: async () => ((await beginning)?.status === 200 ? 1 : 0),
    followUp: async () => {
      const known = await conversation();
      const json = { ...known, message: `Remember this word: ${word}` };
      return known && { method: 'POST', path: chatPath, json };
    },
    verifyGoesOn: async () => {
      const known = await conversation();
      if (known === undefined)
        return context.untested('no conversation of the limited store began', 'R-4.1-10');
      const json = { ...known, message: 'Please repeat what I have written so far.' };
      const exchange = await sender(context, { method: 'POST', path: chatPath, json })();
      // Other checks verify when a client that waited is admitted.
      if (exchange.status === 429) return;
      context.report(verifyFollowUp(exchange, 'a follow-up after one that was 429'));
      if (!exchange.text.includes(word)) return;
      const expected = 'a message that was 429 not delivered to the agent';
      context.report({ requirement: 'R-8-06', expected, actual: describeResponse(exchange) }, exchange);
    },
  };
}
