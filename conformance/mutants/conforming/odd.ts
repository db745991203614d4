import type {
  Call,
  Deployment,
  HttpRequest,
  HttpResponse,
  JsonObject,
  ServerState,
  Store,
  Turn,
} from '../server/deployment.ts';
import { admitByBucket, retryAfterDate } from '../server/limits.ts';
import { continueOrStart, operations } from '../server/operations.ts';
import { eventsWithParallelTools } from '../server/chat-reply.ts';
import { storeOfKey } from '../server/server-state.ts';
import { bytes, changeJson, isObject, jsonResponse, textResponse } from '../server/responses.ts';
import { maximal } from './maximal.ts';

const offsetHours = 2;
const modulePrelude = '/* chatbot */ "use strict"; var o = document.currentScript; ';
const script = `${modulePrelude}var id = o.getAttribute("data-chatbot-id"); if (id) { console.log(id); }`;

function redirectToHttps(path: string, port: number): HttpResponse {
  return { status: 308, headers: { location: `https://127.0.0.1:${port}${path}` }, frames: [] };
}

/** The key in a query parameter, in another header or in a cookie. */
function keyElsewhere({ query, headers }: HttpRequest, state: ServerState): Store | undefined {
  const cookie = /\bapi_key=([^;]+)/.exec(headers.cookie ?? '')?.[1];
  const keys = [query.get('api_key'), headers['x-api-key'], cookie];
  return keys.map((key) => storeOfKey(String(key), state)).find((store) => store !== undefined);
}

/** ISO 8601 with an offset and without fractional seconds. */
function localTimestamp(milliseconds: number): string {
  const shifted = new Date(milliseconds + offsetHours * 3_600_000).toISOString();
  return `${shifted.slice(0, 19)}+0${offsetHours}:00`;
}

function idOf(kind: 'agent' | 'conversation', count: number): string {
  return kind === 'agent'
    ? `stores/3/agents/${1000 + count}`
    : `${count}c0ffee-0000-4000-8000-00000000000${count % 10}`;
}

function withExtras(value: JsonObject): JsonObject {
  return { object: 'thing', ...value, links: { self: '/api' }, revision: 7 };
}

/** Returns optional fields that were not sent as null. */
function newAgent(input: JsonObject, call: Call): JsonObject {
  const agent = maximal.newAgent(input, call);
  const config = { mcp_capabilities: null, ...(agent['config'] as JsonObject) };
  return { description: null, ...agent, config };
}

/** SSE with comments, `retry`, `event` and `id` fields, CRLF, and no space after the colon. */
function encodeOddly(event: JsonObject, index: number): string {
  const comment = index % 2 === 0 ? ': still here\r\n\r\n' : '';
  const retry = index === 0 ? 'retry: 3000\r\n' : '';
  const name = `event: ${String(event['type'])}\r\nid: ${index}\r\n`;
  return `${comment}${retry}${name}data:${JSON.stringify({ seq: index, ...event })}\r\n\r\n`;
}

const maxMessageLength = 4000;

/** Fails on a long message with an error event that has extra fields. */
function eventsOrError(turn: Turn): readonly JsonObject[] {
  if (turn.message.length <= maxMessageLength) return eventsWithParallelTools(turn);
  return [
    { type: 'text', content: 'Let me see' },
    { type: 'error', message: 'the model gave up', code: 'overloaded', retryable: true },
  ];
}

function createAgent(call: Call) {
  const response = operations.createAgent(call);
  return response.status === 201 ? { ...changeJson(response, withExtras), status: 200 } : response;
}

/** Accepts any agent_id: an invalid one is then a 404 instead of a 400. */
function validateChatExceptId(body: unknown): string | undefined {
  const id = isObject(body) ? body['agent_id'] : undefined;
  return maximal.validateChat(
    id === undefined || id === null ? body : { ...(body as JsonObject), agent_id: 'any' },
  );
}

/** Unusual but legal: does everything that the source leaves open in another way. */
export const odd: Deployment = {
  ...maximal,
  name: 'odd',
  plainHttp: { type: 'fixed', respond: redirectToHttps },
  identify: (request, state) => maximal.identify(request, state) ?? keyElsewhere(request, state),
  counts: (call) => call.operation === 'streamAgentChat',
  admit: admitByBucket,
  retryAfter: retryAfterDate,
  newId: idOf,
  timestamp: localTimestamp,
  newAgent,
  showListed: (agents) => agents.map((agent) => withExtras({ ...agent, status: 'draft' })).toReversed(),
  showChatbot: withExtras,
  validateChat: validateChatExceptId,
  findConversation: continueOrStart,
  eventsOf: (turn) => [{ type: 'thinking', about: 'the message' }, ...eventsOrError(turn)],
  encodeEvent: encodeOddly,
  framesOf: (events, turn) => [
    bytes('\uFEFF: welcome\r\n\r\n'),
    ...maximal.framesOf(events, turn),
    bytes(': bye\r\n\r\n'),
  ],
  operations: { ...operations, createAgent },
  embed: () => textResponse(200, 'application/x-javascript', script),
  errorResponse: (status, error, headers) =>
    jsonResponse(
      status,
      { trace: 'f3', error: `Fehler: ${error}`, status },
      { ...headers, 'content-type': 'application/json; charset=utf-8' },
    ),
  finish: (response) => ({ ...response, headers: { ...response.headers, 'x-powered-by': 'oddness' } }),
};
