import {
  inPlace,
  onChatbot,
  onErrorResponses,
  onFinished,
  onOperation,
  rejectCalls,
} from '../changes/changes.ts';
import { asksForGzip, gzipped, isChat, isList, listOf, respondTo, withHeaders } from '../changes/requests.ts';
import { type Mutant, mutantsOf } from '../mutant.ts';
import type { Change, HttpResponse, JsonObject } from '../server/deployment.ts';
import { bytes, jsonResponse, textResponse } from '../server/responses.ts';
import { keyOf } from '../server/server-state.ts';
import type { IncomingHttpHeaders } from 'node:http';

/** The first configuration that was read, for every chatbot. */
const firstForAll: Change = (base) => {
  let first: JsonObject | undefined;
  return {
    showChatbot: (chatbot, call) => {
      first ??= base.showChatbot(chatbot, call);
      return { ...first, chatbot_id: chatbot['chatbot_id'] };
    },
  };
};

const noInput = { type: 'object', properties: {} };

const errorLabelledGzip = onErrorResponses([400, 403, 404], (response, request) =>
  asksForGzip(request) ? withHeaders(response, { 'content-encoding': 'gzip' }) : response,
);

// ---- Encodings

const unauthorizedLabelledBrotli = onErrorResponses([401], (response, { headers }) =>
  headers['accept-encoding']?.includes('br') ? withHeaders(response, { 'content-encoding': 'br' }) : response,
);

/** Large bodies are rejected by a page of the proxy. */
function bodiesGetPageBeyond(maxBytes: number): Change {
  return inPlace((_response, { body }) =>
    body.length > maxBytes
      ? textResponse(413, 'text/html', '<html><h1>413 Request Entity Too Large</h1></html>')
      : undefined,
  );
}

/** The page of a framework where it has no handler. */
function otherPathsGet(status: number, when: (path: string) => boolean): Change {
  return inPlace((response, { method, path }, call) =>
    response.status === 404 && call === undefined && when(path)
      ? textResponse(status, 'text/html', `<pre>Cannot ${method} ${path}</pre>`)
      : undefined,
  );
}

/** Compresses the list where Accept-Encoding is present, whatever it says. */
const gzipDespiteIdentity = onOperation('listAgents', (response, { request }) =>
  request.headers['accept-encoding'] === undefined
    ? response
    : withHeaders(gzipped(response), { 'content-encoding': 'gzip' }),
);

function onJson(change: (response: HttpResponse) => HttpResponse): Change {
  return onFinished((finished) =>
    /json/.test(finished.headers['content-type'] ?? '') ? change(finished) : finished,
  );
}

/** Middleware that redirects to HTTPS after the handler. */
const createsThenRedirects: Change = (base) => {
  const plain = new WeakSet<IncomingHttpHeaders>();
  return {
    plainHttp: {
      type: 'serve',
      only: (_method, path, headers) => {
        plain.add(headers);
        return path.startsWith('/api/');
      },
    },
    finish: (response, request, call) =>
      plain.has(request.headers)
        ? { status: 308, headers: { location: `https://127.0.0.1${request.path}` }, frames: [] }
        : base.finish(response, request, call),
  };
};

