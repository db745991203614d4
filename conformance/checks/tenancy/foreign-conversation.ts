import type { Check, CheckContext } from '../../check.ts';
import { readReply, type StreamedReply } from '../chat-stream/read-stream.ts';
import { sendMessage, talkToEnd } from '../chat-stream/send-message.ts';
import { nearId } from '../near-id.ts';

/** A word that no model says unless it was told. */
function secretWord(seed: number): string {
  return `zq${Math.abs(seed).toString(36)}xk`;
}

async function askAsSecond(
  context: CheckContext,
  agent: string,
  conversation?: string,
): Promise<StreamedReply> {
  const body = { agent_id: agent, message: 'What was the word that I told you?' };
  const full = conversation === undefined ? body : { ...body, conversation_id: conversation };
  return readReply(await sendMessage(context, full, 'second'));
}

function tellLeak(context: CheckContext, reply: StreamedReply, secret: string, where: string): void {
  if (!reply.exchange.text.includes(secret)) return;
  const actual = `the word ${secret} of a conversation of the first store`;
  context.breach(
    { requirement: 'R-5-09', expected: `a reply ${where} without words of another store`, actual },
    reply.exchange,
  );
}

async function run(context: CheckContext): Promise<void> {
  const secret = secretWord(context.seed);
  const ownAgent = await context.fixtures.agentId('main');
  const first = await talkToEnd(context, { agent_id: ownAgent, message: `Remember this word: ${secret}` });
  if (first === undefined) return;
  const agent = await context.fixtures.agentId('second');
  const fresh = await askAsSecond(context, agent);
  tellLeak(context, fresh, secret, 'in a new conversation');
  const foreign = await askAsSecond(context, agent, first.conversationId);
  tellLeak(context, foreign, secret, "that names another store's conversation");
  if (foreign.conversationId !== first.conversationId) return;
  // A server that lets clients choose ids answers any id with itself; only then is the same id no sign of access.
  const made = nearId(first.conversationId, new Set([first.conversationId]));
  const control = await askAsSecond(context, agent, made);
  if (control.conversationId === made) return;
  const actual = `conversation_id ${JSON.stringify(first.conversationId)}, which the first store began`;
  context.breach(
    { requirement: 'R-5-09', expected: 'a refusal, or a new conversation', actual },
    foreign.exchange,
  );
}

/** Source 5.9: a key gives no access to the conversations of another store. */
export const foreignConversation: Check = {
  id: 'tenancy/foreign-conversation',
  title: 'A conversation of another store is neither continued nor told',
  requirements: ['R-5-09'],
  level: 'stated',
  profile: 'full',
  lane: 'main',
  cost: { requests: 6, messages: 4, agents: 0 },
  needs: ['second-store', 'agent', 'second-agent'],
  writes: true,
  run,
};
