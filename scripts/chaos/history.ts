import type { components } from '../../generated/api.d.ts';

export type Agent = components['schemas']['Agent'];
export type AgentCreate = components['schemas']['AgentCreate'];

/** What a client knows about an attempt when it is over. */
export type Outcome<Body> =
  | { readonly type: 'acknowledged'; readonly body: Body }
  | { readonly type: 'rejected'; readonly status: number; readonly error: string }
  /** The connection was lost, or the response ended early: the service may have processed the request or not. */
  | { readonly type: 'unknown'; readonly reason: string };

/** In milliseconds of the monotonic clock. */
export interface Interval {
  readonly startMs: number;
  readonly endMs: number;
}

export interface Attempt<Body> extends Interval {
  readonly storeId: string;
  /** The Idempotency-Key; several attempts at one request share it. */
  readonly key: string | undefined;
  readonly outcome: Outcome<Body>;
}

/** Its name belongs to one agent of the whole run. */
export interface CreateAttempt extends Attempt<Agent> {
  readonly input: AgentCreate;
}

/** Equal agents of all lists are one object. */
export type ListAttempt = Attempt<readonly Agent[]>;

export interface Reply {
  readonly conversationId: string;
  readonly text: string;
}

/** Its message belongs to one question of the whole run. */
export interface MessageAttempt extends Attempt<Reply> {
  readonly message: string;
  /** Undefined starts a conversation. */
  readonly conversationId: string | undefined;
  /** From the response headers, which come before the reply. */
  readonly openedConversationId: string | undefined;
}

export interface StoredMessage {
  readonly role: 'user' | 'assistant';
  readonly text: string;
  readonly outcome: string;
}

/** A conversation as the database has it at the end, in order. */
export interface StoredConversation {
  readonly storeId: string;
  readonly id: string;
  readonly messages: readonly StoredMessage[];
}

export interface LimitedStore {
  readonly id: string;
  /** Requests in any 60 seconds; null: no practical limit. */
  readonly requestsPerMinute: number | null;
  /** Agents that the store may hold; null: no limit. */
  readonly agentLimit: number | null;
}

/** What clients saw, and the state at the end. */
export interface History {
  readonly stores: readonly LimitedStore[];
  /** A process on SQLite frees locks and keys when it starts; on PostgreSQL leases end (decisions 0030, 0054). */
  readonly engine: 'sqlite' | 'postgres';
  readonly creates: readonly CreateAttempt[];
  readonly lists: readonly ListAttempt[];
  readonly messages: readonly MessageAttempt[];
  readonly conversations: readonly StoredConversation[];
  /** When a node was killed, stopped or resumed, or the database interrupted, on the clock of the attempts. */
  readonly interruptedMs: readonly number[];
  /** When PostgreSQL crashed or failed over: the last admissions before may not count any more (decision 0053). */
  readonly databaseCrashes: readonly Interval[];
  /** Time from each start of the service until it was ready; a start that was killed before is left out. */
  readonly readyMs: readonly number[];
  /** What the service logged as an error, exits of its own, and what the database's own check found. */
  readonly problems: readonly string[];
}

/** The body of each acknowledged attempt, with the attempt. */
export function acknowledged<Body, One extends Attempt<Body>>(
  attempts: readonly (One & Attempt<Body>)[],
): { readonly attempt: One; readonly body: Body }[] {
  return attempts.flatMap((attempt) =>
    attempt.outcome.type === 'acknowledged' ? [{ attempt, body: attempt.outcome.body }] : [],
  );
}

/** All attempts, of every kind. */
export function attemptsOf({ creates, lists, messages }: History): readonly Attempt<unknown>[] {
  return [...creates, ...lists, ...messages];
}

/** Whether the request was rejected with this status. */
export function isRejected({ outcome }: Attempt<unknown>, status: number): boolean {
  return outcome.type === 'rejected' && outcome.status === status;
}

/** The conversations that the attempts opened, as far as a response named them. */
export function conversationsOf(
  messages: readonly MessageAttempt[],
): Pick<StoredConversation, 'storeId' | 'id'>[] {
  const stores = new Map(
    messages.flatMap((attempt) => conversationIdsOf(attempt).map((id) => [id, attempt.storeId] as const)),
  );
  return [...stores].map(([id, storeId]) => ({ id, storeId }));
}

function conversationIdsOf({ outcome, openedConversationId }: MessageAttempt): string[] {
  const named = outcome.type === 'acknowledged' ? outcome.body.conversationId : openedConversationId;
  return named === undefined ? [] : [named];
}
