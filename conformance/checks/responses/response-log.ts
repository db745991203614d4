import type { RequirementId } from '../../../generated/requirements.ts';
import type { Clock, Finding, ResponseLog, SeenConversation } from '../../check.ts';
import { describeResponse } from '../../client/describe-exchange.ts';
import { isJson, isObject, mainStore, type ApiRequest, type Exchange, type Target } from '../../exchange.ts';
import { isSameInstant, type Agent } from '../agents/agent-fields.ts';
import { clockWarning } from '../agents/near-clock.ts';
import { verifyCreated } from '../agents/verify-created.ts';
import { hasMorePages, verifyFields, verifyList, verifyListed, verifyUnchanged } from '../agents/verify-list.ts';
import { readReply } from '../chat-stream/read-stream.ts';
import { verifyErrorBody } from '../errors/verify-error.ts';
import { agentsOf } from '../listed-agents.ts';
import { readFields, verifyWidget } from '../widget/verify-widget.ts';
import { verifyJsonText } from './json-text.ts';
import { verifyReplies } from './reply-relations.ts';
import { replyWarnings, type SeenReply } from './reply-warnings.ts';
import {
  clauseOfSuccess,
  isOrdinary,
  isVerifiable,
  operationOf,
  requestBodyOf,
  validOperationOf,
  type OperationName,
} from './valid-request.ts';

/** What a run has seen of one store, in the order of the responses. */
interface SeenStore {
  readonly created: Agent[];
  readonly ids: Set<string>;
  /** The ids of agents that a list had, or that were given. */
  readonly known: Set<string>;
  hasWholeList: boolean;
  /** Valid creates that were 403, as of a full store. */
  readonly full: Exchange[];
  /** The conversations by their ids. */
  readonly conversations: Map<string, SeenConversation>;
  /** The messages of each conversation, by its id. */
  readonly words: Map<string, string>;
  /** The agents as they were first listed, by their ids. */
  readonly listed: Map<unknown, Agent>;
  /** The ids in the first list, undefined before it: an earlier run may have left broken agents. */
  before?: ReadonlySet<unknown>;
  /** The first configuration that was read of each chatbot, by its id. */
  readonly widgets: Map<string, Exchange>;
}

/** A response, and what was known when its request was sent. */
interface Seen {
  readonly exchange: Exchange;
  readonly store: SeenStore;
  readonly otherStores: readonly SeenStore[];
  /** How many agents of the store were created before the request was sent. */
  readonly createdBefore: number;
  /** How many creates were 403 before the request was sent. */
  readonly fullBefore: number;
  /** The clause of a plain request that succeeds whenever it is sent. */
  readonly mustSucceed: RequirementId | undefined;
}

// Source 7: errors of other statuses are left open.
const tableStatuses: Readonly<Record<OperationName, readonly number[]>> = {
  listAgents: [401],
  createAgent: [400, 401, 403, 500],
  streamAgentChat: [400, 401, 404, 429, 500],
  getWidgetConfig: [400, 401, 404, 500],
};

function finding(requirement: RequirementId, expected: string, actual: string): Finding {
  return { requirement, expected, actual };
}

/**
 * Source 4.2: agents that this run did not create stay as they were listed, unless someone changed them; and a create
 * that is not over shows no half of an agent.
 */
function verifyOthers(exchange: Exchange, store: SeenStore): readonly Finding[] {
  const { listed, ids, before } = store;
  const agents = agentsOf(exchange).filter(({ id }) => !ids.has(String(id)));
  store.before ??= new Set(agents.map(({ id }) => id));
  const changed = agents.flatMap((agent) => {
    const first = listed.get(agent['id']) ?? agent;
    listed.set(agent['id'], first);
    return isSameInstant(first['updated_at'], agent['updated_at']) ? verifyUnchanged(first, agent) : [];
  });
  const isNew = ({ id }: Agent): boolean => before !== undefined && !before.has(id);
  return [...changed, ...agents.filter(isNew).flatMap(verifyFields)];
}

