import { repairs, widgetFrom } from '../changes/agents.ts';
import { acceptCreate, beforeOperation, onErrorResponses, onStatus } from '../changes/changes.ts';
import { failsOnChat, firstLanguage, isForeign } from '../changes/requests.ts';
import { type Mutant, mutantsOf } from '../mutant.ts';
import type { Change } from '../server/deployment.ts';
import { overlap } from '../server/overlap.ts';
import { isObject } from '../server/responses.ts';

const sharedErrorsOfMessages: Change = (base) => {
  let errors: string | undefined;
  return {
    around: async (call, respond) => {
      if (call.operation !== 'streamAgentChat') return respond();
      errors = base.validateChat(call.body);
      await overlap();
      return respond();
    },
    validateChat: (body) => (isObject(body) && 'message' in body ? errors : base.validateChat(body)),
  };
};

const longNameFails: Change = beforeOperation('createAgent', ({ body, deployment }) => {
  const name = isObject(body) ? body['name'] : undefined;
  return typeof name === 'string' && name.length > 255
    ? deployment.errorResponse(500, 'value too long for type character varying(255)')
    : undefined;
});

const validatorsByType = acceptCreate((body) =>
  typeof body['type'] !== 'string' || knownTypes.includes(body['type']) || !isObject(body['config'])
    ? body
    : { ...body, config: validConfig },
);

const knownTypes = ['customer_support', 'product_recommendation'];

const validConfig = { model_provider: 'provider_one', model_id: 'm', system_prompt: 'p' };

// ---- Requests at once

/** A validator that keeps its errors in itself, which are read after an await. */
const sharedErrorsOfCreates: Change = (base) => {
  let errors: string | undefined;
  return {
    around: async (call, respond) => {
      if (call.operation !== 'createAgent') return respond();
      errors = base.validateCreate(call.body);
      await overlap();
      return respond();
    },
    // Without a config there is nothing to store.
    validateCreate: (body) =>
      isObject(body) && isObject(body['config']) ? errors : base.validateCreate(body),
  };
};

/** The error handler fails where a message has no translation. */
const errorWithoutTranslation: Change = (base) =>
  onErrorResponses([400, 404], (response, request) =>
    isForeign(firstLanguage(request)) ? base.errorResponse(500, 'no translation') : response,
  )(base);

/** Mutants of section 7 of the source. */
export const invalidRequestsMutants: readonly Mutant[] = mutantsOf({
  'R-7-01 chat-stream/invalid-messages chat-body-in-query': (base) => ({
    readJson: (request) => {
      const body = base.readJson(request);
      const { path, query } = request;
      return path.endsWith('/stream') && isObject(body) ? { ...Object.fromEntries(query), ...body } : body;
    },
  }),
  'R-7-01 json/messages chat-null-conversation-500': failsOnChat(({ conversation_id: id }) => id === null),
  'R-7-01 agents/list-after-create errors-of-messages-shared': sharedErrorsOfMessages,
  'R-7-06 agents/open-points name-beyond-its-column-500': longNameFails,
  'R-7-06 agents/required-fields error-as-200': onErrorResponses([400], (response) => ({
    ...response,
    status: 200,
  })),
  'R-7-06 agents/malformed-bodies create-invalid-as-500': onStatus('createAgent', 400, 500),
  'R-7-06 json/created-values field-named-hasownproperty-500': beforeOperation(
    'createAgent',
    ({ body, deployment }) =>
      isObject(body) && Object.hasOwn(body, 'hasOwnProperty')
        ? deployment.errorResponse(500, 'body.hasOwnProperty is not a function')
        : undefined,
  ),
  'R-7-06 json/malformed-creates jackson-control-characters-accepted': repairs((text) =>
    text.replaceAll('\t', '\\t'),
  ),
  'R-7-06 agents/wrong-values validation-only-of-known-types': validatorsByType,
  'R-7-06 agents/wrong-values array-of-one-agent-creates-it': (base) => ({
    readJson: (request) => {
      const body = base.readJson(request);
      const isOne = request.path === '/api/agents' && Array.isArray(body) && body.length === 1;
      return isOne ? (body as unknown[])[0] : body;
    },
  }),
  'R-7-06 agents/list-after-create errors-of-creates-shared': sharedErrorsOfCreates,
  'R-7-06 errors/bodies error-without-translation': errorWithoutTranslation,
  'R-7-09 widget/missing-chatbot-id widget-parameter-missing-as-500': onStatus('getWidgetConfig', 400, 500),
  'R-7-09 widget/other-forms-of-id chatbot-id-empty-first-chatbot': widgetFrom(({ request, store }) =>
    request.query.get('chatbot_id') === '' ? String(store.chatbots[0]?.['chatbot_id']) : undefined,
  ),
});
