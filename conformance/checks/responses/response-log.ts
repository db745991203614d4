import type { Finding, ResponseLog } from '../../check.ts';
import { describeResponse } from '../../client/describe-exchange.ts';
import { asksToWait } from '../../client/rate-limit-queue.ts';
import { isJson, isObject, mainStore, type ApiRequest, type Exchange, type Target } from '../../exchange.ts';
import type { Agent } from '../agents/agent-fields.ts';
import { clockWarnings, verifyAdvance } from '../agents/near-clock.ts';
import { readReply } from '../chat-stream/read-stream.ts';
import { verifyErrorBody } from '../errors/verify-error.ts';
import { verifyWidget } from '../widget/verify-widget.ts';
import { notShownBy } from './evidence.ts';
import { verifyJsonText } from './json-text.ts';
import { verifyReplies } from './reply-relations.ts';
import { replyWarnings, type SeenReply } from './reply-warnings.ts';
import {
  clauseOfPlain,
  emptyStore,
  finding,
  noteSentCreate,
  verifyConversation,
  verifyNewAgent,
  verifyNotFull,
  verifyPlain,
  verifySameWidget,
  verifyStrays,
  verifyWholeList,
  verifyWidgetAgents,
  verifyWords,
  type Seen,
  type SeenStore,
} from './seen-store.ts';
import { createSilences } from './silences.ts';
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
function verifyNoKey(exchange: Exchange, own: string, keys: readonly string[]): readonly Finding[] {
  const shown = keys.filter((key) => exchange.text.includes(key));
  if (shown.some((key) => key !== own))
    return [finding('R-5-14', 'a response without the key of another store', 'a key in it')];
  const isOfPages = operationOf(exchange.request, exchange.url) === 'getWidgetConfig';
  return isOfPages && shown.length > 0
    ? [finding('R-5-10', 'a widget configuration without the API key', 'the key in it')]
    : [];
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
      return verifyWholeList(seen);
    case 'createAgent':
      return verifyNewAgent(seen);
    case 'streamAgentChat':
      return verifyStream(seen, replies);
    case 'getWidgetConfig': {
      const id = new URL(seen.exchange.url).searchParams.get('chatbot_id');
      if (id === null) return [];
      const media = isJson(seen.exchange) ? [] : [finding('R-1-07', 'JSON', describeResponse(seen.exchange))];
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
  const expected = 'a valid request succeeds, and is no error of the server';
  return [finding(clauseOfSuccess[operation], expected, describeResponse(exchange))];
}

function verifyResponse(seen: Seen, replies: SeenReply[]): readonly Finding[] {
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
function noteCreate({ exchange, store }: Seen): void {
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
  return [finding('R-1-07', 'a JSON response', describeResponse(exchange))];
}

/** Source 2.5: an error body of any status says that status, where it has one of HTTP. */
function verifyOwnStatus(exchange: Exchange): readonly Finding[] {
  const { error, status } = isObject(exchange.json) ? exchange.json : {};
  const isOther = Number.isInteger(status) && status !== exchange.status;
  if (typeof error !== 'string' || !isOther || Number(status) < 100 || Number(status) > 599) return [];
  return [finding('R-2.5-03', `status in the body is ${exchange.status}`, describeResponse(exchange))];
}

const apiPath = /^\/api(?:\/[\w-]+)*$/;
const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

/** Source 1 and 2.5: plain paths under /api that are no operations are JSON, too (decision 0048), with any key or none. */
function verifyOtherPath(exchange: Exchange, mcpUrl = 'none'): readonly Finding[] {
  const { request, url, status, bytes } = exchange;
  if (operationOf(request, url) !== undefined || url.startsWith(mcpUrl)) return [];
  const isPlain = apiPath.test(new URL(url).pathname) && methods.includes(request.method);
  if (!isPlain || ![401, 404, 405].includes(status) || bytes.length === 0) return [];
  if (isJson(exchange)) return verifyOwnStatus(exchange);
  return [finding('R-1-07', 'a JSON response, at any path under /api', describeResponse(exchange))];
}

/** Source 5.2: a plain request with the key of a store is never one with an invalid key. */
function verifyKeyAccepted(exchange: Exchange): readonly Finding[] {
  if (exchange.status !== 401 || !hasPlainHeaders(exchange.request)) return [];
  return [finding('R-5-02', 'the key of a store accepted, at any time', describeResponse(exchange))];
}

/** Source 1: a body in an encoding that the client has not offered is no JSON to it. Without a header any may be used. */
function verifyEncoding({ request, headers }: Exchange): readonly Finding[] {
  const encoding = headers['content-encoding'] ?? 'identity';
  const offered = request.headers?.['accept-encoding'] ?? '*';
  if (encoding === 'identity' || offered.includes('*') || offered.includes(encoding)) return [];
  return [finding('R-1-07', `JSON in an encoding of Accept-Encoding: ${offered}`, encoding)];
}

/** Source 5.1: whatever else a request has, it does not succeed without a key. */
function verifyKeyless(exchange: Exchange, keys: readonly string[]): readonly Finding[] {
  const { request, url, status } = exchange;
  const operation = operationOf(request, url);
  // Whether another header or a parameter takes the key is open (decision 0028).
  const sent = `${url} ${JSON.stringify(request.headers ?? {})}`;
  if (operation === undefined || keys.some((key) => sent.includes(key))) return [];
  if (status >= 300) return verifyError(exchange, operation);
  // A page of another path, which some headers ask for.
  if (/^text\/html/i.test(exchange.headers['content-type'] ?? '')) return [];
  return [finding('R-5-01', 'no success without a key', describeResponse(exchange))];
}

const minFlaky = 3;
const minFlakyShare = 0.05;

/** Counts the valid requests of each operation that failed with a 5xx, and succeeded when they were sent again. */
function createRetryCounts() {
  const counts = new Map<OperationName, { all: number; readonly again: Exchange[] }>();
  return {
    add: (exchange: Exchange): void => {
      const operation = validOperationOf(exchange.request, exchange.url);
      if (operation === undefined) return;
      const count = counts.get(operation) ?? { all: 0, again: [] };
      count.all += 1;
      if (exchange.firstStatus !== undefined) count.again.push(exchange);
      counts.set(operation, count);
    },
    /** One fault is an accident, and a warning; several are a clause's failure. */
    findings: (): readonly Finding[] =>
      [...counts].flatMap(([operation, { all, again }]) => {
        const [first] = again;
        if (first === undefined || again.length < minFlaky || again.length < all * minFlakyShare) return [];
        const actual = `flaky: ${again.length} of ${all} failed, such as with ${first.firstStatus}, and succeeded when sent again`;
        const expected = 'valid requests succeed the first time, at once too';
        return [{ requirement: clauseOfSuccess[operation], expected, actual, exchange: first }];
      }),
  };
}

/** What the responses of a store say together. */
const verifyStore = (store: SeenStore): readonly Finding[] => [
  ...verifyWidgetAgents(store),
  ...verifyStrays(store),
  ...verifyAdvance(store.creates),
];

/** The stores by their keys. */
function storesOf(stores: Target['stores']): ReadonlyMap<string, SeenStore> {
  const seen = new Map<string, SeenStore>();
  for (const access of Object.values(stores)) {
    if (access !== undefined && !seen.has(access.key)) seen.set(access.key, emptyStore(access.agentId));
  }
  return seen;
}

/** The agent that a request is for. */
function agentOf({ request }: Exchange): unknown {
  const body = requestBodyOf(request);
  return isObject(body) ? body['agent_id'] : undefined;
}

/** What is known of a store when a request to it is sent. */
function knownWhenSent(
  request: ApiRequest,
  url: string,
  store: SeenStore,
): Omit<Seen, 'exchange' | 'store' | 'otherStores'> {
  if (operationOf(request, url) === 'createAgent') noteSentCreate(request, store);
  return {
    createdBefore: store.created.length,
    fullBefore: store.full.length,
    mustSucceed: clauseOfPlain(request, url, store),
  };
}

/**
 * Verifies each response of a run against the contract, whichever check asked for it, and what the responses say
 * together: ids of the whole run are unique, and lists have everything that the run created.
 */
export function createResponseLog({ stores, baseUrl, mcpUrl }: Target): ResponseLog {
  const seen = storesOf(stores);
  const failing = Object.values(stores).flatMap((access) => access?.failingAgentId ?? []);
  const findings: Finding[] = [];
  const creates = (): readonly Exchange[] => [...seen.values()].flatMap((store) => store.creates);
  const agents = (): readonly Agent[] =>
    [...seen.values()].flatMap(({ created, listed }) => [...listed.values(), ...created]);
  const operations = new Set<string>();
  const retries = createRetryCounts();
  const silences = createSilences();
  const replies: SeenReply[] = [];

  const add = (exchange: Exchange, found: readonly Finding[]): void => {
    for (const one of found) {
      const isKnown = findings.some(
        ({ requirement, expected }) => requirement === one.requirement && expected === one.expected,
      );
      if (!isKnown) findings.push({ exchange, ...one });
    }
  };

  return {
    start: (request) => {
      const { credential = mainStore, path } = request;
      const key = credential.type === 'store' ? stores[credential.store]?.key : undefined;
      const store = key === undefined ? undefined : seen.get(key);
      const url = path.startsWith('/') ? `${baseUrl}${path}` : path;
      const known = store && knownWhenSent(request, url, store);
      const onResponse = (exchange: Exchange): void => {
        // How plain HTTP is rejected is open (decision 0014).
        if (!exchange.url.startsWith(baseUrl)) return;
        silences.responded(exchange);
        add(exchange, verifyOtherPath(exchange, mcpUrl));
        if (credential.type === 'none') add(exchange, verifyKeyless(exchange, [...seen.keys()]));
        if (store === undefined || known === undefined) return;
        if (failing.some((id) => id === agentOf(exchange))) return;
        const otherStores = [...seen.values()].filter((one) => one !== store);
        const one = { exchange, store, otherStores, ...known };
        add(exchange, [
          ...verifyResponse(one, replies),
          ...verifyNoKey(exchange, key ?? '', [...seen.keys()]),
        ]);
        const operation = operationOf(exchange.request, exchange.url);
        if (operation === 'createAgent') noteCreate(one);
        if (operation !== undefined && exchange.status < 300) operations.add(operation);
        retries.add(exchange);
      };
      return { onResponse, onSilence: silences.wasSilent };
    },
    findings: () => [
      ...[...silences.findings(), ...findings, ...retries.findings()],
      ...verifyReplies(replies, agents()),
      ...[...seen.values()].flatMap(verifyStore),
    ],
    succeeded: (operation) => operations.has(operation),
    made: () => {
      const { created = [], conversations } = seen.get(stores.main.key) ?? {};
      return { agents: created, conversations: [...(conversations?.values() ?? [])] };
    },
    warnings: () => [...clockWarnings(creates()), ...replyWarnings(replies)],
    notShown: () => notShownBy(replies),
  };
}
