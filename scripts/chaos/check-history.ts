import { isDeepStrictEqual } from 'node:util';
import {
  acknowledged,
  type Agent,
  type AgentCreate,
  type Attempt,
  attemptsOf,
  type CreateAttempt,
  type History,
  isRejected,
  type ListAttempt,
  type MessageAttempt,
  type Reply,
  type StoredMessage,
} from './history.ts';
import { agentLimitIsExact, requestLimitIsExact } from './check-limits.ts';
import { keysAreFree, turnsAreKept } from './check-leases.ts';

/** Some seconds, and on a slow machine four times the median of all starts. */
const maxReadyMs = 15_000;
const maxReadyFactor = 4;

/** What must hold of every history, by name. Each returns one line for each violation. */
export const invariants = {
  acknowledgedAgentsAreListed,
  listedAgentsWereSent,
  listedAgentsAreUnchanged,
  listsNeverLoseAgents,
  createsMakeOneAgent,
  idsAreUnique,
  repeatedResponsesAreEqual,
  acknowledgedMessagesAreStored,
  storedMessagesWereSent,
  repliesFollowQuestions,
  conversationsContinue,
  agentLimitIsExact,
  requestLimitIsExact,
  statusesAreExpected,
  keysAreFree,
  turnsAreKept,
  requestsEnd,
  restartsAreFast,
  storesAreListedAtTheEnd,
  serviceAndDatabaseAreSound,
} as const satisfies Readonly<Record<string, (history: History) => string[]>>;

export type InvariantName = keyof typeof invariants;

export interface Violation {
  readonly invariant: InvariantName;
  readonly text: string;
}

/** What a run has shown, and where it has left data and logs; null where nothing is violated. */
export interface ChaosReport {
  readonly history: History;
  readonly violations: readonly Violation[];
  readonly folder: string | null;
}

/** Checks all invariants of a history. */
export function checkHistory(history: History): Violation[] {
  const names = Object.keys(invariants) as InvariantName[];
  return names.flatMap((invariant) => invariants[invariant](history).map((text) => ({ invariant, text })));
}

/** An acknowledged agent is in every list that starts after its create returned (decision 0010). */
function acknowledgedAgentsAreListed(history: History): string[] {
  const creates = Map.groupBy(acknowledgedCreates(history), ({ attempt }) => attempt.storeId);
  return completedLists(history).flatMap(({ attempt: list, body: agents }) => {
    const ids = idsOf(agents);
    return (creates.get(list.storeId) ?? [])
      .filter(({ attempt, body }) => attempt.endMs < list.startMs && !ids.has(body.id))
      .map(({ body }) => `${body.name} (${body.id}) was acknowledged, and a later list does not have it`);
  });
}

/** Every listed agent was sent to this store before the list returned. */
function listedAgentsWereSent(history: History): string[] {
  const sentMs = new Map<string, number>();
  for (const { storeId, input, startMs } of history.creates) {
    const id = `${storeId} ${input.name}`;
    sentMs.set(id, Math.min(startMs, sentMs.get(id) ?? Infinity));
  }
  return completedLists(history).flatMap(({ attempt: list, body: agents }) =>
    agents
      .filter(({ name }) => (sentMs.get(`${list.storeId} ${name}`) ?? Infinity) > list.endMs)
      .map(({ name, id }) => `${name} (${id}) is in a list of ${list.storeId}, and nobody had sent it`),
  );
}

/** A listed agent has the fields that were sent, and those that its create returned. */
function listedAgentsAreUnchanged(history: History): string[] {
  const sent = new Map(history.creates.map(({ input }) => [input.name, input]));
  const returned = new Map(acknowledgedCreates(history).map(({ body }) => [body.id, body]));
  const isUnchanged = (agent: Agent): boolean => {
    const input = sent.get(agent.name);
    const body = returned.get(agent.id);
    return (
      (input === undefined || isDeepStrictEqual(sentFieldsOf(agent), withDefaults(input))) &&
      (body === undefined || isDeepStrictEqual(agent, { ...body, status: 'active' }))
    );
  };
  return [...new Set(completedLists(history).flatMap(({ body }) => body))]
    .filter((agent) => !isUnchanged(agent))
    .map((agent) => `${agent.name} is listed with other fields than those sent: ${JSON.stringify(agent)}`);
}

function sentFieldsOf({ name, type, description, config }: Agent): object {
  return { name, type, description, config };
}

/** Source 2.2: the defaults of an agent's config. */
function withDefaults({ name, type, description, config }: AgentCreate): object {
  return { name, type, description, config: { temperature: 0.7, max_tokens: 4096, ...config } };
}

