import type { Finding } from '../check.ts';
import { describeResponse } from '../client/describe-exchange.ts';
import { asksToWait } from '../client/rate-limit-queue.ts';
import { isJson, isObject, type Exchange } from '../exchange.ts';
import { readReply } from './read-stream.ts';
import { verifyErrorBody } from './verify-error.ts';
import { verifyWidget } from './verify-widget.ts';
import { verifyJsonText } from './json-text.ts';
import type { SeenReply } from './reply-texts.ts';
import {
  finding,
  verifyConversation,
  verifyNewAgent,
  verifyNotFull,
  verifyPlain,
  verifySameWidget,
  verifyWholeList,
  verifyWords,
  type Seen,
  verifyWidgetAgents,
} from './seen-store.ts';
import {
  clauseOfSuccess,
  hasPlainHeaders,
  isVerifiable,
  operationOf,
  requestBodyOf,
  validOperationOf,
  type OperationName,
} from './valid-request.ts';

// Source 7: errors of other statuses are left open.
const tableStatuses: Readonly<Record<OperationName, readonly number[]>> = {
  listAgents: [401],
  createAgent: [400, 401, 403, 500],
  streamAgentChat: [400, 401, 404, 429, 500],
  getWidgetConfig: [400, 401, 404, 500],
};

/** Source 5.9: no response has the key of another store, and a widget configuration, which pages read, has none. */
export function verifyNoKey(exchange: Exchange, own: string, keys: readonly string[]): readonly Finding[] {
  const shown = keys.filter((key) => exchange.text.includes(key));
  if (shown.some((key) => key !== own))
    return [finding('R-5-14', 'no-foreign-key-in-response', 'a key in it')];
  const isOfPages = operationOf(exchange.request, exchange.url) === 'getWidgetConfig';
  return isOfPages && shown.length > 0 ? [finding('R-5-10', 'no-key-in-widget', 'the key in it')] : [];
}

/** Source 4.1 and 6. With `stream: false` the shape is open. */
function verifyStream(seen: Seen, replies: SeenReply[]): readonly Finding[] {
  const sent = requestBodyOf(seen.exchange.request);
  if (!isObject(sent) || sent['stream'] === false) return [];
  const reply = readReply(seen.exchange);
  const { isStreamed = false, durationMs } = seen.exchange;
  const isFollowUp = sent['conversation_id'] !== undefined;
  replies.push({ events: reply.events, isStreamed, durationMs, exchange: seen.exchange, isFollowUp });
  const id = reply.conversationId;
  const conversation = id === undefined ? [] : verifyConversation(seen, sent, id);
  const { conversation_id: continued } = sent;
  // A reply that failed has no end event, and may have words of the conversation that it continues.
  const own = id ?? (typeof continued === 'string' ? continued : undefined);
  return [...reply.findings, ...conversation, ...verifyWords(seen, sent, own)];
}

function verifySuccess(seen: Seen, operation: OperationName, replies: SeenReply[]): readonly Finding[] {
  switch (operation) {
    case 'listAgents':
      return [...verifyWholeList(seen), ...verifyWidgetAgents(seen.store)];
    case 'createAgent':
      return verifyNewAgent(seen);
    case 'streamAgentChat':
      return verifyStream(seen, replies);
    case 'getWidgetConfig': {
      const id = new URL(seen.exchange.url).searchParams.get('chatbot_id');
      if (id === null) return [];
      const media = isJson(seen.exchange)
        ? []
        : [finding('R-1-07', 'stream-is-json', describeResponse(seen.exchange))];
      return [...media, ...verifyWidget(seen.exchange.json, id), ...verifySameWidget(seen, id)];
    }
    default:
      return operation satisfies never;
  }
}

/** Source 7: a 5xx reports an error of the server, and nothing is wrong with the request. */
function verifyNoServerError({ exchange, store }: Seen, operation: OperationName): readonly Finding[] {
  const body = requestBodyOf(exchange.request);
  const agent = isObject(body) ? body['agent_id'] : undefined;
  if (operation === 'streamAgentChat' && !store.known.has(String(agent))) return [];
  return [finding(clauseOfSuccess[operation], 'no-server-error', describeResponse(exchange))];
}

export function verifyResponse(seen: Seen, replies: SeenReply[]): readonly Finding[] {
  const { exchange } = seen;
  const { request, url, status } = exchange;
  const operation = operationOf(request, url);
  if (operation === undefined) return [];
  const text = [...verifyJsonText(exchange), ...verifyEncoding(exchange)];
  if (status >= 200 && status < 300) {
    if (!isVerifiable(request, url)) return text;
    const full = operation === 'createAgent' ? verifyNotFull(seen) : [];
    return [...verifySuccess(seen, operation, replies), ...full, ...text];
  }
  const isFault = status >= 500 && !asksToWait(exchange) && validOperationOf(request, url) !== undefined;
  const fault = isFault ? verifyNoServerError(seen, operation) : [];
  const key = verifyKeyAccepted(exchange);
  return [...fault, ...key, ...verifyPlain(seen), ...verifyError(exchange, operation), ...text];
}

