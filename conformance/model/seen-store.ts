import type { RequirementId } from '../../generated/requirements.ts';
import type { Expectation, Finding, SeenConversation } from '../check.ts';
import { describeResponse, showValue } from '../client/describe-exchange.ts';
import { isObject, type ApiRequest, type Exchange } from '../exchange.ts';
import { valueAt } from '../arbitraries/violations.ts';
import { isSameInstant, type Agent } from './agent-fields.ts';
import { verifyCreated } from './verify-created.ts';
import { hasMorePages, verifyFields, verifyList, verifyListed, verifyUnchanged } from './verify-list.ts';
import { agentsOf } from './listed-agents.ts';
import { readFields } from './verify-widget.ts';
import { clauseOfSuccess, isOrdinary, requestBodyOf, validOperationOf } from './valid-request.ts';

/** The name in creates that are sent without a valid key. */
export const forbiddenName = 'Conformance: must not be created';

/** The text of creates that must be rejected, by the mark of their check; of more than ASCII, as errors may quote it. */
export function rejectedText(mark: string): string {
  return `${mark} rejected: Größe`;
}

/** Whether an agent is made of such a create. */
function isOfRejected(agent: Agent): boolean {
  const texts = [agent['name'], agent['description'], valueAt(agent, 'config.system_prompt')];
  return texts.some((text) => String(text).endsWith(rejectedText('')));
}

/** What a run has seen of one store, in the order of the responses. */
export interface SeenStore {
  /** The id of the agent that the operator gave. */
  readonly givenAgent: string | undefined;
  readonly created: Agent[];
  /** The responses of all creates. */
  readonly creates: Exchange[];
  /** The descriptions that accepted creates sent. */
  readonly descriptions: Set<string>;
  readonly ids: Set<string>;
  /** Those that a create was given though another one had it: they name no agent of which more could be said. */
  readonly ambiguous: Set<unknown>;
  /** The ids of agents that a list had, or that were given. */
  readonly known: Set<string>;
  hasWholeList: boolean;
  /** Whether a list had more pages. */
  isPaged: boolean;
  /** Valid creates that were 403, as of a full store. */
  readonly full: Exchange[];
  readonly conversations: Map<string, SeenConversation>;
  /** The messages of each conversation, by its id. */
  readonly words: Map<string, string>;
  /** The agents as they were first listed, by their ids. */
  readonly listed: Map<unknown, Agent>;
  /** The ids in the first list, undefined before it: an earlier run may have left broken agents. */
  before?: Set<unknown>;
  /** The names of creates that were sent since the last list. */
  readonly newNames: Set<string>;
  /** How many creates were sent in all. */
  sentCreates: number;
  /** The agents of such names whose ids no create had returned, with the list that showed them first. */
  readonly strays: Map<unknown, Exchange>;
  /** The first configuration that was read of each chatbot, by its id. */
  readonly widgets: Map<string, Exchange>;
}

