import { mutantsOf, type Mutant } from '../mutant.ts';
import type { Call, Change, HttpResponse, JsonObject } from '../server/deployment.ts';
import { isObject, jsonResponse, textResponse } from '../server/responses.ts';
import { acceptChat, acceptConfig, beforeOperation, onConfig, onErrorResponses } from './changes.ts';

const providers = ['provider_one', 'provider_two', 'provider_three'];

/** A value of config that is accepted as another one, and stored as that. */
function converting(name: string, convert: (value: unknown) => unknown): Change {
  const repair = (config: JsonObject): JsonObject =>
    config[name] === undefined ? config : { ...config, [name]: convert(config[name]) };
  return (base) => {
    const accepting = { ...base, ...acceptConfig(repair)(base) };
    return { ...accepting, ...onConfig(repair)(accepting) };
  };
}

/** Flags as text, by the words that a framework takes for true and false. */
function flagsAs(words: Readonly<Record<string, boolean>>): Change {
  return converting('mcp_capabilities', (value) =>
    Array.isArray(value)
      ? value.map((item: unknown) =>
          isObject(item) ? { ...item, enabled: words[String(item['enabled'])] ?? item['enabled'] } : item,
        )
      : value,
  );
}

/** A create whose fields are somewhere else, where the body lacks them. */
function createFrom(fieldsOf: (call: Call, body: JsonObject) => JsonObject | undefined): Change {
  return (base) =>
    beforeOperation('createAgent', (call) => {
      const fields = isObject(call.body) ? fieldsOf(call, call.body) : undefined;
      const isMissing = fields !== undefined && call.deployment.validateCreate(call.body) !== undefined;
      return isMissing ? base.operations.createAgent({ ...call, body: fields }) : undefined;
    })(base);
}

function agentIdOf({ body }: Call): unknown {
  return isObject(body) ? body['agent_id'] : undefined;
}

function chatFails(when: (call: Call) => boolean): Change {
  return beforeOperation('streamAgentChat', (call) =>
    when(call) ? call.deployment.errorResponse(500, 'the query failed') : undefined,
  );
}

/** A filter without a value finds the first agent. */
function firstAgentFor(isEmpty: (id: unknown) => boolean): Change {
  return (base) => ({
    ...acceptChat((body) => (isEmpty(body['agent_id']) ? { ...body, agent_id: 'first' } : body))(base),
    findAgent: (id, call) => (isEmpty(id) ? call.store.agents[0] : base.findAgent(id, call)),
  });
}

const isOperator = (id: unknown): boolean =>
  isObject(id) && Object.keys(id).some((name) => name.startsWith('$'));

function widgetFrom(idOf: (call: Call) => string | undefined): Change {
  return beforeOperation('getWidgetConfig', (call) => {
    const id = idOf(call);
    const chatbot = id === undefined ? undefined : call.deployment.findChatbot(id, call);
    return chatbot && jsonResponse(200, chatbot);
  });
}

function page(response: HttpResponse): HttpResponse {
  return textResponse(response.status, 'text/html', '<h1>Whitelabel Error Page</h1>');
}

const allErrors = [400, 401, 403, 404, 429] as const;

/** Values and requests that frameworks convert, or fail on. */
export const frameworkInputMutants: readonly Mutant[] = [
  ...mutantsOf('R-2.2-03', 'agents/wrong-values', {
    'enum-index-as-text': converting('model_provider', (value) =>
      /^\d$/.test(String(value)) && typeof value === 'string' ? providers[Number(value)] : value,
    ),
  }),
  ...mutantsOf('R-2.2-06', 'agents/wrong-values', {
    'temperature-nan-text': converting('temperature', (value) => (value === 'NaN' ? 0 : value)),
  }),
  ...mutantsOf('R-2.2-10', 'agents/wrong-values', {
    'enabled-one-as-text': flagsAs({ '1': true, '0': false }),
    'enabled-on-as-text': flagsAs({ on: true, off: false, yes: true, no: false }),
  }),
  ...mutantsOf('R-4.1-07', 'chat-stream/invalid-messages', {
    'stream-true-as-text': acceptChat((body) =>
      body['stream'] === 'true' || body['stream'] === 'false' ? { ...body, stream: true } : body,
    ),
  }),
  ...mutantsOf('R-7-13', 'errors/bodies', {
    'chat-error-empty-for-event-stream-accept': onErrorResponses(allErrors, (response, { headers }) =>
      headers.accept === 'text/event-stream' ? { ...response, headers: {}, frames: [] } : response,
    ),
  }),
  ...mutantsOf('R-7-13', 'widget/other-forms-of-id', {
    'malformed-percent-encoding-html': beforeOperation('getWidgetConfig', ({ request, deployment }) =>
      request.query.get('chatbot_id')?.includes('\uFFFD') === true
        ? page(deployment.errorResponse(400, 'URI malformed'))
        : undefined,
    ),
  }),
  ...mutantsOf('R-1-07', 'errors/bodies', {
    'errors-html-for-browser-accept': onErrorResponses(allErrors, (response, { headers }) =>
      headers.accept?.includes('text/html') === true ? page(response) : response,
    ),
  }),
  ...mutantsOf('R-7-06', 'agents/malformed-bodies', {
    'create-fields-from-query': createFrom(({ request }, body) => ({
      ...Object.fromEntries(request.query),
      ...body,
    })),
    'create-wrapped-in-agent': createFrom((_call, { agent }) => (isObject(agent) ? agent : undefined)),
  }),
  ...mutantsOf('R-4.4-02', 'widget/other-forms-of-id', {
    'chatbot-id-array-parameter': widgetFrom(({ request }) => request.query.get('chatbot_id[]') ?? undefined),
  }),
  ...mutantsOf('R-4.1-03', 'chat-stream/invalid-messages', {
    'agent-id-operator-object': firstAgentFor(isOperator),
    'message-null-agent': firstAgentFor((id) => id === null),
  }),
  ...mutantsOf('R-7-03', 'chat-stream/unknown-agent', {
    'agent-id-of-twenty-digits-500': chatFails((call) => /^\d{19,}$/.test(String(agentIdOf(call)))),
    'agent-id-of-300-characters-500': chatFails((call) => String(agentIdOf(call)).length > 255),
    'agent-id-empty-first-agent': firstAgentFor((id) => id === ''),
  }),
  ...mutantsOf('R-7-09', 'widget/other-forms-of-id', {
    'chatbot-id-empty-first-chatbot': widgetFrom(({ request, store }) =>
      request.query.get('chatbot_id') === '' ? String(store.chatbots[0]?.['chatbot_id']) : undefined,
    ),
  }),
  ...mutantsOf('R-4.1-04', 'chat-stream/invalid-messages', {
    'message-null-as-text': acceptChat((body) =>
      body['message'] === null ? { ...body, message: 'null' } : body,
    ),
  }),
  ...mutantsOf('R-4.1-16', 'json/messages', {
    'conversation-id-empty-500': chatFails(({ body }) => isObject(body) && body['conversation_id'] === ''),
  }),
];
