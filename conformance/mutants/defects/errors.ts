import type { Change, JsonObject } from '../server/deployment.ts';
import { mutantsOf, type Mutant } from '../mutant.ts';
import { changeJson, textResponse, without } from '../server/responses.ts';
import { beforeOperation, onErrorResponses, onStatus } from './changes.ts';

const errorStatuses = [400, 401, 403, 404, 429];

function onBodies(
  change: (body: JsonObject) => unknown,
  statuses: readonly number[] = errorStatuses,
): Change {
  return onErrorResponses(statuses, (response) => changeJson(response, change));
}

/** Messages of errors in two languages. */
const untranslated = onErrorResponses([...errorStatuses, 500], (response, { headers }) =>
  /^(?:en|de|\*)/.test(headers['accept-language'] ?? 'en')
    ? response
    : changeJson(response, (body) => without(body, 'error')),
);

/** Defects of error responses: source 2.5 and 7. */
export const errorMutants: readonly Mutant[] = [
  ...mutantsOf('R-2.5-01', 'errors/bodies', {
    'error-missing-in-other-languages': untranslated,
    'error-renamed': onBodies((body) => ({ message: body['error'], status: body['status'] })),
    'error-object': onBodies((body) => ({ ...body, error: { message: body['error'] } })),
    'error-number': onBodies((body) => ({ ...body, error: 1042 })),
    'error-as-key-of-a-translation': onBodies((body) => ({ ...body, error: 'errors.request_invalid' })),
    'error-as-code': onBodies((body) => ({ ...body, error: 'INVALID_REQUEST' })),
    'error-of-a-validator-as-json': onBodies((body) => ({
      ...body,
      error: JSON.stringify([{ code: 'invalid_type', message: body['error'] }], null, 2),
    })),
    'error-with-stack': onBodies((body) => ({
      ...body,
      error: `Error: ${String(body['error'])}\n    at validate (file:///srv/app/validate.js:12:9)`,
    })),
    'error-is-a-page': onBodies((body) => ({ ...body, error: '<html><body>Bad request</body></html>' })),
    'error-wrapped': onBodies((body) => ({ errors: [body] })),
  }),
  ...mutantsOf('R-2.5-02', 'errors/bodies', {
    'error-status-missing': onBodies((body) => without(body, 'status')),
    'error-status-text': onBodies((body) => ({ ...body, status: String(body['status']) })),
    'error-status-word': onBodies((body) => ({ ...body, status: 'error' })),
    'error-status-of-401-missing': onBodies((body) => without(body, 'status'), [401]),
  }),
  ...mutantsOf('R-2.5-03', 'responses/every-response', {
    'error-405-with-the-body-of-404': onErrorResponses([404], (response, { method, path }) =>
      path === '/api/agents' && !['GET', 'POST'].includes(method) ? { ...response, status: 405 } : response,
    ),
  }),
  ...mutantsOf('R-2.5-03', 'errors/bodies', {
    'error-status-500': onBodies((body) => ({ ...body, status: 500 })),
    'error-status-of-404-is-400': onBodies((body) => ({ ...body, status: 400 }), [404]),
  }),
  ...mutantsOf('R-7-13', 'agents/malformed-bodies', {
    'error-html': onErrorResponses([400, 404], (response) =>
      textResponse(response.status, 'text/html', '<h1>Bad request</h1>'),
    ),
  }),
  ...mutantsOf('R-1-07', 'errors/bodies', {
    'error-html-for-401': onErrorResponses([401], (response) =>
      textResponse(response.status, 'text/html', '<h1>Who are you?</h1>'),
    ),
    'error-json-as-html': onErrorResponses(errorStatuses, (response) => ({
      ...response,
      headers: { ...response.headers, 'content-type': 'text/html' },
    })),
  }),
  ...mutantsOf('R-7-13', 'errors/bodies', {
    'error-empty': onErrorResponses([404], (response) => ({ ...response, headers: {}, frames: [] })),
    'error-of-chat-as-event': onErrorResponses(errorStatuses, (response, { path }) =>
      path === '/api/agents/chat/stream'
        ? textResponse(response.status, 'text/event-stream', 'data: {"type":"error"}\n\n')
        : response,
    ),
  }),
  ...mutantsOf('R-7-06', 'agents/malformed-bodies', {
    'error-as-200': onErrorResponses([400], (response) => ({ ...response, status: 200 })),
    'create-invalid-as-422': onStatus('createAgent', 400, 422),
    'create-invalid-as-500': onStatus('createAgent', 400, 500),
    'create-broken-json-as-500': beforeOperation('createAgent', ({ body, deployment }) =>
      body === undefined ? deployment.errorResponse(500, 'Unexpected token') : undefined,
    ),
    'create-null-as-500': beforeOperation('createAgent', ({ body, deployment }) =>
      body === null || Array.isArray(body)
        ? deployment.errorResponse(500, 'cannot read a property')
        : undefined,
    ),
  }),
  ...mutantsOf('R-7-09', 'widget/missing-chatbot-id', {
    'widget-parameter-missing-as-404': onStatus('getWidgetConfig', 400, 404),
    'widget-parameter-missing-as-500': onStatus('getWidgetConfig', 400, 500),
  }),
  ...mutantsOf('R-7-10', 'widget/unknown-chatbot', {
    'widget-unknown-as-400': onStatus('getWidgetConfig', 404, 400),
    'widget-unknown-as-500': onStatus('getWidgetConfig', 404, 500),
  }),
];
