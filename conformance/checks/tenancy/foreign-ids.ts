import { Untested, type Check, type CheckContext } from '../../check.ts';
import type { Exchange } from '../../exchange.ts';
import { sendMessage } from '../chat-stream/send-message.ts';
import { verifyErrorResponse, withReason } from '../../model/verify-error.ts';
import { nearId } from '../near-miss/unknown-ids.ts';
import { readWidget } from '../../model/verify-widget.ts';

/** Verifies that what belongs to another store is not found. */
function verifyForeign(context: CheckContext, exchange: Exchange): void {
  const found = verifyErrorResponse(exchange, 'R-5-14', 404);
  context.report(withReason(found, ', as it belongs to another store'));
}

/** Source 5.9: a key gives no access to the agents of another store. */
export const foreignAgent: Check = {
  id: 'tenancy/foreign-agent',
  title: 'A message to an agent of another store is 404',
  requirements: ['R-5-14'],
  profile: 'core',
  cost: { requests: 3, messages: 0, agents: 0 },
  needs: ['second-store', 'agent'],
  run: async (context) => {
    const agent = await context.fixtures.agentId('main');
    const message = 'Which orders are open?';
    verifyForeign(context, await sendMessage(context, { agent_id: agent, message }, 'second'));
    const foreign = context.target.stores.second?.agentId;
    if (foreign === undefined) return;
    verifyForeign(context, await sendMessage(context, { agent_id: foreign, message }, 'main'));
  },
};

/** Source 5.9: a key gives no access to the chatbots of another store. */
export const foreignChatbot: Check = {
  id: 'tenancy/foreign-chatbot',
  title: 'The widget configuration of another store is 404',
  requirements: ['R-5-14'],
  profile: 'full',
  cost: { requests: 3, messages: 0, agents: 0 },
  needs: ['second-store', 'chatbot'],
  isReadOnly: true,
  run: async (context) => {
    const { main, second } = context.target.stores;
    if (main.chatbotId === undefined) throw new Untested('no chatbot is known: give one by --chatbot-id');
    // Its own store must read it, or a rejection would prove nothing.
    if ((await readWidget(context, main.chatbotId)).status !== 200) {
      context.untested('the chatbot cannot be read with the key of its own store');
      return;
    }
    verifyForeign(context, await readWidget(context, main.chatbotId, 'second'));
    if (second?.chatbotId === undefined || second.chatbotId === main.chatbotId) return;
    verifyForeign(context, await readWidget(context, second.chatbotId, 'main'));
  },
};

/** Our decision 0011: an id of another store looks like one that never existed. */
export const foreignIdsLookUnknown: Check = {
  id: 'tenancy/reference',
  title: "Another store's chatbot is rejected with the same body as one that never existed",
  requirements: ['R-7-14'],
  profile: 'reference',
  cost: { requests: 2, messages: 0, agents: 0 },
  needs: ['second-store', 'chatbot'],
  isReadOnly: true,
  run: async (context) => {
    const chatbot = context.target.stores.main.chatbotId;
    if (chatbot === undefined) throw new Untested('no chatbot is known: give one by --chatbot-id');
    const foreign = await readWidget(context, chatbot, 'second');
    const unknown = await readWidget(context, nearId(chatbot), 'second');
    if (foreign.text === unknown.text) return;
    const found = { expected: `the body of an id that never existed, ${unknown.text}`, actual: foreign.text };
    context.report({ requirement: 'R-7-14', ...found }, foreign);
  },
};