/** An agent of a completed list is in every list that starts later. */
function listsNeverLoseAgents(history: History): string[] {
  const stores = Map.groupBy(completedLists(history), ({ attempt }) => attempt.storeId);
  return [...stores].flatMap(([storeId, ofStore]) => {
    const lists = ofStore.map(({ attempt, body }) => ({ ...attempt, ids: idsOf(body) }));
    const seenMs = new Map<string, number>();
    for (const { endMs, ids } of lists)
      for (const id of ids) seenMs.set(id, Math.min(endMs, seenMs.get(id) ?? Infinity));
    return lists.flatMap(({ startMs, ids }) =>
      [...seenMs]
        .filter(([id, endMs]) => endMs < startMs && !ids.has(id))
        .map(([id]) => `${id} was in a list of ${storeId}, and a later list does not have it`),
    );
  });
}

/** No list has two agents of one create, also when it was repeated with its Idempotency-Key (decision 0030). */
function createsMakeOneAgent(history: History): string[] {
  return completedLists(history).flatMap(({ attempt, body }) =>
    duplicatesOf(body.map(({ name }) => name)).map(
      (name) => `a list of ${attempt.storeId} has ${name} more than once`,
    ),
  );
}

/** Different agents have different ids, and no list has an id twice. */
function idsAreUnique(history: History): string[] {
  const lists = completedLists(history).map(({ body }) => body);
  const agents = new Set([...acknowledgedCreates(history).map(({ body }) => body), ...lists.flat()]);
  const names = new Set([...agents].map(({ id, name }) => `${id} ${name}`));
  const shared = duplicatesOf([...names].map((text) => text.split(' ', 1)[0] ?? ''));
  const repeated = lists.flatMap((list) => duplicatesOf(list.map(({ id }) => id)));
  return [...new Set([...shared, ...repeated])].map((id) => `the id ${id} is not unique`);
}

/** All acknowledged responses with one Idempotency-Key are equal (decision 0030). */
function repeatedResponsesAreEqual(history: History): string[] {
  const first = new Map<string, unknown>();
  const attempts: readonly Attempt<unknown>[] = [...history.creates, ...history.messages];
  return acknowledged<unknown, Attempt<unknown>>(attempts).flatMap(({ attempt, body }) => {
    if (attempt.key === undefined) return [];
    if (!first.has(attempt.key)) first.set(attempt.key, body);
    const isEqual = isDeepStrictEqual(first.get(attempt.key), body);
    return isEqual ? [] : [`the Idempotency-Key ${attempt.key} has two responses: ${JSON.stringify(body)}`];
  });
}

/** Acknowledged messages are in their conversation, each with its whole reply, and a later one is behind an earlier one. */
function acknowledgedMessagesAreStored(history: History): string[] {
  const stored = new Map(history.conversations.map((one) => [one.id, one.messages]));
  const turns = Map.groupBy(acknowledgedTurns(history), ({ reply }) => reply.conversationId);
  return [...turns].flatMap(([id, ofConversation]) => {
    const placed = ofConversation.map((turn) => ({ ...turn, places: placesOf(turn, stored.get(id) ?? []) }));
    return placed.flatMap((turn) => {
      const isInPlace = (place: number): boolean =>
        placed.every((other) => other.endMs >= turn.startMs || (other.places[0] ?? -1) < place);
      return turn.places.some(isInPlace)
        ? []
        : [`${turn.message} was acknowledged, and is not in its place in ${id}`];
    });
  });
}

interface Turn {
  readonly message: string;
  readonly reply: Reply;
  /** Of the first attempt: a repetition may have the response of an attempt before. */
  readonly startMs: number;
  readonly endMs: number;
}

function acknowledgedTurns({ messages }: History): Turn[] {
  return [...Map.groupBy(messages, ({ message }) => message)].flatMap(([message, attempts]) => {
    const [first] = acknowledged<Reply, MessageAttempt>(attempts);
    if (first === undefined) return [];
    const startMs = Math.min(...attempts.map((attempt) => attempt.startMs));
    return [{ message, reply: first.body, startMs, endMs: first.attempt.endMs }];
  });
}

/** Where the turn is stored: more than once when a lost attempt at it was completed. */
function placesOf({ message, reply }: Turn, stored: readonly StoredMessage[]): number[] {
  return [...stored.keys()].filter((at) => isTurn(stored, at, message, reply.text));
}

function isTurn(stored: readonly StoredMessage[], at: number, question: string, reply: string): boolean {
  const [user, assistant] = stored.slice(at, at + 2);
  return (
    user?.role === 'user' &&
    user.text === question &&
    assistant?.role === 'assistant' &&
    assistant.outcome === 'complete' &&
    assistant.text === reply
  );
}

