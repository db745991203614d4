import { isObject } from '../server/responses.ts';
import { mutantsOf, type Mutant } from '../mutant.ts';
import { UnhandledFault } from '../server/read-json.ts';
import type { Change, JsonObject, Store } from '../server/deployment.ts';
import { beforeOperation, onConfigText, onListed, onOperation } from './changes.ts';

function isInherited(id: unknown): boolean {
  return typeof id === 'string' && id in Object.prototype;
}

const chatbotsInAnObject: Change = (base) => ({
  findChatbot: (id, call) => {
    if (isInherited(id)) throw new UnhandledFault('cannot read properties of undefined');
    return base.findChatbot(id, call);
  },
});

const agentsInAnObject: Change = (base) => ({
  findAgent: (id, call) => {
    if (isInherited(id)) throw new UnhandledFault('cannot read properties of undefined');
    return base.findAgent(id, call);
  },
});

const conversationsInAnObject: Change = (base) => ({
  findConversation: (id, agent, call) => {
    if (isInherited(id)) throw new UnhandledFault('cannot read properties of undefined');
    return base.findConversation(id, agent, call);
  },
});

/** A message with `stream: true` takes another way, on which a new conversation is not kept. */
const streamedConversationUnsaved: Change = (base) => ({
  findConversation: (id, agent, call) => {
    const conversation = base.findConversation(id, agent, call);
    const streams = isObject(call.body) && call.body['stream'] === true;
    if (id === undefined && streams && conversation !== undefined)
      call.store.conversations.delete(conversation.id);
    return conversation;
  },
});

/** The MCP endpoint takes for a key what a rule finds a store by. */
function mcpTakes(isOf: (store: Store, sent: string) => boolean): Change {
  return (base) => ({
    identifyMcp: (request, state) => {
      const sent = request.query.get('api_key') ?? '';
      return base.identifyMcp(request, state) ?? state.stores.find((store) => isOf(store, sent));
    },
  });
}

/** The error event of a failed reply stays in a buffer, and begins the next reply of the store. */
const errorLeftOver: Change = (base) => {
  const left = new Map<string, JsonObject>();
  return {
    eventsOfFailure: (turn) => {
      const events = base.eventsOfFailure(turn);
      const last = events.at(-1);
      if (last !== undefined) left.set(turn.call.store.key, last);
      return events;
    },
    eventsOf: (turn) => {
      const error = left.get(turn.call.store.key);
      left.delete(turn.call.store.key);
      return [...(error === undefined ? [] : [error]), ...base.eventsOf(turn)];
    },
  };
};

/** A limiter before the router and one before the operation count the same requests. */
const createsCountTwice: Change = beforeOperation('createAgent', ({ store, state }) => {
  store.admissions.push(state.now());
  return undefined;
});

const capabilitiesAsText: Change = onListed((agent) => {
  const config = isObject(agent['config']) ? agent['config'] : {};
  const isOld = config['mcp_capabilities'] === undefined;
  return isOld ? { ...agent, config: { ...config, mcp_capabilities: '[]' } } : agent;
});

/** Agents from before a change of the enumeration keep the old name of their provider. */
const oldProviderName: Change = onListed((agent, { store }) => {
  const isOld = agent['id'] === store.agents[0]?.['id'];
  const config = isObject(agent['config']) ? agent['config'] : {};
  return isOld ? { ...agent, config: { ...config, model_provider: 'PROVIDER1' } } : agent;
});

const isUnstreamed = (body: unknown): boolean => isObject(body) && body['stream'] === false;

/** The limiter is in the way of streams alone. */
const unstreamedUnlimited: Change = (base) => ({
  counts: (call) => !isUnstreamed(call.body) && base.counts(call),
});

/** The handler of replies that are not streamed leaves the status out. */
const unstreamedErrorAs200: Change = onOperation('streamAgentChat', (response, { body }) =>
  isUnstreamed(body) && response.status === 404 ? { ...response, status: 200 } : response,
);

/** What one part of the API does right, and another one does not. */
export const otherSurfaceMutants: readonly Mutant[] = [
  ...mutantsOf('R-7-10', 'widget/other-forms-of-id', { 'chatbots-in-an-object': chatbotsInAnObject }),
  ...mutantsOf('R-7-03', 'chat-stream/unknown-agent', { 'agents-in-an-object': agentsInAnObject }),
  ...mutantsOf('R-4.1-16', 'responses/every-response', {
    'conversations-in-an-object': conversationsInAnObject,
  }),
  ...mutantsOf('R-4.1-10', 'chat-stream/stream-field', {
    'streamed-conversation-unsaved': streamedConversationUnsaved,
  }),
  ...mutantsOf('R-5-06', 'mcp/tools-key', {
    'mcp-chatbot-id-as-key': mcpTakes(({ chatbots }, sent) =>
      chatbots.some((chatbot) => chatbot['chatbot_id'] === sent),
    ),
    'mcp-agent-id-as-key': mcpTakes(({ agents }, sent) => agents.some(({ id }) => id === sent)),
    'mcp-first-half-of-the-key': mcpTakes(({ key }, sent) => sent !== '' && sent === key.slice(0, 20)),
  }),
  ...mutantsOf('R-4.1-03', 'chat-stream/unknown-agent', { 'unstreamed-404-as-200': unstreamedErrorAs200 }),
  ...mutantsOf('R-7-04', 'limits/free', { 'limit-of-streams-alone': unstreamedUnlimited }),
  ...mutantsOf('R-2.2-17', 'agents/keeps-text', {
    'tag-of-model-removed': onConfigText('model_id', (text) =>
      text.replace(/^(\w[\w-]*\/[\w.-]+):\w+$/, '$1'),
    ),
  }),
  ...mutantsOf('R-6-06', 'chat-stream/failing-agent', { 'error-event-left-over': errorLeftOver }),
  ...mutantsOf('R-8-06', 'limits/free', { 'limit-counts-creates-twice': createsCountTwice }),
  ...mutantsOf('R-4.2-04', 'agents/list', {
    'old-capabilities-as-text': capabilitiesAsText,
    'old-provider-name-listed': oldProviderName,
  }),
  ...mutantsOf('R-1-09', 'transport/https-only-reads', {
    'http-widget-for-pages': () => ({
      plainHttp: {
        type: 'serve',
        only: (_method, path, headers) => path === '/api/widget/config' && headers.origin !== undefined,
      },
    }),
  }),
  ...mutantsOf('R-1-09', 'transport/https-only-writes', {
    'http-preflights': (base) => ({
      plainHttp: { type: 'serve', only: (method) => method === 'OPTIONS' },
      finish: (response, request, call) =>
        request.method === 'OPTIONS'
          ? { status: 204, headers: {}, frames: [] }
          : base.finish(response, request, call),
    }),
  }),
];
