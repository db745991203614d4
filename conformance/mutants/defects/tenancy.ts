import type { Call, Change, HttpResponse, Store } from '../server/deployment.ts';
import { mutantsOf, mutantsWith, type Mutant } from '../mutant.ts';
import { odd } from '../conforming/odd.ts';
import { beforeOperation, onEvents } from './changes.ts';
import { overlap } from '../server/overlap.ts';

function acrossStores<Found>(call: Call, find: (store: Store) => Found | undefined): Found | undefined {
  return call.state.stores.map(find).find((found) => found !== undefined);
}

function rejectForeign(call: Call, find: (store: Store) => unknown): HttpResponse | undefined {
  return find(call.store) === undefined && acrossStores(call, find) !== undefined
    ? call.deployment.errorResponse(403, 'belongs to another store')
    : undefined;
}

const sharedConversations: Change = (base) => ({
  findConversation: (id, agent, call) =>
    (typeof id === 'string' ? acrossStores(call, (store) => store.conversations.get(id)) : undefined) ??
    base.findConversation(id, agent, call),
});

/** A follow-up looks up its agent without the store, as its conversation has one. */
const followUpWithAnyAgent: Change = (base) => ({
  findAgent: (id, call) => {
    const isFollowUp = (call.body as { conversation_id?: unknown }).conversation_id !== undefined;
    const agent = base.findAgent(id, call);
    if (!isFollowUp || agent !== undefined) return agent;
    return acrossStores(call, (store) => store.agents.find((one) => one['id'] === id));
  },
  findConversation: (id, agent, call) =>
    call.store.conversations.get(String(id)) ?? base.findConversation(id, agent, call),
});

/** The store of a create is in a variable of the process, and another request sets it. */
const storeOfTheProcess: Change = () => {
  let current: Store | undefined;
  return {
    around: async (call, respond) => {
      current = call.store;
      await overlap();
      if (call.operation === 'createAgent') Object.assign(call, { store: current });
      return respond();
    },
  };
};

/** Defects of tenant isolation: source 4.2 and 5.9. */
export const tenancyMutants: readonly Mutant[] = [
  ...mutantsOf('R-4.2-03', 'tenancy/lists', {
    'tenancy-list-of-all-stores': (base) => ({
      showListed: (_agents, call) => call.state.stores.flatMap(({ agents }) => base.showListed(agents, call)),
    }),
    'tenancy-list-leaks-created': (base) => ({
      showListed: (agents, call) => {
        const created = call.state.stores[0]?.agents.slice(1) ?? [];
        return base.showListed([...new Set([...agents, ...created])], call);
      },
    }),
  }),
  ...mutantsOf('R-5-14', 'tenancy/foreign-agent', {
    'tenancy-chat-with-any-agent': () => ({
      findAgent: (id, call) =>
        acrossStores(call, (store) => store.agents.find((agent) => agent['id'] === id)),
    }),
  }),
  ...mutantsOf('R-4.2-02', 'responses/every-response', { 'tenancy-store-of-the-process': storeOfTheProcess }),
  ...mutantsOf('R-5-14', 'tenancy/foreign-chatbot', {
    'tenancy-widget-of-any-store': () => ({
      findChatbot: (id, call) =>
        acrossStores(call, (store) => store.chatbots.find((bot) => bot['chatbot_id'] === id)),
    }),
  }),
  ...mutantsOf('R-5-14', 'tenancy/foreign-conversation', {
    'tenancy-conversations-shared': sharedConversations,
    'tenancy-follow-up-with-any-agent': followUpWithAnyAgent,
    'tenancy-history-leaks': (base) => ({
      findConversation: (id, agent, call) => {
        const foreign =
          typeof id === 'string' ? acrossStores(call, (store) => store.conversations.get(id)) : undefined;
        const own = base.findConversation(undefined, agent, call);
        if (foreign === undefined || call.store.conversations.has(foreign.id)) {
          return base.findConversation(id, agent, call);
        }
        return own && { ...own, messages: [...foreign.messages] };
      },
    }),
    'tenancy-replies-quote-other-stores': onEvents((events, turn) => {
      const messages = turn.call.state.stores.flatMap((store) =>
        [...store.conversations.values()].flatMap((conversation) => conversation.messages),
      );
      return [{ type: 'text', content: messages.join(' ') }, ...events];
    }),
  }),
  ...mutantsWith({ base: odd }, 'R-5-14', 'tenancy/foreign-conversation', {
    'tenancy-conversations-shared-odd': sharedConversations,
  }),
  ...mutantsOf('R-5-14', 'tenancy/foreign-agent', {
    'tenancy-foreign-agent-as-403': beforeOperation('streamAgentChat', (call) => {
      const id = (call.body as { agent_id?: unknown } | undefined)?.agent_id;
      return rejectForeign(call, (store) => store.agents.find((agent) => agent['id'] === id));
    }),
  }),
  ...mutantsOf('R-5-14', 'tenancy/foreign-chatbot', {
    'tenancy-foreign-chatbot-as-403': beforeOperation('getWidgetConfig', (call) => {
      const id = call.request.query.get('chatbot_id');
      return rejectForeign(call, (store) => store.chatbots.find((bot) => bot['chatbot_id'] === id));
    }),
  }),
];
