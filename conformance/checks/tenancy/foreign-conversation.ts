import { unexpected } from '../../model/verify-error.ts';
import type { Check, CheckContext } from '../../check.ts';
import { readReply, type StreamedReply } from '../../model/read-stream.ts';
import { expectCompleteReply, sendMessage } from '../chat-stream/send-message.ts';
import { nearId } from '../near-miss/near-ids.ts';

/** A word that no model writes unless it is in the conversation; another one for another letter. */
function secretWord(seed: number, letter = ''): string {
  return `zq${Math.abs(seed).toString(36)}${letter}xk`;
}

async function askAsSecond(
  context: CheckContext,
  agent: string,
  conversation?: string,
): Promise<StreamedReply> {
  // The log of responses finds the word in a reply to the store that it is not of.
  const message = `Mine is ${secretWord(context.seed, 'v')}. What was the word that I told you?`;
  const body = { agent_id: agent, message };
  const full = conversation === undefined ? body : { ...body, conversation_id: conversation };
  return readReply(await sendMessage(context, full, 'second'));
}

function reportLeak(context: CheckContext, reply: StreamedReply, secret: string, where: string): void {
  if (!reply.exchange.text.includes(secret)) return;
  const actual = `the word ${secret} of a conversation of the first store`;
  const expected = ['reply-without-foreign-words', where] as const;
  context.report({ requirement: 'R-5-14', expected, actual }, reply.exchange);
}

/** The agent of another store is not found, also where a conversation of the own one is continued. */
async function verifyForeignAgent(
  context: CheckContext,
  [own, foreign]: readonly [own: string, foreign: string],
  conversation: string | undefined,
): Promise<void> {
  // Stores may number their agents.
  if (conversation === undefined || own === foreign || /^\d+$/.test(foreign)) return;
  const { exchange } = await askAsSecond(context, foreign, conversation);
  if (exchange.status >= 300) return;
  context.report(unexpected('R-5-14', 'no-reply-for-foreign-agent', exchange));
}

/** The store that began a conversation still has it, after another one named it. */
async function verifyOwner(context: CheckContext, agent_id: string, conversation_id: string): Promise<void> {
  const body = { agent_id, message: 'Thank you.', conversation_id };
  const exchange = await sendMessage(context, body);
  // A reply that failed has no conversation_id.
  const { conversationId = conversation_id } = readReply(exchange);
  if (exchange.status === 200 && conversationId === conversation_id) return;
  context.report(unexpected('R-5-14', 'conversation-stays-with-owner', exchange));
}

/** Source 5.9: a key gives no access to the conversations of another store. */
export const foreignConversation: Check = {
  id: 'tenancy/foreign-conversation',
  title:
    'A conversation of another store is neither continued nor disclosed, nor taken from it, nor continued with its agent',
  requirements: ['R-5-14'],
  profile: 'full',
  needs: ['second-store', 'agent', 'second-agent'],
  run: async (context) => {
    const secret = secretWord(context.seed);
    const ownAgent = await context.fixtures.agentId('main');
    const first = await expectCompleteReply(context, {
      agent_id: ownAgent,
      message: `Remember this word: ${secret}`,
    });
    if (first === undefined) return;
    const agent = await context.fixtures.agentId('second');
    const fresh = await askAsSecond(context, agent);
    reportLeak(context, fresh, secret, 'in a new conversation');
    await verifyForeignAgent(context, [agent, ownAgent], fresh.conversationId);
    const foreign = await askAsSecond(context, agent, first.conversationId);
    reportLeak(context, foreign, secret, "that names another store's conversation");
    await verifyOwner(context, ownAgent, first.conversationId);
    if (foreign.conversationId !== first.conversationId) return;
    // A server that lets clients choose ids returns every id sent: the finding needs an invented id that is not returned.
    const made = nearId(first.conversationId, new Set([first.conversationId]));
    const control = await askAsSecond(context, agent, made);
    if (control.conversationId === made) return;
    const actual = `conversation_id ${JSON.stringify(first.conversationId)}, which the first store began`;
    const expected = 'foreign-conversation-not-continued';
    context.report({ requirement: 'R-5-14', expected, actual }, foreign.exchange);
  },
};
