import { mutantsOf, type Mutant } from '../mutant.ts';
import type { Call, Change, HttpResponse, JsonObject, Store } from '../server/deployment.ts';
import { operationOf } from '../server/handle.ts';
import { changeJson, isObject, jsonResponse } from '../server/responses.ts';
import { storeOfKey } from '../server/server-state.ts';
import {
  acceptCreate,
  acceptConfig,
  onConfig,
  onConfigText,
  onErrorResponses,
  onEvents,
  onEventsOf,
  onList,
  onListed,
  onStored,
  onText,
  onWidgetConfig,
} from './changes.ts';
import { onLeave } from './concurrency.ts';

function listedConfig(agent: JsonObject, change: (config: JsonObject) => JsonObject): JsonObject {
  return { ...agent, config: change(agent['config'] as JsonObject) };
}

const nullConfig: Change = (base) => ({
  ...acceptCreate((body) =>
    body['config'] === null
      ? { ...body, config: { model_provider: 'provider_one', model_id: 'm', system_prompt: 's' } }
      : body,
  )(base),
});

/** Items of a list that the validation does not see. */
function validatingItems(isSeen: (item: unknown, index: number) => boolean): Change {
  return acceptConfig((config) => {
    const items = config['mcp_capabilities'];
    return Array.isArray(items)
      ? { ...config, mcp_capabilities: (items as unknown[]).filter(isSeen) }
      : config;
  });
}

const longText = 1000;

/** The conversation ends with a rejected message. */
const endedByRejection: Change = (base) => {
  let isEnded = false;
  return {
    validateChat: (body) => {
      const problem = base.validateChat(body);
      if (problem !== undefined) isEnded = true;
      return problem;
    },
    findConversation: (id, agent, call) => {
      const given = isEnded && id !== undefined ? undefined : id;
      isEnded = false;
      return base.findConversation(given, agent, call);
    },
  };
};

/** Leaving a reply at its start locks its agent. */
function lockedByAbort(): Change {
  const locked = new Set<unknown>();
  const agentOf = ({ body }: Call): unknown => (isObject(body) ? body['agent_id'] : undefined);
  return onLeave(
    (call) => locked.add(agentOf(call)),
    (call) =>
      locked.has(agentOf(call)) ? call.deployment.errorResponse(500, 'the agent is busy') : undefined,
  );
}

/** The id of a conversation is the second it began in, and its store. */
const sharedBySecond: Change = (base) => ({
  findConversation: (id, agent, call) => {
    if (id !== undefined) return base.findConversation(id, agent, call);
    const second = `c${Math.floor(call.state.now() / 1000)}`;
    const known = call.store.conversations.get(second);
    if (known !== undefined && known.agentId !== agent['id']) return known;
    const begun = base.findConversation(undefined, agent, call);
    if (begun === undefined || known !== undefined) return begun;
    call.store.conversations.set(second, { ...begun, id: second });
    return call.store.conversations.get(second);
  },
});

function latin1({ frames, ...response }: HttpResponse): HttpResponse {
  return {
    ...response,
    frames: frames.map((frame) =>
      frame.type === 'bytes' ? { ...frame, bytes: Buffer.from(frame.bytes.toString(), 'latin1') } : frame,
    ),
  };
}

/** The store that connected first, by deployment. */
const connected = new WeakMap<object, Store>();

