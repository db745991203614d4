import type { Check, CheckContext } from '../../check.ts';
import type { ChatRequest } from '../../exchange.ts';
import { readReply } from '../../model/read-stream.ts';
import { sendMessage, verifyFollowUp } from './send-message.ts';
import { describeResponse } from '../../client/describe-exchange.ts';

// More than the connections of a usual pool of a database, which a reply may hold for as long as it lasts.
const chats = 12;
const few = 5;
const repeating = 4;
const repeats = ['Please repeat every word that I wrote.', 'And once more, all of it?'];

/** One of the conversations, with a word that no model writes unless it is in the conversation. */
interface Thread {
  readonly agentId: string;
  readonly word: string;
  readonly id?: string;
}

async function agentsOf({ fixtures }: CheckContext): Promise<readonly string[]> {
  const given = await fixtures.agentId();
  return [given, (await fixtures.twinId()) ?? given];
}

/** Sends one message of each thread at once. The model finds the words of another one in a reply. */
async function sendAll(
  context: CheckContext,
  threads: readonly Thread[],
  messageOf: (thread: Thread) => string,
): Promise<readonly Thread[]> {
  const send = async (thread: Thread): Promise<Thread> => {
    const { agentId: agent_id, id } = thread;
    const body: ChatRequest = { agent_id, message: messageOf(thread) };
    const exchange = await sendMessage(context, id === undefined ? body : { ...body, conversation_id: id });
    if (id !== undefined)
      context.report(verifyFollowUp(exchange, `one of ${threads.length} follow-ups at once`));
    else if (exchange.status !== 200) {
      const expected = `a reply to each of ${threads.length} messages at once`;
      context.report({ requirement: 'R-4.1-16', expected, actual: describeResponse(exchange) }, exchange);
    }
    if (exchange.status !== 200) return thread;
    const started = id ?? readReply(exchange).conversationId;
    return started === undefined ? thread : { ...thread, id: started };
  };
  return Promise.all(threads.map(send));
}

// Like the name of a product, so that tools are called with it, too.
const searchFor = ({ word }: Thread): string => `${word}: do you have that in blue?`;

/** Source 2.4 and 4.1: conversations at the same time do not mix. */
export const severalAtOnce: Check = {
  id: 'chat-stream/several-at-once',
  title: 'Conversations at once, follow-ups interleaved, keep their ids and their words to themselves',
  requirements: ['R-2.4-01', 'R-4.1-06', 'R-4.1-10', 'R-4.1-16', 'R-4.1-18', 'R-4.1-19', 'R-6-09', 'R-6-10'],
  profile: 'full',
  cost: {
    requests: chats + repeating * repeats.length + 2,
    messages: chats + repeating * repeats.length + 1,
    agents: 0,
  },
  fullCost: { requests: few + 2 * repeats.length + 2, messages: few + 2 * repeats.length + 1, agents: 0 },
  run: async (context) => {
    const agents = await agentsOf(context);
    const all: readonly Thread[] = Array.from({ length: chats }, (_, index) => ({
      agentId: agents[index % agents.length] ?? '',
      word: `zq${context.seed.toString(36)}${'abcdefghijkl'[index]}xk`,
    }));
    const threads = await sendAll(context, context.some(all, few), searchFor);
    let repeated: readonly Thread[] = context.some(threads.slice(0, repeating), 2);
    for (const message of repeats) repeated = await sendAll(context, repeated.toReversed(), () => message);
    const [agent_id = ''] = agents;
    await sendMessage(context, { agent_id, message: 'Which words did I write before?' });
  },
};
