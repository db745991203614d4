import type { Call, Change, Store } from '../server/deployment.ts';
import type { Mutant } from '../mutant.ts';
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
  {
    id: 'tenancy-list-of-all-stores',
    clause: 'R-4.2-03',
    killedBy: ['tenancy/lists'],
    apply: (base) => ({
      showListed: (_agents, call) =>
        base.showListed(
          call.world.stores.flatMap((store) => store.agents),
          call,
        ),
    }),
  },
  {
    id: 'tenancy-list-leaks-created',
    clause: 'R-4.2-03',
    killedBy: ['tenancy/lists'],
    apply: (base) => ({
      showListed: (agents, call) =>
        base.showListed(
          [
            ...agents,
            ...(call.world.stores[0]?.agents.slice(1).filter((agent) => !agents.includes(agent)) ?? []),
          ],
          call,
        ),
    }),
  },
  {
    id: 'tenancy-chat-with-any-agent',
    clause: 'R-5-09',
    killedBy: ['tenancy/foreign-agent'],
    apply: () => ({
      findAgent: (id, call) =>
        acrossStores(call, (store) => store.agents.find((agent) => agent['id'] === id)),
    }),
  },
  {
    id: 'tenancy-widget-of-any-store',
    clause: 'R-5-09',
    killedBy: ['tenancy/foreign-chatbot'],
    apply: () => ({
      findChatbot: (id, call) =>
        acrossStores(call, (store) => store.chatbots.find((bot) => bot['chatbot_id'] === id)),
    }),
  },
  {
    id: 'tenancy-conversations-shared',
    clause: 'R-5-09',
    killedBy: ['tenancy/foreign-conversation'],
    apply: sharedConversations,
  },
  {
    id: 'tenancy-conversations-shared-odd',
    clause: 'R-5-09',
    killedBy: ['tenancy/foreign-conversation'],
    base: odd,
    apply: sharedConversations,
  },
  {
    id: 'tenancy-history-leaks',
    clause: 'R-5-09',
    killedBy: ['tenancy/foreign-conversation'],
    apply: (base) => ({
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
  },
  {
    id: 'tenancy-foreign-agent-as-403',
    clause: 'R-7-03',
    killedBy: ['tenancy/foreign-agent'],
    apply: (base) => ({
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
  },
  {
    id: 'tenancy-foreign-chatbot-as-403',
    clause: 'R-7-10',
    killedBy: ['tenancy/foreign-chatbot'],
    apply: (base) => ({
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
  },
  {
    id: 'tenancy-replies-name-other-store',
    clause: 'R-5-09',
    killedBy: ['tenancy/foreign-conversation'],
    apply: onEvents((events, turn) => {
      const said = turn.call.world.stores.flatMap((store) =>
        [...store.conversations.values()].flatMap(({ messages }) => messages),
      );
      return [{ type: 'text', content: said.join(' ') }, ...events];
    }),
  },
];