/** Mutants of section 1 of the source. */
export const overviewMutants: readonly Mutant[] = mutantsOf({
  'R-1-01 chat-stream/missing-fields chat-not-implemented': rejectCalls('streamAgentChat', 501),
  'R-1-02 http/writes http-chat-gzip-without-encoding': respondTo(
    (request) => isChat(request) && asksForGzip(request),
    gzipped,
  ),
  'R-1-03 responses/every-response widget-cached-over-stores': firstForAll,
  'R-1-03 widget/configuration widget-agent-unknown': onChatbot((chatbot) => ({
    ...chatbot,
    agent_id: 'agt_7Qx2Lm999999',
  })),
  'R-1-05 mcp/client mcp-output-schema-without-structured-content': listOf({
    inputSchema: noInput,
    outputSchema: noInput,
  }),
  'R-1-06 mcp/client mcp-separate-key': () => ({
    identifyMcp: (request, state) =>
      request.query.get('api_key') === keyOf('mcp') ? state.stores[0] : undefined,
  }),
  'R-1-07 agents/create-and-list list-as-xml': onOperation('listAgents', (response) => ({
    ...jsonResponse(200, '<agents/>'),
    headers: { ...response.headers, 'content-type': 'application/xml' },
  })),
  'R-1-07 errors/bodies error-labelled-gzip': errorLabelledGzip,
  'R-1-07 errors/bodies unauthorized-labelled-brotli': unauthorizedLabelledBrotli,
  'R-1-07 http/reads http-gzip-without-encoding': respondTo(
    (request) => isList(request) && asksForGzip(request),
    gzipped,
  ),
  'R-1-07 responses/every-response responses-begin-with-a-byte-order-mark': onJson((response) => ({
    ...response,
    frames: [bytes('\uFEFF'), ...response.frames],
  })),
  'R-1-07 responses/every-response large-bodies-get-a-page': bodiesGetPageBeyond(64 * 1024),
  'R-1-07 responses/every-response unknown-path-html': otherPathsGet(404, (path) => path === '/api/nothing'),
  'R-1-07 responses/every-response gzip-despite-identity': gzipDespiteIdentity,
  'R-1-07 responses/every-response json-labelled-latin-1': onJson((response) =>
    withHeaders(response, { 'content-type': 'application/json; charset=ISO-8859-1' }),
  ),
  'R-1-08 chat-stream/generated-messages keep-alive-as-empty-data': (base) => ({
    framesOf: (events, turn) =>
      base
        .framesOf(events, turn)
        .flatMap((frame, index) =>
          events[index]?.['type'] === 'tool_use' ? [frame, bytes('data:\n\n')] : [frame],
        ),
  }),
  'R-1-08 chat-stream/reply event-with-type-twice': () => ({
    encodeEvent: (event) =>
      `data: {"type":"Chat${String(event['type'])}",${JSON.stringify(event).slice(1)}\n\n`,
  }),
  'R-1-08 chat-stream/generated-messages event-folded-at-2048': (base) => ({
    encodeEvent: (event, index) =>
      base
        .encodeEvent(event, index)
        .toString()
        .replaceAll(/.{2048}/g, '$&\n'),
  }),
  'R-1-08 responses/every-response reply-as-text-every-11th-time': onOperation(
    'streamAgentChat',
    (response, { state }) =>
      response.status === 200 && state.nextNumber('mutant reply') % 11 === 0
        ? textResponse(200, 'text/plain', 'Hello')
        : response,
  ),
  'R-1-08 responses/every-response reply-ends-with-done-every-7th-time': onOperation(
    'streamAgentChat',
    (response, { state }) =>
      response.status === 200 && state.nextNumber('mutant reply') % 7 === 0
        ? { ...response, frames: [...response.frames, bytes('data: [DONE]\n\n')] }
        : response,
  ),
  'R-1-09 transport/https-only-writes plain-http-create-then-redirect': createsThenRedirects,
  'R-1-09 transport/https-only http-serves-the-embed-script': () => ({
    plainHttp: { type: 'serve', only: (_method, path) => path === '/embed/chatbot.js' },
  }),
  'R-1-09 transport/https-only-reads http-served-with-forged-proto': () => ({
    plainHttp: {
      type: 'serve',
      only: (_method, _path, headers) => headers['x-forwarded-proto'] === 'https',
    },
  }),
  'R-1-10 chat-stream/missing-fields api-without-prefix': ({ finish, errorResponse }) => ({
    finish: (response, request, call) =>
      finish(response.status === 401 ? response : errorResponse(404, 'moved to /agents'), request, call),
  }),
});