/** A conversation has only messages that were sent, each at most once for its acknowledgement, each loss and each 503. */
function storedMessagesWereSent(history: History): string[] {
  const attempts = Map.groupBy(history.messages, ({ message }) => message);
  return history.conversations.flatMap(({ id, storeId, messages }) => {
    const stored = Map.groupBy(messages, ({ role, text }) => (role === 'user' ? text : null));
    return [...stored].flatMap(([text, { length: count }]) => {
      if (text === null) return [];
      const sent = (attempts.get(text) ?? []).filter((attempt) => attempt.storeId === storeId);
      const max = maxStored(sent);
      return count > max ? [`${id} has "${text}" ${count} times; what was sent explains ${max}`] : [];
    });
  });
}

/** A message may also be stored when the database went away after it (decision 0019), or its turn was lost. */
function maxStored(attempts: readonly MessageAttempt[]): number {
  const lost = attempts.filter(
    (attempt) => attempt.outcome.type === 'unknown' || isRejected(attempt, 503) || isRejected(attempt, 409),
  ).length;
  return lost + (attempts.some(({ outcome }) => outcome.type === 'acknowledged') ? 1 : 0);
}

/** A reply comes directly after a question: no node stores one when another one's turn has begun (decision 0054). */
function repliesFollowQuestions({ conversations }: History): string[] {
  return conversations.flatMap(({ id, messages }) =>
    messages.flatMap(({ role }, at) =>
      role === 'assistant' && messages[at - 1]?.role !== 'user'
        ? [`message ${at} of ${id} is a reply, and the one before is no question`]
        : [],
    ),
  );
}

/** A message to a known conversation, also to one that a crash interrupted, is accepted and stays in it. */
function conversationsContinue({ messages }: History): string[] {
  return messages.flatMap(({ conversationId, message, outcome }) => {
    if (conversationId === undefined) return [];
    if (outcome.type === 'rejected' && outcome.status === 404)
      return [`${conversationId} was open, and ${message} was rejected: ${outcome.error}`];
    return outcome.type === 'acknowledged' && outcome.body.conversationId !== conversationId
      ? [`${message} was sent to ${conversationId} and continued ${outcome.body.conversationId}`]
      : [];
  });
}

/** Every request is valid: only 503, a limit of its store, and what is in use (`keysAreFree`, `turnsAreKept`) rejects it. */
function statusesAreExpected(history: History): string[] {
  const stores = new Map(history.stores.map((store) => [store.id, store]));
  const creates = new Set<Attempt<unknown>>(history.creates);
  return attemptsOf(history).flatMap((attempt) => {
    const { outcome, storeId } = attempt;
    if (outcome.type !== 'rejected' || [409, 503].includes(outcome.status)) return [];
    const { agentLimit = null, requestsPerMinute = null } = stores.get(storeId) ?? {};
    if (outcome.status === 403 && agentLimit !== null && creates.has(attempt)) return [];
    if (outcome.status === 429 && requestsPerMinute !== null) return [];
    return [`a valid request was rejected with ${outcome.status}: ${outcome.error}`];
  });
}

/** Reason of an outcome: neither a response nor the end of the connection in time. */
export const timedOut = 'timed out';

/** A request has a response in time, unless it was interrupted while it waited. */
function requestsEnd(history: History): string[] {
  return attemptsOf(history).flatMap(({ outcome, startMs, endMs }) => {
    if (outcome.type !== 'unknown' || outcome.reason !== timedOut) return [];
    if (history.interruptedMs.some((ms) => ms >= startMs && ms <= endMs)) return [];
    return [`a request had no response after ${Math.round(endMs - startMs)} ms`];
  });
}

function restartsAreFast({ readyMs }: History): string[] {
  const median = readyMs.toSorted((a, b) => a - b)[Math.floor(readyMs.length / 2)] ?? 0;
  const limit = Math.max(maxReadyMs, maxReadyFactor * median);
  return readyMs
    .filter((ms) => ms > limit)
    .map((ms) => `the service was ready after ${Math.round(ms)} ms; the limit is ${Math.round(limit)} ms`);
}

/** The service works in the end: the last list of each store without a limit of requests is acknowledged. */
function storesAreListedAtTheEnd({ stores, lists }: History): string[] {
  return stores.flatMap(({ id, requestsPerMinute }) => {
    const last = lists.findLast(({ storeId }) => storeId === id);
    if (requestsPerMinute !== null || last?.outcome.type === 'acknowledged') return [];
    return [`the last list of ${id} is not there: ${JSON.stringify(last?.outcome)}`];
  });
}

function serviceAndDatabaseAreSound({ problems }: History): string[] {
  return [...problems];
}

function acknowledgedCreates({ creates }: History) {
  return acknowledged<Agent, CreateAttempt>(creates);
}

function completedLists({ lists }: History) {
  return acknowledged<readonly Agent[], ListAttempt>(lists);
}

function idsOf(agents: readonly Agent[]): ReadonlySet<string> {
  return new Set(agents.map(({ id }) => id));
}

function duplicatesOf(values: readonly string[]): string[] {
  const seen = new Set<string>();
  return values.filter((value) => seen.has(value) || !seen.add(value));
}
