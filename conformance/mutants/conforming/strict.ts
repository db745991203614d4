import type { Call, Deployment, HttpResponse } from '../server/deployment.ts';
import { continueOrReject, operations } from '../server/operations.ts';
import { jsonResponse, textResponse } from '../server/responses.ts';
import { validateChat, validateCreate, type Strictness } from '../server/validation.ts';
import { maximal } from './maximal.ts';

const strictness: Strictness = {
  knownAgentTypes: ['customer_support', 'product_recommendation'],
  knownCapabilities: ['catalog'],
  unknownFields: 'rejected',
  maxStringLength: 120,
  emptyStrings: 'rejected',
  integerTokens: true,
};

const maxBodyBytes = 16_384;

/** Checks the media type and the size first, with statuses beyond the source's table. */
function guarded(operation: (call: Call) => HttpResponse): (call: Call) => HttpResponse {
  return (call) => {
    if (!/^application\/json\b/i.test(call.request.headers['content-type'] ?? '')) {
      return call.deployment.errorResponse(415, 'send application/json');
    }
    if (call.request.body.length > maxBodyBytes) return call.deployment.errorResponse(413, 'too large');
    return operation(call);
  };
}

/** Returns one JSON object for `stream: false`. */
function chat(call: Call): HttpResponse {
  const response = operations.streamAgentChat(call);
  const body = call.body as { stream?: boolean } | undefined;
  return body?.stream === false && response.status === 200
    ? jsonResponse(200, { reply: 'Hello', ok: true })
    : response;
}

/** Rejects parameters that the operation does not have. */
function widgetConfig(call: Call): HttpResponse {
  const { size } = call.request.query;
  return size > 1
    ? call.deployment.errorResponse(400, 'unknown parameter')
    : operations.getWidgetConfig(call);
}

/** Rejects what the source allows to reject: unknown types and fields, empty and long strings, other parameters and media types. */
export const strict: Deployment = {
  ...maximal,
  name: 'strict',
  plainHttp: { type: 'fixed', respond: () => textResponse(400, 'text/html', '<h1>400 speak TLS</h1>') },
  validateCreate: validateCreate(strictness),
  validateChat: validateChat(strictness),
  newId: (_kind, count) => `8f14e45f-ceea-467f-a9ba-${(0xabc000000000 + count * 7919).toString(16)}`,
  timestamp: (milliseconds) =>
    new Date(milliseconds)
      .toISOString()
      .replace('.', ',')
      .replace(/(\d{3})Z$/, '$1000Z'),
  findConversation: continueOrReject,
  operations: {
    ...operations,
    createAgent: guarded(operations.createAgent),
    streamAgentChat: guarded(chat),
    getWidgetConfig: widgetConfig,
  },
  encodeEvent: (event) => `data:   ${JSON.stringify(event)}\r\r`,
};