/** Source 4.2: the agents that this run created are in every list that was requested afterwards. */
function verifyWholeList({ exchange, store, otherStores, createdBefore }: Seen): readonly Finding[] {
  const own = hasMorePages(exchange) ? [] : verifyListed(store.created.slice(0, createdBefore), exchange);
  const foreign = agentsOf(exchange).find(({ id, name }) =>
    otherStores.some(({ created }) => created.some((agent) => agent['id'] === id && agent['name'] === name)),
  );
  const others = verifyOthers(exchange, store);
  for (const { id } of agentsOf(exchange)) if (typeof id === 'string') store.known.add(id);
  store.hasWholeList ||= agentsOf(exchange).length > 0 && !hasMorePages(exchange);
  const found = [...verifyList(exchange), ...own, ...others];
  if (foreign === undefined) return found;
  const actual = `the other store's agent ${JSON.stringify(foreign['name'])}`;
  return [...found, finding('R-4.2-03', 'agents of the store alone', actual)];
}

/** Source 2.1 and 4.3: the created agent, with an id that no other one of the run has. */
function verifyNewAgent({ exchange, store }: Seen): readonly Finding[] {
  const found = verifyCreated(exchange);
  const { json } = exchange;
  const id = isObject(json) ? json['id'] : undefined;
  if (!isObject(json) || typeof id !== 'string') return found;
  const isRepeated = store.ids.has(id);
  store.ids.add(id);
  store.known.add(id);
  if (!isRepeated) store.created.push(json);
  const repeated = finding('R-2.1-01', 'an id that no other agent has', `${JSON.stringify(id)} again`);
  return isRepeated ? [...found, repeated] : found;
}

/** Source 8: nothing deletes agents, so that a store which takes an agent was not full before. */
function verifyNotFull({ exchange, store, fullBefore }: Seen): readonly Finding[] {
  const [first] = store.full.slice(0, fullBefore);
  if (exchange.status < 200 || exchange.status >= 300 || first === undefined) return [];
  const expected = 'a valid create accepted by a store that takes agents, and no 403';
  return [{ ...finding('R-4.3-10', expected, describeResponse(first)), exchange: first }];
}

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

/** Source 2.4 and 4.1: a new conversation has an id of its own, and a known one keeps its id. */
function verifyConversation({ store, exchange }: Seen, sent: Agent, received: string): readonly Finding[] {
  const { agent_id, conversation_id } = sent;
  const continued = typeof conversation_id === 'string' ? conversation_id : undefined;
  if (continued === undefined) {
    const isRepeated = store.conversations.has(received);
    const { startedAt } = exchange;
    const message = String(sent['message']);
    store.conversations.set(received, { id: received, agentId: String(agent_id), message, startedAt });
    if (!isRepeated) return [];
    return [
      finding('R-4.1-19', 'a new conversation with an id of its own', `${JSON.stringify(received)} again`),
    ];
  }
  if (store.conversations.get(continued)?.agentId !== agent_id || received === continued) return [];
  const actual = JSON.stringify(received);
  return [finding('R-4.1-18', `conversation_id ${JSON.stringify(continued)}`, actual)];
}

// Words of messages that no model writes by itself.
const markedWord = /\bzq\w{3,}xk\b/g;

/** Source 2.4 and 4.1: a reply, with its calls of tools, has no word that another conversation alone has. */
function verifyWords({ exchange, store }: Seen, sent: Agent, id: string | undefined): readonly Finding[] {
  const said = `${store.words.get(id ?? '') ?? ''} ${String(sent['message'])}`;
  if (id !== undefined) store.words.set(id, said);
  const foreign = exchange.text.match(markedWord)?.find((word) => !said.includes(word));
  if (foreign === undefined) return [];
  const requirement = sent['conversation_id'] === undefined ? 'R-4.1-06' : 'R-2.4-01';
  return [finding(requirement, 'a reply of words of its own conversation', `${foreign} of another one`)];
}

