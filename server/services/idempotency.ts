import { createHash } from 'node:crypto';
import type { Config } from '../config/config.ts';
import { type Context, type DatabaseDeps, systemActor } from '../db/database.ts';
import { withDatabaseDeadline } from '../db/guard.ts';
import {
  beginRequest,
  endLease,
  endLeases,
  readRequest,
  finishRequest,
  isLeased,
  isUnfinished,
  renewLease,
  RepeatedRequest,
  storeRequest,
} from '../db/idempotency.ts';
import type { IdempotentRequest, StoreRecord } from '../db/records.ts';
import { ServiceError } from '../errors.ts';
import { later, timestamp } from '../support/clock.ts';

/** A request that its client may send again. */
export interface RepeatableRequest {
  readonly store: StoreRecord;
  readonly operation: string;
  /** The Idempotency-Key header; undefined when it is absent. */
  readonly key: string | undefined;
  readonly body: unknown;
}

/**
 * Stores the response of a verb beside its other rows. Returns the stored response when this Idempotency-Key was used before
 * (decision 0030): then the verb returns that and changes nothing. Throws ServiceError `idempotency_mismatch` for another
 * body. Without a key it does nothing.
 */
export async function storeResponse<Result>(
  context: Context,
  { operation, key, body }: Omit<RepeatableRequest, 'store'>,
  response: Result,
): Promise<Result | undefined> {
  if (key === undefined) return undefined;
  const { store, now } = context;
  const row = newRequest({ store, operation, body }, key, now);
  const first = await storeRequest(context, { ...row, response: JSON.stringify(response) }, keptSince(now));
  // Only the line above writes responses of this operation.
  return first && (JSON.parse(responseOf(first, row.fingerprint)) as Result);
}

/** The same string for a request and its repetitions; undefined without an Idempotency-Key. */
export function repetitionId({ store, operation, key, body }: RepeatableRequest): string | undefined {
  return key === undefined ? undefined : JSON.stringify([store.id, operation, key, fingerprintOf(body)]);
}

/** A request that is to be processed, with `attempt` when it has an Idempotency-Key; or the response of one that was, as JSON text. */
type BegunRequest =
  | { readonly type: 'first'; readonly attempt: Attempt | undefined }
  | { readonly type: 'replay'; readonly response: string };

/**
 * For an effect of two verbs. Throws ServiceError `conflict` while another attempt is in progress,
 * `idempotency_mismatch` for another body. A repetition of a request that was lost in a crash is the first.
 */
export async function beginIdempotent(deps: DatabaseDeps, request: RepeatableRequest): Promise<BegunRequest> {
  const { database, clock } = deps;
  const { store, key } = request;
  if (key === undefined) return { type: 'first', attempt: undefined };
  const now = clock.now();
  const row = newRequest(request, key, timestamp(clock));
  const first = await readRequest(database.reader(store.id), row, keptSince(row.created_at));
  const isFirst =
    first === undefined || (isUnfinished(first, row) && !(await isLeased(database, first, now)));
  if (isFirst) return { type: 'first', attempt: createAttempt(deps, store, row) };
  return { type: 'replay', response: responseOf(first, row.fingerprint) };
}

const renewalMs = 5_000;

export type Attempt = ReturnType<typeof createAttempt>;

/** A request with an Idempotency-Key whose effect takes two verbs: a question and, maybe minutes later, its reply. */
function createAttempt({ clock, database }: DatabaseDeps, store: StoreRecord, row: IdempotentRequest) {
  let attempt = row;
  /** Never rejects: a lease that is not renewed ends by itself. Has its own deadline: that of the request may have passed. */
  const change = async (verb: (context: Context) => Promise<void>): Promise<void> => {
    const by = { store, actor: systemActor };
    await withDatabaseDeadline(() => database.change(by, verb)).catch(() => undefined);
  };
  const whenBegun = async (verb: (context: Context) => Promise<void>): Promise<void> => {
    if (attempt.question_id !== null) await change(verb);
  };
  const renew = () => whenBegun((context) => renewLease(context, attempt, clock.now()));
  // Not in `begin`: a timer that a verb starts would run as a part of it, and reach the database through its context only.
  const renewal = setInterval(() => void renew(), renewalMs).unref();
  return {
    /**
     * A line of the verb that stores the question. With it the key is in use, until `end`: the lease is renewed. Throws
     * ServiceError `conflict` when another attempt has begun since.
     */
    async begin(context: Context, questionId: string): Promise<void> {
      attempt = { ...row, question_id: questionId, created_at: context.now };
      try {
        await beginRequest(context, attempt, keptSince(context.now));
      } catch (error) {
        // Of a repetition that began at the same time: the next one gets the response, or is the first.
        throw error instanceof RepeatedRequest ? new ServiceError('conflict', inProgress) : error;
      }
    },
    /**
     * A line of the verb that stores the reply; `response` is JSON text, or null where the key is free again. Throws
     * ServiceError `conflict` when another attempt took over.
     */
    finish: (context: Context, response: string | null) => finishRequest(context, attempt, response),
    /** To be called when the request is over, begun or not: without a stored response the key is free again. */
    async end(): Promise<void> {
      clearInterval(renewal);
      await whenBegun((context) => endLease(context, attempt));
    },
  };
}

/**
 * SQLite: frees the keys of requests that an earlier process has left in progress; to be called at the start of the one
 * that serves. Other nodes on a PostgreSQL may have requests in progress: there leases end by themselves.
 */
export async function freeLostRequests({
  database,
  config,
}: Pick<DatabaseDeps, 'database'> & { readonly config: Pick<Config, 'databaseUrl'> }): Promise<void> {
  if (config.databaseUrl === null) await endLeases(database);
}

function newRequest(
  { store, operation, body }: Pick<RepeatableRequest, 'store' | 'operation' | 'body'>,
  key: string,
  created_at: string,
): IdempotentRequest {
  const begun = { response: null, question_id: null, lease_until: null };
  return { store_id: store.id, operation, key, fingerprint: fingerprintOf(body), created_at, ...begun };
}

function fingerprintOf(body: unknown): string {
  return createHash('sha256').update(JSON.stringify(body)).digest('hex');
}

function responseOf(first: IdempotentRequest, fingerprint: string): string {
  if (first.fingerprint !== fingerprint) throw new ServiceError('idempotency_mismatch', otherRequest);
  if (first.response === null) throw new ServiceError('conflict', inProgress);
  return first.response;
}

const otherRequest = 'this Idempotency-Key was used with a different request: use a new one';
const inProgress = 'the first request with this Idempotency-Key is still in progress: try again later';

const retentionMs = 24 * 60 * 60 * 1000;

function keptSince(now: string): string {
  return later(now, -retentionMs);
}
