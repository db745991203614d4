import type { Knex } from 'knex';
import { ServiceError } from '../errors.ts';
import { isPostgres } from './connect.ts';
import { type Context, type Database, type StoreReader, systemActor } from './database.ts';
import { withdrawQuestion } from './messages.ts';
import type { IdempotentRequest } from './records.ts';

/** How long a process that has died blocks the keys of its requests (decision 0030). */
export const leaseMs = 15_000;

/** The request with this operation and key that was created at `since` or later. */
export function readRequest(
  reader: StoreReader,
  { operation, key }: Pick<IdempotentRequest, 'operation' | 'key'>,
  since: string,
): Promise<IdempotentRequest | undefined> {
  return reader.read(async (tables) =>
    tables('idempotent_requests').where({ operation, key }).where('created_at', '>=', since).first(),
  );
}

/** Names one attempt to process a request: a repetition that takes over has another question. */
export type AttemptId = Pick<IdempotentRequest, 'operation' | 'key' | 'question_id'>;

/** Begins the lease of an attempt anew; `now` is in milliseconds. Does nothing when it is finished or taken over. */
export async function renewLease(context: Context, attempt: AttemptId, now: number): Promise<void> {
  const lease_until = leaseEnd(await leaseTime(context.allStores, now));
  await inProgress(context, attempt).update({ lease_until });
}

export async function endLease(context: Context, attempt: AttemptId): Promise<void> {
  await inProgress(context, attempt).update({ lease_until: null });
}

/** Ends the leases of all attempts. */
export function endLeases(database: Database): Promise<void> {
  return database.changeAll(systemActor, async ({ allStores }) => {
    await allStores('idempotent_requests').whereNotNull('lease_until').update({ lease_until: null });
  });
}

/** Whether the process of a request has renewed its lease in time. */
export async function isLeased(
  database: Database,
  { lease_until: until }: IdempotentRequest,
  now: number,
): Promise<boolean> {
  // A request that is finished has no lease: a replay takes one query.
  return until !== null && until > iso(await database.readAll((all) => leaseTime(all, now)));
}

/**
 * The time by which leases end, in milliseconds: PostgreSQL's, since the clocks of its nodes may differ; with SQLite
 * `now`, of the one machine.
 */
async function leaseTime(db: Knex, now: number): Promise<number> {
  if (!isPostgres(db)) return now;
  const { rows } = await db.raw<{ rows: { now: Date }[] }>('select clock_timestamp() as now');
  const [row] = rows;
  if (row === undefined) throw new Error('PostgreSQL returned no time');
  return row.now.getTime();
}

function leaseEnd(now: number): string {
  return iso(now + leaseMs);
}

/** The key of a request is in use: with its response, another body, or an attempt whose lease has not ended. */
export class RepeatedRequest extends Error {
  override readonly name = 'RepeatedRequest';

  constructor() {
    super('the Idempotency-Key was used before');
  }
}

/**
 * Stores a request, and deletes requests of before `keptSince`. Returns the one that has this operation and key already; in
 * PostgreSQL it waits for one that is being committed.
 */
export async function storeRequest(
  context: Context,
  request: IdempotentRequest,
  keptSince: string,
): Promise<IdempotentRequest | undefined> {
  const { tables, allStores } = context;
  await allStores('idempotent_requests').where('created_at', '<', keptSince).delete();
  const insert = tables('idempotent_requests').insert(request);
  const inserted = await insert.onConflict(['store_id', 'operation', 'key']).ignore().returning('key');
  if (inserted.length > 0) return undefined;
  const { operation, key } = request;
  const first = await tables('idempotent_requests').where({ operation, key }).first();
  // PostgreSQL: another transaction may have deleted it since.
  return first ?? storeRequest(context, request, keptSince);
}

/**
 * Begins an attempt, beside the question that it stores. One that takes over from a lost or failed attempt withdraws the
 * question of that one, with its failed reply, since the repetition stores it again. Deletes requests of before
 * `keptSince`. Throws RepeatedRequest when the key is in use.
 */
export async function beginRequest(
  context: Context,
  attempt: IdempotentRequest,
  keptSince: string,
): Promise<void> {
  const now = await leaseTime(context.allStores, Date.parse(attempt.created_at));
  const leased = { ...attempt, lease_until: leaseEnd(now) };
  const first = await storeRequest(context, leased, keptSince);
  if (first === undefined) return;
  const isFree = (first.lease_until ?? '') <= iso(now);
  if (!isFree || !isUnfinished(first, attempt)) throw new RepeatedRequest();
  // None when another repetition has taken it over, or it was finished after all.
  if ((await inProgress(context, first).update(leased)) === 0) throw new RepeatedRequest();
  if (first.question_id !== null) await withdrawQuestion(context, first.question_id);
}

/** Whether a repetition is the same request as `first`, which has no response: it may take over when that has no lease. */
export function isUnfinished(
  first: IdempotentRequest,
  repetition: Pick<IdempotentRequest, 'fingerprint'>,
): boolean {
  return first.response === null && first.fingerprint === repetition.fingerprint;
}

/**
 * Stores the response beside the reply, or frees the key, with null. Throws ServiceError `conflict` when a repetition has
 * taken the request over, so that only one of them has a reply.
 */
export async function finishRequest(
  context: Context,
  attempt: AttemptId,
  response: string | null,
): Promise<void> {
  if ((await inProgress(context, attempt).update({ response, lease_until: null })) > 0) return;
  throw new ServiceError('conflict', 'a repetition of this request has replaced it');
}

/** The row of an attempt; none once it is finished or taken over. */
function inProgress({ tables }: Context, { operation, key, question_id }: AttemptId) {
  return tables('idempotent_requests').where({ operation, key, question_id }).whereNull('response');
}

function iso(time: number): string {
  return new Date(time).toISOString();
}