/** Source 4.1 and 6. With `stream: false` the shape is open. */
function verifyStream(seen: Seen, replies: SeenReply[]): readonly Finding[] {
  const sent = requestBodyOf(seen.exchange.request);
  if (!isObject(sent) || sent['stream'] === false) return [];
  const reply = readReply(seen.exchange);
  const { lateShare = 0, durationMs } = seen.exchange;
  const isFollowUp = sent['conversation_id'] !== undefined;
  replies.push({ events: reply.events, lateShare, durationMs, exchange: seen.exchange, isFollowUp });
  const id = reply.conversationId;
  const conversation = id === undefined ? [] : verifyConversation(seen, sent, id);
  return [...reply.findings, ...conversation, ...verifyWords(seen, sent, id)];
}

/** Source 2.3: the configuration is read-only in this API, so that a read changes nothing. */
function verifySameWidget({ exchange, store }: Seen, id: string): readonly Finding[] {
  const first = store.widgets.get(id);
  store.widgets.set(id, first ?? exchange);
  if (first === undefined) return [];
  const [before, after] = [first, exchange].map(({ json }) => JSON.stringify(readFields(json)));
  if (before === after) return [];
  return [finding('R-4.4-01', `the configuration that was read before: ${before}`, String(after))];
}

/** Source 1: the agents that power the chatbots of a store are agents of the store. */
function verifyWidgetAgents({ widgets, known, hasWholeList }: SeenStore): readonly Finding[] {
  if (!hasWholeList) return [];
  return [...widgets.values()].flatMap((exchange) => {
    const agent = isObject(exchange.json) ? exchange.json['agent_id'] : undefined;
    if (typeof agent !== 'string' || known.has(agent)) return [];
    const actual = `${JSON.stringify(agent)}, which no list of the store has`;
    return [{ ...finding('R-1-03', 'agent_id names an agent of the store', actual), exchange }];
  });
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

// 409 for two follow-ups at once, and limits, are left open.
const laterStatuses: readonly number[] = [409, 429, 503];

/** The clause of a request that succeeds at any time: the list, a configuration that was read, a message of plain words. */
function clauseOfPlain(request: ApiRequest, url: string, store: SeenStore): RequirementId | undefined {
  const operation = validOperationOf(request, url);
  if (operation === 'listAgents') return clauseOfSuccess.listAgents;
  if (operation === 'getWidgetConfig') {
    const id = new URL(url).searchParams.get('chatbot_id');
    return store.widgets.has(id ?? '') ? clauseOfSuccess.getWidgetConfig : undefined;
  }
  const body = requestBodyOf(request);
  if (operation !== 'streamAgentChat' || !isObject(body)) return undefined;
  const { agent_id, message, conversation_id: id } = body;
  if (!store.known.has(String(agent_id)) || !isOrdinary(message)) return undefined;
  if (id === undefined) return clauseOfSuccess.streamAgentChat;
  const known = store.conversations.get(String(id));
  return known?.agentId === agent_id && isOrdinary(known?.message) ? 'R-4.1-10' : undefined;
}

/** Source 4: what a plain request was once is what it is later, after whatever other requests. */
function verifyPlain({ exchange, mustSucceed }: Seen): readonly Finding[] {
  const { status } = exchange;
  if (mustSucceed === undefined || status < 300 || status >= 500 || laterStatuses.includes(status)) return [];
  return [finding(mustSucceed, 'a plain valid request succeeds, at any time', describeResponse(exchange))];
}

function verifyResponse(seen: Seen, replies: SeenReply[]): readonly Finding[] {
  const { request, url, status } = seen.exchange;
  const operation = operationOf(request, url);
  if (operation === undefined) return [];
  if (status >= 200 && status < 300)
    return isVerifiable(request, url) ? verifySuccess(seen, operation, replies) : [];
  const found = [...verifyPlain(seen), ...verifyError(seen.exchange, operation)];
  const isFault = status >= 500 && validOperationOf(request, url) !== undefined;
  return isFault ? [...verifyNoServerError(seen, operation), ...found] : found;
}

/** Source 7: the errors of the table have its body, whatever was wrong with the request. */
function verifyError(exchange: Exchange, operation: OperationName): readonly Finding[] {
  return tableStatuses[operation].includes(exchange.status) ? verifyErrorBody(exchange) : [];
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

function emptyStore(agentId: string | undefined): SeenStore {
  const known = new Set(agentId === undefined ? [] : [agentId]);
  const maps = { conversations: new Map(), widgets: new Map(), words: new Map(), listed: new Map() };
  return { created: [], full: [], ids: new Set(), known, hasWholeList: false, ...maps };
}

/**
 * Verifies each response of a run against the contract, whichever check asked for it, and what the responses say
 * together: ids of the whole run are unique, and lists have everything that the run created.
 */
export function createResponseLog({ stores, baseUrl }: Target, clock: Clock): ResponseLog {
  const seen = new Map<string, SeenStore>();
  for (const access of Object.values(stores)) {
    if (access !== undefined && !seen.has(access.key)) seen.set(access.key, emptyStore(access.agentId));
  }
  const failing = new Set(Object.values(stores).map((access) => access?.failingAgentId));
  const findings: Finding[] = [];
  const operations = new Set<string>();
  const retries = createRetryCounts();
  const replies: SeenReply[] = [];
  const clocks: { readonly text: string; readonly exchange: Exchange }[] = [];

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
      const createdBefore = store?.created.length ?? 0;
      const fullBefore = store?.full.length ?? 0;
      const url = path.startsWith('/') ? `${baseUrl}${path}` : path;
      const mustSucceed = store && clauseOfPlain(request, url, store);
      return (exchange) => {
        // How plain HTTP is rejected is open (decision 0014).
        if (!exchange.url.startsWith(baseUrl)) return;
        if (credential.type === 'none') add(exchange, verifyKeyless(exchange, [...seen.keys()]));
        if (store === undefined) return;
        const body = requestBodyOf(exchange.request);
        if (isObject(body) && failing.has(String(body['agent_id']))) return;
        const otherStores = [...seen.values()].filter((one) => one !== store);
        const one = { exchange, store, otherStores, createdBefore, fullBefore, mustSucceed };
        add(exchange, verifyResponse(one, replies));
        add(exchange, verifyNoKey(exchange, key ?? '', [...seen.keys()]));
        const operation = operationOf(exchange.request, exchange.url);
        const id = operation === 'createAgent' && isObject(exchange.json) ? exchange.json['id'] : undefined;
        // Of an invalid create, too: that it was accepted is a finding of its own.
        if (typeof id === 'string') store.ids.add(id);
        if (operation === 'createAgent' && isVerifiable(exchange.request, exchange.url)) {
          add(exchange, verifyNotFull(one));
          if (exchange.status === 403) store.full.push(exchange);
        }
        if (operation !== undefined) add(exchange, [...verifyJsonText(exchange), ...verifyEncoding(exchange)]);
        if (operation !== undefined && exchange.status < 300) operations.add(operation);
        retries.add(exchange);
        const text = operation === 'createAgent' ? clockWarning(exchange, clock.now()) : undefined;
        if (text !== undefined) clocks.push({ text, exchange });
      };
    },
    findings: () => [
      ...[...findings, ...retries.findings(), ...verifyReplies(replies)],
      ...[...seen.values()].flatMap(verifyWidgetAgents),
    ],
    succeeded: (operation) => operations.has(operation),
    made: () => {
      const { created = [], conversations } = seen.get(stores.main.key) ?? {};
      return { agents: created, conversations: [...(conversations?.values() ?? [])] };
    },
    warnings: () => [...clocks.slice(0, 1), ...replyWarnings(replies)],
  };
}