/** What serializers, exception handlers and caches do to values and responses. */
export const serializerMutants: readonly Mutant[] = [
  ...mutantsOf('R-2.1-09', 'agents/wrong-values', { 'config-null-accepted': nullConfig }),
  ...mutantsOf('R-4.2-02', 'agents/combinations', {
    'list-without-descriptions-of-signs': onList((agents) =>
      agents.filter(
        ({ description }) => description === undefined || /[\p{L}\p{N}]/u.test(String(description)),
      ),
    ),
  }),
  ...mutantsOf('R-2.2-10', 'agents/wrong-values', {
    'capability-null-items': validatingItems((item) => item !== null),
  }),
  ...mutantsOf('R-2.2-10', 'agents/required-fields', {
    'capability-only-first-has-a-type': validatingItems(
      (item, index) => index === 0 || !isObject(item) || item['type'] !== undefined,
    ),
  }),
  ...mutantsOf('R-4.2-07', 'agents/keeps-numbers', {
    'list-tokens-as-extended-json': onListed((agent) =>
      listedConfig(agent, (config) =>
        Number(config['max_tokens']) > 2 ** 31
          ? { ...config, max_tokens: { $numberLong: String(config['max_tokens']) } }
          : config,
      ),
    ),
  }),
  ...mutantsOf('R-4.2-07', 'agents/create-and-list', {
    'list-ids-without-zeros': onListed((agent) => ({
      ...agent,
      id: String(agent['id']).replace(/0+(\d+)$/, '$1'),
    })),
  }),
  ...mutantsOf('R-4.2-07', 'http/generated-headers', {
    'list-latin1-for-accept-charset': (base) => ({
      finish: (response, request, call) => {
        const finished = base.finish(response, request, call);
        return /iso-8859-1/.test(String(request.headers['accept-charset'])) ? latin1(finished) : finished;
      },
    }),
  }),
  ...mutantsOf('R-2.1-01', 'agents/list-of-many', {
    'list-repeats-agent-beyond-100': onList((agents) =>
      agents.length > 100 ? [...agents.slice(0, 100), ...agents.slice(99)] : agents,
    ),
  }),
  ...mutantsOf('R-2.1-08', 'agents/keeps-text', {
    'description-entities-decoded': onText('description', (text) =>
      text.replaceAll('&lt;', '<').replaceAll('&amp;', '&'),
    ),
  }),
  ...mutantsOf('R-2.2-18', 'agents/keeps-text', {
    'prompt-handlebars-rendered': onConfigText('system_prompt', (text) =>
      text.replaceAll(/\{\{.*?\}\}/g, ''),
    ),
  }),
  ...mutantsOf('R-2.2-17', 'agents/create-and-list', {
    'model-id-lower-case-for-provider-two': onConfig((config) =>
      config['model_provider'] === 'provider_two'
        ? { ...config, model_id: String(config['model_id']).toLowerCase() }
        : config,
    ),
  }),
  ...mutantsOf('R-2.2-19', 'agents/keeps-numbers', {
    'temperature-one-lowered': onConfig((config) =>
      config['temperature'] === 1 ? { ...config, temperature: 0.99 } : config,
    ),
  }),
  ...mutantsOf('R-2.1-11', 'agents/defaults', {
    'updated-at-null-without-description': onStored((agent) =>
      agent['description'] === undefined ? { ...agent, updated_at: null } : agent,
    ),
  }),
  ...mutantsOf('R-4.2-04', 'agents/create-and-list', {
    'list-created-at-in-epoch': onListed((agent) => ({
      ...agent,
      created_at: Date.parse(String(agent['created_at'])),
    })),
  }),
  ...mutantsOf('R-2.5-01', 'widget/unknown-chatbot', {
    'error-as-message-for-404': onErrorResponses([404], (response) =>
      changeJson(response, ({ error, status }) => ({ message: error, status })),
    ),
  }),
  ...mutantsOf('R-2.5-02', 'widget/unknown-chatbot', {
    'error-status-name-for-widgets': onErrorResponses([400, 404], (response, request) =>
      operationOf(request) === 'getWidgetConfig'
        ? changeJson(response, ({ error }) => ({ error, status: 'NOT_FOUND' }))
        : response,
    ),
  }),
  ...mutantsOf('R-7-02', 'auth/writes-need-a-key', {
    'chat-401-as-200-envelope': onErrorResponses([401], (response, request) =>
      operationOf(request) === 'streamAgentChat'
        ? jsonResponse(200, { error: 'unauthorized', status: 401 })
        : response,
    ),
  }),
  ...mutantsOf('R-6-05', 'chat-stream/conversation', {
    'end-without-id-on-follow-up': onEventsOf('end', (event, turn) =>
      turn.conversation.messages.length > 0 ? { type: 'end' } : event,
    ),
  }),
  ...mutantsOf('R-6-02', 'chat-stream/generated-messages', {
    'text-content-as-parts-when-long': onEventsOf('text', (event, turn) =>
      turn.message.length > longText
        ? { ...event, content: [{ type: 'text', text: event['content'] }] }
        : event,
    ),
  }),
  ...mutantsOf('R-6-04', 'chat-stream/generated-messages', {
    'tool-output-as-text-when-long': onEventsOf('tool_result', (event, turn) =>
      turn.message.length > longText ? { ...event, output: JSON.stringify(event['output']) } : event,
    ),
  }),
  ...mutantsOf('R-6-10', 'chat-stream/hostile-message', {
    'stream-without-end-for-emoji': onEvents((events, turn) =>
      /\p{Extended_Pictographic}/u.test(turn.message) ? events.filter(({ type }) => type !== 'end') : events,
    ),
  }),
  ...mutantsOf('R-4.1-16', 'chat-stream/client-leaves', { 'agent-locked-by-abort': lockedByAbort() }),
  ...mutantsOf('R-4.1-18', 'chat-stream/long-conversation', {
    'conversation-ended-by-rejection': endedByRejection,
  }),
  ...mutantsOf('R-4.1-19', 'agents/stateful-model', { 'conversation-shared-by-second': sharedBySecond }),
  ...mutantsOf('R-2.3-06', 'widget/configuration', {
    'widget-theme-in-camel-case': onWidgetConfig((config) => ({
      ...config,
      theme: Object.fromEntries(
        Object.entries(config['theme'] as JsonObject).map(([name, value]) => [
          name.replaceAll(/_([a-z])/g, (_all, letter: string) => letter.toUpperCase()),
          value,
        ]),
      ),
    })),
  }),
  ...mutantsOf('R-2.3-08', 'widget/configuration', {
    'widget-position-with-underscore': onWidgetConfig((config) => ({ ...config, position: 'bottom_right' })),
  }),
  ...mutantsOf('R-4.4-02', 'widget/configuration', {
    'widget-id-slash-not-decoded': (base) => ({
      findChatbot: (id, call) => (/[/+]/.test(id) ? undefined : base.findChatbot(id, call)),
    }),
  }),
  ...mutantsOf('R-5-06', 'mcp/tools-key', {
    'mcp-key-prefix-optional': (base) => ({
      identifyMcp: (request, state) =>
        base.identifyMcp(request, state) ??
        storeOfKey(`svc_${request.query.get('api_key')?.replace(/^[a-z]+_/, '') ?? ''}`, state),
    }),
  }),
  ...mutantsOf('R-5-14', 'tenancy/mcp-tools', {
    'mcp-tools-of-the-service-account': (base) => ({
      mcp: (deployment, request, store) => {
        const isCall = request.body.includes('"tools/call"');
        const main = connected.get(deployment) ?? store;
        connected.set(deployment, main);
        return base.mcp(deployment, request, isCall ? main : store);
      },
    }),
  }),
  ...mutantsOf('R-8-11', 'limits/free', {
    'retry-after-rounded-down': () => ({ retryAfter: (waitMs) => String(Math.floor(waitMs / 1000)) }),
  }),
];
