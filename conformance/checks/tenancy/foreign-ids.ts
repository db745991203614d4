import { Untested, type Check, type CheckContext } from '../../check.ts';
import type { Exchange } from '../../client/exchange.ts';
import type { RequirementId } from '../../../generated/requirements.ts';
import { sendMessage } from '../chat-stream/send-message.ts';
import { judgeRefusal } from '../errors/judge-error.ts';
import { nearId } from '../near-id.ts';
import { readWidget } from '../widget/read-widget.ts';

/** What belongs to another store is not found; getting it is a leak, and any other refusal the wrong status. */
function judgeForeign(context: CheckContext, exchange: Exchange, notFound: RequirementId): void {
  const requirement = exchange.status < 300 ? 'R-5-09' : notFound;
  for (const found of judgeRefusal(exchange, requirement, 404)) {
    context.breach({ ...found, expected: `${found.expected}, as it belongs to another store` }, exchange);
  }
}

async function refuseForeignAgent(context: CheckContext): Promise<void> {
  const agent = await context.fixtures.agentId('main');
  const message = 'Which orders are open?';
  judgeForeign(context, await sendMessage(context, { agent_id: agent, message }, 'second'), 'R-7-03');
  const foreign = context.target.stores.second?.agentId;
  if (foreign === undefined) return;
  judgeForeign(context, await sendMessage(context, { agent_id: foreign, message }, 'main'), 'R-7-03');
}

/** Source 5.9: a key gives no access to the agents of another store. */
export const foreignAgent: Check = {
  id: 'tenancy/foreign-agent',
  title: 'A message to an agent of another store is 404',
  requirements: ['R-5-09', 'R-7-03'],
  level: 'stated',
  profile: 'core',
  lane: 'main',
  cost: { requests: 3, messages: 0, agents: 0 },
  needs: ['second-store', 'agent'],
  writes: true,
  run: refuseForeignAgent,
};

async function refuseForeignChatbot(context: CheckContext): Promise<void> {
  const { main, second } = context.target.stores;
  if (main.chatbotId === undefined) throw new Untested('no chatbot is known: name one by --chatbot-id');
  // Its own store reads it, or the refusal would prove nothing.
  if ((await readWidget(context, main.chatbotId)).status !== 200) {
    context.untested('the chatbot cannot be read with the key of its own store');
    return;
  }
  judgeForeign(context, await readWidget(context, main.chatbotId, 'second'), 'R-7-10');
  if (second?.chatbotId === undefined || second.chatbotId === main.chatbotId) return;
  judgeForeign(context, await readWidget(context, second.chatbotId, 'main'), 'R-7-10');
}

/** Source 5.9: a key gives no access to the chatbots of another store. */
export const foreignChatbot: Check = {
  id: 'tenancy/foreign-chatbot',
  title: 'The widget configuration of another store is 404',
  requirements: ['R-5-09', 'R-7-10'],
  level: 'stated',
  profile: 'full',
  lane: 'main',
  cost: { requests: 3, messages: 0, agents: 0 },
  needs: ['second-store', 'chatbot'],
  writes: false,
  run: refuseForeignChatbot,
};

async function judgeSameWords(context: CheckContext): Promise<void> {
  const chatbot = context.target.stores.main.chatbotId;
  if (chatbot === undefined) throw new Untested('no chatbot is known: name one by --chatbot-id');
  const foreign = await readWidget(context, chatbot, 'second');
  const unknown = await readWidget(context, nearId(chatbot, new Set()), 'second');
  if (foreign.text === unknown.text) return;
  const found = { expected: `the body of an id that never existed, ${unknown.text}`, actual: foreign.text };
  context.breach({ requirement: 'R-7-14', ...found }, foreign);
}

/** Our decision 0011: nothing tells an id of another store from one that never existed. */
export const foreignIdsLookUnknown: Check = {
  id: 'tenancy/reference',
  title: "Another store's chatbot is refused in the words for one that never existed",
  requirements: ['R-7-14'],
  level: 'open',
  profile: 'reference',
  lane: 'main',
  cost: { requests: 2, messages: 0, agents: 0 },
  needs: ['second-store', 'chatbot'],
  writes: false,
  run: judgeSameWords,
};
