import type { Call, Change, Store } from '../server/deployment.ts';
import { mutantsOf, type Mutant } from '../mutant.ts';
import { odd } from '../conforming/odd.ts';
import { onEvents } from './changes.ts';

function acrossStores<Found>(call: Call, find: (store: Store) => Found | undefined): Found | undefined {
  return call.world.stores.map(find).find((found) => found !== undefined);
}

const sharedConversations: Change = (base) => ({
  findConversation: (id, agent, call) =>
    (typeof id === 'string' ? acrossStores(call, (store) => store.conversations.get(id)) : undefined) ??
    base.findConversation(id, agent, call),
});

/** Defects of isolation: source 4.2, 5.9. */
export const tenancyMutants: readonly Mutant[] = [
  ...mutantsOf('R-4.2-03', 'tenancy/lists', {
    'tenancy-list-of-all-stores': (base) => ({
      showListed: (_agents, call) =>
        base.showListed(
          call.world.stores.flatMap((store) => store.agents),
          call,
        ),
    }),
    'tenancy-list-leaks-created': (base) => ({
      showListed: (agents, call) =>
        base.showListed(
          [
            ...agents,
            ...(call.world.stores[0]?.agents.slice(1).filter((agent) => !agents.includes(agent)) ?? []),
          ],
          call,
        ),
    }),
  }),
  ...mutantsOf('R-5-09', 'tenancy/foreign-agent', {
    'tenancy-chat-with-any-agent': () => ({
      findAgent: (id, call) =>
        acrossStores(call, (store) => store.agents.find((agent) => agent['id'] === id)),
    }),
  }),
  ...mutantsOf('R-5-09', 'tenancy/foreign-chatbot', {
    'tenancy-widget-of-any-store': () => ({
      findChatbot: (id, call) =>
        acrossStores(call, (store) => store.chatbots.find((bot) => bot['chatbot_id'] === id)),
    }),
  }),
  ...mutantsOf('R-5-09', 'tenancy/foreign-conversation', {
    'tenancy-conversations-shared': sharedConversations,
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
    'tenancy-replies-name-other-store': onEvents((events, turn) => {
      const said = turn.call.world.stores.flatMap((store) =>
        [...store.conversations.values()].flatMap(({ messages }) => messages),
      );
      return [{ type: 'text', content: said.join(' ') }, ...events];
    }),
  }),
  ...mutantsOf(
    'R-5-09',
    'tenancy/foreign-conversation',
    {
      'tenancy-conversations-shared-odd': sharedConversations,
    },
    { base: odd },
  ),
  ...mutantsOf('R-7-03', 'tenancy/foreign-agent', {
    'tenancy-foreign-agent-as-403': (base) => ({
      operations: {
        ...base.operations,
        streamAgentChat: (call) => {
          const id = (call.body as { agent_id?: unknown } | undefined)?.agent_id;
          const known = acrossStores(call, (store) => store.agents.find((agent) => agent['id'] === id));
          const own = call.store.agents.some((agent) => agent['id'] === id);
          return known !== undefined && !own
            ? base.refuse(403, 'not yours')
            : base.operations.streamAgentChat(call);
        },
      },
    }),
  }),
  ...mutantsOf('R-7-10', 'tenancy/foreign-chatbot', {
    'tenancy-foreign-chatbot-as-403': (base) => ({
      operations: {
        ...base.operations,
        getWidgetConfig: (call) => {
          const id = call.incoming.query.get('chatbot_id');
          const known = acrossStores(call, (store) => store.chatbots.find((bot) => bot['chatbot_id'] === id));
          const own = call.store.chatbots.some((bot) => bot['chatbot_id'] === id);
          return known !== undefined && !own
            ? base.refuse(403, 'not yours')
            : base.operations.getWidgetConfig(call);
        },
      },
    }),
  }),
];
