import { repairs } from '../changes/agents.ts';
import { acceptCreate, beforeOperation, onErrorResponses, onStatus } from '../changes/changes.ts';
import { failsOnChat, firstLanguage, isForeign } from '../changes/requests.ts';
import { type Mutant, mutantsOf } from '../mutant.ts';
import type { Change } from '../server/deployment.ts';
import { isObject } from '../server/responses.ts';

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
  'R-7-06 agents/open-points name-beyond-its-column-500': longNameFails,
  'R-7-06 agents/required-fields error-as-200': onErrorResponses([400], (response) => ({
    ...response,
    status: 200,
  })),
  'R-7-06 agents/malformed-bodies create-invalid-as-500': onStatus('createAgent', 400, 500),
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
  'R-7-06 errors/bodies error-without-translation': errorWithoutTranslation,
  'R-7-09 widget/missing-chatbot-id widget-parameter-missing-as-500': onStatus('getWidgetConfig', 400, 500),
});