/** Keeps what a create says about the store: an id, also of an invalid create, or that it is full. */
export function noteCreate({ exchange, store }: Seen): void {
  const { json, status, request, url } = exchange;
  const id = isObject(json) ? json['id'] : undefined;
  if (typeof id === 'string') store.ids.add(id);
  store.creates.push(exchange);
  if (status === 403 && isVerifiable(request, url)) store.full.push(exchange);
}

// Others may be of a parser of HTTP or a firewall, which send pages of their own.
const jsonStatuses = [404, 405, 409, 413, 414, 415, 422, 429];

/**
 * Source 7: the errors of the table have its body, whatever was wrong with the request. Source 1: those of other statuses
 * are JSON (decision 0048).
 */
function verifyError(exchange: Exchange, operation: OperationName): readonly Finding[] {
  const { status, bytes } = exchange;
  if (tableStatuses[operation].includes(status)) return verifyErrorBody(exchange);
  if (!jsonStatuses.includes(status) || bytes.length === 0 || isJson(exchange))
    return verifyOwnStatus(exchange);
  return [finding('R-1-07', 'response-is-json', describeResponse(exchange))];
}

/** Source 2.5: an error body of any status says that status, where it has one of HTTP. */
function verifyOwnStatus(exchange: Exchange): readonly Finding[] {
  const { error, status } = isObject(exchange.json) ? exchange.json : {};
  const isOther = Number.isInteger(status) && status !== exchange.status;
  if (typeof error !== 'string' || !isOther || Number(status) < 100 || Number(status) > 599) return [];
  return [finding('R-2.5-03', ['error-status-is-http-status', exchange.status], describeResponse(exchange))];
}

const apiPath = /^\/api(?:\/[\w-]+)*$/;
const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

/** Source 1 and 2.5: plain paths under /api that are no operations are JSON, too (decision 0048), with any key or none. */
export function verifyOtherPath(exchange: Exchange, mcpUrl = 'none'): readonly Finding[] {
  const { request, url, status, bytes } = exchange;
  if (operationOf(request, url) !== undefined || url.startsWith(mcpUrl)) return [];
  const isPlain = apiPath.test(new URL(url).pathname) && methods.includes(request.method);
  if (!isPlain || ![401, 404, 405].includes(status) || bytes.length === 0) return [];
  if (isJson(exchange)) return verifyOwnStatus(exchange);
  return [finding('R-1-07', 'unknown-path-is-json', describeResponse(exchange))];
}

/** Source 5.2: a plain request with the key of a store is never one with an invalid key. */
function verifyKeyAccepted(exchange: Exchange): readonly Finding[] {
  if (exchange.status !== 401 || !hasPlainHeaders(exchange.request)) return [];
  return [finding('R-5-02', 'key-accepted-any-time', describeResponse(exchange))];
}

/** Source 1: a body in an encoding that the client has not offered is no JSON to it. Without a header any may be used. */
function verifyEncoding({ request, headers }: Exchange): readonly Finding[] {
  const encoding = headers['content-encoding'] ?? 'identity';
  const offered = request.headers?.['accept-encoding'] ?? '*';
  if (encoding === 'identity' || offered.includes('*') || offered.includes(encoding)) return [];
  return [finding('R-1-07', ['accepted-encoding', offered], encoding)];
}

/** Source 7: a key that is rejected is a rejection of the table, too. */
export function verifyRejection(exchange: Exchange): readonly Finding[] {
  const operation = operationOf(exchange.request, exchange.url);
  return operation === undefined || exchange.status < 300 ? [] : verifyError(exchange, operation);
}

/** Source 5.1: whatever else a request has, it does not succeed without a key. */
export function verifyKeyless(exchange: Exchange, keys: readonly string[]): readonly Finding[] {
  const { request, url, status } = exchange;
  const operation = operationOf(request, url);
  // Whether another header or a parameter takes the key is open (decision 0028).
  const sent = `${url} ${JSON.stringify(request.headers ?? {})}`;
  if (operation === undefined || keys.some((key) => sent.includes(key))) return [];
  if (status >= 300) return verifyError(exchange, operation);
  // A page of another path, which some headers ask for.
  if (/^text\/html/i.test(exchange.headers['content-type'] ?? '')) return [];
  return [finding('R-5-01', 'no-success-without-key', describeResponse(exchange))];
}
