import { type Check, type CheckContext, Untested } from '../../check.ts';
import { isObject, type Exchange } from '../../exchange.ts';
import type { Agent } from '../../model/agent-fields.ts';
import { listedAgents } from '../../model/listed-agents.ts';
import { sendMessage } from '../chat-stream/send-message.ts';
import { verifyErrorResponse, withReason } from '../../model/verify-error.ts';
import { nearId } from '../near-miss/near-ids.ts';
import { readWidget } from '../../model/verify-widget.ts';

/** Whether two agents are the same; an equal id is not enough, as each store may number its agents. */
function isSame(one: Agent, other: Agent): boolean {
  return ['id', 'name', 'created_at'].every((field) => one[field] === other[field]);
}

/** Creates an agent, where no check of the run has. */
async function createMarked(context: CheckContext): Promise<void> {
  if (context.target.readOnly || context.model.made().agents.length > 0) return;
  const create = await context.fixtures.acceptedCreate();
  const name = `Agent of the main store ${context.seed}`;
  const exchange = await context.client.contract.createAgent({ ...create, name });
  if (!isObject(exchange.json)) context.untested('no agent could be created for the comparison');
}

/** Source 4.2 and 5.9: a list has only the agents of its store. */
export const separateLists: Check = {
  id: 'tenancy/lists',
  title: 'No agent, old or new, is in the lists of two stores',
  requirements: ['R-4.2-03', 'R-5-14'],
  profile: 'core',
  needs: ['second-store'],
  run: async (context) => {
    const othersBefore = await listedAgents(context, 'second');
    await createMarked(context);
    const own = await listedAgents(context, 'main');
    const others = [...othersBefore, ...(await listedAgents(context, 'second'))];
    const shared = own.find((agent) => others.some((other) => isSame(agent, other)));
    if (shared === undefined) return;
    const actual = `the agent ${JSON.stringify(shared['id'])}, ${JSON.stringify(shared['name'])}, in the lists of both (if both keys are of one store, give another --second-api-key)`;
    context.report({ requirement: 'R-4.2-03', expected: 'lists-have-nothing-in-common', actual });
  },
};

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
  needs: ['second-store', 'chatbot'],
  isReadOnly: true,
  run: async (context) => {
    const chatbot = context.target.stores.main.chatbotId;
    if (chatbot === undefined) throw new Untested('no chatbot is known: give one by --chatbot-id');
    const foreign = await readWidget(context, chatbot, 'second');
    const unknown = await readWidget(context, nearId(chatbot), 'second');
    if (foreign.text === unknown.text) return;
    const expected = ['foreign-id-as-unknown', unknown.text] as const;
    context.report({ requirement: 'R-7-14', expected, actual: foreign.text }, foreign);
  },
};