/** A response, and what was known when its request was sent. */
export interface Seen {
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

/** A finding about the response that is verified. */
export function finding(requirement: RequirementId, expected: Expectation, actual: string): Finding {
  return { requirement, expected, actual };
}

/**
 * Source 4.2 and 4.3: agents that this run did not create stay as they were listed, unless someone changed them; a create
 * that is not over shows no half of an agent, and one that was rejected shows none.
 */
function verifyOthers(exchange: Exchange, store: SeenStore): readonly Finding[] {
  const { listed, ids, before, creates } = store;
  const agents = agentsOf(exchange).filter(({ id }) => !ids.has(String(id)));
  store.before ??= new Set(agents.map(({ id }) => id));
  const changed = agents.flatMap((agent) => {
    const first = listed.get(agent['id']) ?? agent;
    listed.set(agent['id'], first);
    return isSameInstant(first['updated_at'], agent['updated_at']) ? verifyUnchanged(first, agent) : [];
  });
  const isNew = ({ id }: Agent): boolean => before !== undefined && !before.has(id);
  const added = agents.filter(isNew);
  // Whatever the status of such a create was.
  const keyless = added.filter(({ name }) => name === forbiddenName).slice(0, 1);
  const actual = `an agent ${JSON.stringify(forbiddenName)} in the list`;
  // An accepted create without an id may have made them.
  const hasUnknown = creates.some(({ status, json }) => status < 300 && !(isObject(json) && 'id' in json));
  const ofRejected = hasUnknown ? [] : added.filter(isOfRejected);
  // Once, and not in each list.
  for (const { id } of [...keyless, ...ofRejected]) before?.add(id);
  return [
    ...changed,
    ...added.flatMap(verifyFields),
    ...keyless.map(() => finding('R-5-01', 'no-key-creates-nothing', actual)),
    ...ofRejected
      .slice(0, 1)
      .map((agent) =>
        finding('R-4.3-09', 'rejected-create-creates-nothing', `in the list: ${showValue(agent)}`),
      ),
  ];
}

// Names that checks derive from the seed: only a run with the same seed has them, too.
const nameOfRun = /^Conformance (?:twin )?(?=[a-z]*\d)[0-9a-z]{4,}/;

/** Keeps the agents of the names that were just created and whose ids are not known: their creates may not be over. */
function noteStrays(exchange: Exchange, { strays, newNames, ids, known }: SeenStore): void {
  if (hasMorePages(exchange)) return;
  for (const { id, name } of agentsOf(exchange))
    if (newNames.has(String(name)) && !ids.has(String(id)) && !known.has(String(id)))
      strays.set(id, exchange);
  newNames.clear();
}

/** Keeps the name of a create that is sent. */
export function noteSentCreate(request: ApiRequest, store: SeenStore): void {
  store.sentCreates += 1;
  const body = requestBodyOf(request);
  const name = isObject(body) ? body['name'] : undefined;
  if (typeof name === 'string' && nameOfRun.test(name)) store.newNames.add(name);
}

const maxRunMs = 15 * 60_000;

/** Whether another run with the same seed seems to run at the same time: it has an agent like the first one of this. */
function hasTwinRun({ created, listed, ids }: SeenStore): boolean {
  const own = created.find(({ name }) => nameOfRun.test(String(name)));
  const since = Date.parse(String(own?.['created_at']));
  return [...listed.values()].some(
    ({ id, name, created_at: at }) =>
      name === own?.['name'] &&
      !ids.has(String(id)) &&
      !(Math.abs(Date.parse(String(at)) - since) > maxRunMs),
  );
}

/** Source 4.3: a create is one agent, and one that was rejected is none. One stray is an accident. */
export function verifyStrays(store: SeenStore): readonly Finding[] {
  const { strays, ids, before, creates, sentCreates } = store;
  const found = [...strays].filter(([id]) => !ids.has(String(id)) && before?.has(id) !== true);
  const mayBeTwice = creates.filter(
    ({ status, isResent, firstStatus }) => status >= 500 || isResent === true || firstStatus !== undefined,
  );
  const [first] = found;
  const withoutResponse = sentCreates - creates.length;
  if (first === undefined || found.length <= 1 + mayBeTwice.length + withoutResponse || hasTwinRun(store))
    return [];
  const actual = `${found.length} agents more, such as ${JSON.stringify(first[0])}`;
  return [{ ...finding('R-4.3-01', 'one-agent-of-create', actual), exchange: first[1] }];
}

/** Source 4.2: the agents that this run created are in every list that was requested afterwards. */
export function verifyWholeList(seen: Seen): readonly Finding[] {
  return [...verifyLists(seen), ...verifyGiven(seen)];
}

/** Source 2.2: the agent that was given is one of the shop, and no remainder of a run against another version. */
function verifyGiven({ exchange, store }: Seen): readonly Finding[] {
  const temperature = valueAt(
    agentsOf(exchange).find(({ id }) => id === store.givenAgent),
    'config.temperature',
  );
  if (typeof temperature !== 'number' || (temperature >= 0 && temperature <= 1)) return [];
  return [finding('R-2.2-07', 'given-temperature-in-range', String(temperature))];
}

function verifyLists({ exchange, store, otherStores, createdBefore }: Seen): readonly Finding[] {
  const before = store.created.slice(0, createdBefore).filter(({ id }) => !store.ambiguous.has(id));
  const own = hasMorePages(exchange) ? [] : verifyListed(before, exchange);
  const foreign = agentsOf(exchange).find(({ id, name }) =>
    otherStores.some(({ created }) => created.some((agent) => agent['id'] === id && agent['name'] === name)),
  );
  const others = verifyOthers(exchange, store);
  noteStrays(exchange, store);
  for (const { id } of agentsOf(exchange)) if (typeof id === 'string') store.known.add(id);
  store.isPaged ||= hasMorePages(exchange);
  store.hasWholeList ||= agentsOf(exchange).length > 0 && !hasMorePages(exchange);
  const found = [...verifyList(exchange), ...own, ...others];
  if (foreign === undefined) return found;
  const actual = `the other store's agent ${JSON.stringify(foreign['name'])}`;
  return [...found, finding('R-4.2-03', 'agents-of-store-alone', actual)];
}

/** Source 2.1: an agent without a description has none of another create; a default is of its own. */
function verifyDescription({ exchange, store, otherStores }: Seen): readonly Finding[] {
  const sent = requestBodyOf(exchange.request);
  const received = isObject(exchange.json) ? exchange.json['description'] : undefined;
  const own = isObject(sent) ? sent['description'] : undefined;
  if (typeof own === 'string') store.descriptions.add(own);
  if (own !== undefined || typeof received !== 'string' || received === '') return [];
  // A default may be made of other fields.
  const isOfOther = [store, ...otherStores].some(({ descriptions }) => descriptions.has(received));
  if (!isOfOther || JSON.stringify(sent).includes(JSON.stringify(received))) return [];
  const actual = `${JSON.stringify(received)}, which another create sent`;
  return [finding('R-2.1-07', 'no-description-of-another', actual)];
}

/** Source 2.1 and 4.3: the created agent, with an id that no other one of the run has. */
export function verifyNewAgent(seen: Seen): readonly Finding[] {
  const { exchange, store } = seen;
  const { json } = exchange;
  const id = isObject(json) ? json['id'] : undefined;
  if (isObject(json) && typeof id === 'string') {
    if (store.ids.has(id)) {
      store.ambiguous.add(id);
      return [finding('R-2.1-01', 'unique-id', `${JSON.stringify(id)} again`)];
    }
    store.ids.add(id);
    store.known.add(id);
    store.created.push(json);
  }
  return [...verifyCreated(exchange), ...verifyDescription(seen)];
}

/** Source 8: nothing deletes agents, so that a store which takes an agent was not full before. */
export function verifyNotFull({ exchange, store, fullBefore }: Seen): readonly Finding[] {
  const [first] = store.full.slice(0, fullBefore);
  if (exchange.status < 200 || exchange.status >= 300 || first === undefined) return [];
  return [{ ...finding('R-4.3-10', 'no-403-below-limit', describeResponse(first)), exchange: first }];
}

/** Source 2.4 and 4.1: a new conversation has an id of its own, and a known one keeps its id. */
export function verifyConversation(
  { store, exchange }: Seen,
  sent: Agent,
  received: string,
): readonly Finding[] {
  const { agent_id, conversation_id } = sent;
  const continued = typeof conversation_id === 'string' ? conversation_id : undefined;
  if (continued === undefined) {
    const isRepeated = store.conversations.has(received);
    const { startedAt } = exchange;
    const message = String(sent['message']);
    store.conversations.set(received, { id: received, agentId: String(agent_id), message, startedAt });
    if (!isRepeated) return [];
    return [finding('R-4.1-19', 'new-conversation-id', `${JSON.stringify(received)} again`)];
  }
  if (store.conversations.get(continued)?.agentId !== agent_id || received === continued) return [];
  const actual = JSON.stringify(received);
  return [finding('R-4.1-18', ['continued-conversation-id', JSON.stringify(continued)], actual)];
}

// Words of messages that no model writes by itself.
const markedWord = /\bzq\w{3,}xk\b/g;

/** Source 2.4 and 4.1: a reply, with its calls of tools, has no word that another conversation alone has. */
export function verifyWords(
  { exchange, store, otherStores }: Seen,
  sent: Agent,
  id: string | undefined,
): readonly Finding[] {
  const said = `${store.words.get(id ?? '') ?? ''} ${String(sent['message'])}`;
  if (id !== undefined) store.words.set(id, said);
  const foreign = exchange.text.match(markedWord)?.find((word) => !said.includes(word));
  if (foreign === undefined) return [];
  const isOfOther = otherStores.some(({ words }) =>
    [...words.values()].some((text) => text.includes(foreign)),
  );
  const own = sent['conversation_id'] === undefined ? 'R-4.1-06' : 'R-2.4-01';
  const requirement = isOfOther ? 'R-5-14' : own;
  return [finding(requirement, 'words-of-own-conversation', `${foreign} of another one`)];
}

/** Source 2.3: the configuration is read-only in this API, so that a read changes nothing. */
export function verifySameWidget({ exchange, store }: Seen, id: string): readonly Finding[] {
  // Texts in the language of the visitor are no change.
  if (exchange.request.headers?.['accept-language'] !== undefined) return [];
  const first = store.widgets.get(id);
  store.widgets.set(id, first ?? exchange);
  if (first === undefined) return [];
  const [before, after] = [first, exchange].map(({ json }) => JSON.stringify(readFields(json)));
  if (before === after) return [];
  return [finding('R-4.4-01', ['same-configuration-again', before], String(after))];
}

/** Source 1: the agents that power the chatbots of a store are agents of the store. */
export function verifyWidgetAgents({ widgets, known, hasWholeList }: SeenStore): readonly Finding[] {
  if (!hasWholeList) return [];
  return [...widgets.values()].flatMap((exchange) => {
    const agent = isObject(exchange.json) ? exchange.json['agent_id'] : undefined;
    if (typeof agent !== 'string' || known.has(agent)) return [];
    const actual = `${JSON.stringify(agent)}, which no list of the store has`;
    return [{ ...finding('R-1-03', 'widget-agent-exists', actual), exchange }];
  });
}

// 409 for two follow-ups at once, and limits, are left open.
const laterStatuses: readonly number[] = [409, 429, 503];

/** The clause of a request that succeeds at any time: the list, a configuration that was read, a message of plain words. */
export function clauseOfPlain(request: ApiRequest, url: string, store: SeenStore): RequirementId | undefined {
  const operation = validOperationOf(request, url);
  if (operation === 'listAgents') return clauseOfSuccess.listAgents;
  if (operation === 'getWidgetConfig') {
    const id = new URL(url).searchParams.get('chatbot_id');
    return store.widgets.has(id ?? '') ? clauseOfSuccess.getWidgetConfig : undefined;
  }
  const body = requestBodyOf(request);
  if (operation !== 'streamAgentChat' || !isObject(body)) return undefined;
  const { agent_id, message, conversation_id: id, stream } = body;
  // What a message with stream: false returns is open.
  if (stream === false || !store.known.has(String(agent_id)) || !isOrdinary(message)) return undefined;
  if (id === undefined) return clauseOfSuccess.streamAgentChat;
  const known = store.conversations.get(String(id));
  return known?.agentId === agent_id && isOrdinary(known?.message) ? 'R-4.1-10' : undefined;
}

/** Source 4: what a plain request was once is what it is later, after whatever other requests. */
export function verifyPlain({ exchange, mustSucceed }: Seen): readonly Finding[] {
  const { status } = exchange;
  if (mustSucceed === undefined || status < 300 || status >= 500 || laterStatuses.includes(status)) return [];
  return [finding(mustSucceed, 'valid-request-succeeds-again', describeResponse(exchange))];
}

/** A store of which nothing was seen yet. */
export function emptyStore(agentId: string | undefined): SeenStore {
  const known = new Set(agentId === undefined ? [] : [agentId]);
  const strays = { newNames: new Set<string>(), sentCreates: 0, strays: new Map() };
  const maps = { conversations: new Map(), widgets: new Map(), words: new Map(), listed: new Map() };
  return {
    givenAgent: agentId,
    created: [],
    creates: [],
    descriptions: new Set(),
    full: [],
    ids: new Set(),
    ambiguous: new Set(),
    known,
    hasWholeList: false,
    isPaged: false,
    ...maps,
    ...strays,
  };
}
