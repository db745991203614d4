import type { Knex } from 'knex';
import { ServiceError } from '../errors.ts';
import { isPostgres } from './connect.ts';
import { withdrawQuestion } from './message-repository.ts';
import type { IdempotentRequest } from './records.ts';
import type { AttemptId, IdempotencyRepository, JoinedWrite } from './repositories.ts';
import type { Write } from './write.ts';

export interface IdempotencyRow {
  store_id: string;
  operation: string;
  key: string;
  fingerprint: string;
  /** The response as JSON text; null while the request is in progress. */
  response: string | null;
  created_at: string;
  /** While in progress: the message that it has stored, which also names this attempt. */
  question_id: string | null;
  /** By `leaseTime`. */
  lease_until: string | null;
}

/** How long a process that has died blocks the keys of its requests. */
export const leaseMs = 15_000;

/** Requests with an Idempotency-Key over the table `idempotent_requests` (decision 0030). */
export function createIdempotencyRepository(db: Knex, write: Write): IdempotencyRepository {
  return {
    async find(storeId, operation, key, { since, now }) {
      const row = await table(db)
        .where({ store_id: storeId, operation, key })
        .where('created_at', '>=', since)
        .first();
      if (row === undefined) return undefined;
      // A request that is finished has no lease: a replay takes one query.
      return toRequest(row, row.lease_until === null ? now : await leaseTime(db, now));
    },
    async renewLease(storeId, attempt, now) {
      const lease = { lease_until: iso((await leaseTime(db, now)) + leaseMs) };
      await write((trx) => inProgress(trx, storeId, attempt).update(lease));
    },
    async endLease(storeId, attempt) {
      await write((trx) => inProgress(trx, storeId, attempt).update({ lease_until: null }));
    },
    async endLeases() {
      await write((trx) => table(trx).whereNotNull('lease_until').update({ lease_until: null }));
    },
  };
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

/** What a repetition needs of the first request. */
export type FirstResponse = Pick<IdempotentRequest, 'fingerprint' | 'response'>;

/** The key of a request is in use: with its response, another body, or an attempt whose lease has not ended. */
export class RepeatedRequest extends Error {
  override readonly name = 'RepeatedRequest';
  readonly first: FirstResponse;

  constructor(first: FirstResponse) {
    super('the Idempotency-Key was used before');
    this.first = first;
  }
}

/**
 * Stores a request with its response, and deletes requests of before `keptSince`. Returns the one that has this operation
 * and key already; in PostgreSQL it waits for one that is being committed.
 */
export function storeRequest(
  trx: Knex.Transaction,
  storeId: string,
  request: IdempotentRequest,
  keptSince: string,
): Promise<FirstResponse | undefined> {
  return insertOrFind(trx, toRow(storeId, request), keptSince);
}

/**
 * Begins an attempt in the transaction that stores its question. One that takes over from a lost or failed attempt
 * withdraws the question of that one, with its failed reply, since the repetition stores it again. Deletes requests of before `keptSince`. Throws
 * RepeatedRequest when the key is in use.
 */
export function beginRequest(storeId: string, attempt: IdempotentRequest, keptSince: string): JoinedWrite {
  return async (trx) => {
    const now = await leaseTime(trx, Date.parse(attempt.createdAt));
    const row = { ...toRow(storeId, attempt), lease_until: iso(now + leaseMs) };
    const found = await insertOrFind(trx, row, keptSince);
    if (found === undefined) return;
    const first = toRequest(found, now);
    if (!canTakeOver(attempt, first)) throw new RepeatedRequest(first);
    // None when another repetition has taken it over, or it was finished after all.
    const takenOver = await inProgress(trx, storeId, first).update(row);
    if (takenOver === 0) throw new RepeatedRequest(first);
    if (first.questionId !== null) await withdrawQuestion(trx, storeId, first.questionId);
  };
}

/** Whether a repetition is the same request as `first`, which was lost, or failed for a moment, without a response. */
export function canTakeOver(
  repetition: Pick<IdempotentRequest, 'fingerprint'>,
  first: IdempotentRequest,
): boolean {
  const isLost = first.response === null && !first.isLeased;
  return isLost && first.fingerprint === repetition.fingerprint;
}

/**
 * Stores the response in the transaction that stores the reply, or frees the key, with null. Throws ServiceError `conflict`
 * when a repetition has taken the request over, so that only one of them has a reply.
 */
export function finishRequest(storeId: string, attempt: AttemptId, response: string | null): JoinedWrite {
  return async (trx) => {
    const finished = { response, lease_until: null };
    if ((await inProgress(trx, storeId, attempt).update(finished)) > 0) return;
    throw new ServiceError('conflict', 'a repetition of this request has replaced it');
  };
}

/** The row of an attempt; none once it is finished or taken over. */
function inProgress(trx: Knex.Transaction, storeId: string, { operation, key, questionId }: AttemptId) {
  const id = { store_id: storeId, operation, key, question_id: questionId };
  return table(trx).where(id).whereNull('response');
}

const table = (db: Knex) => db('idempotent_requests');

/** Inserts a row, or returns the one with its store, operation and key. */
async function insertOrFind(
  trx: Knex.Transaction,
  row: IdempotencyRow,
  keptSince: string,
): Promise<IdempotencyRow | undefined> {
  await table(trx).where('created_at', '<', keptSince).delete();
  const inserted = await table(trx)
    .insert(row)
    .onConflict(['store_id', 'operation', 'key'])
    .ignore()
    .returning('key');
  if (inserted.length > 0) return undefined;
  const { store_id, operation, key } = row;
  const first = await table(trx).where({ store_id, operation, key }).first();
  // PostgreSQL: another transaction may have deleted it since.
  return first ?? insertOrFind(trx, row, keptSince);
}

function toRequest(row: IdempotencyRow, now: number): IdempotentRequest {
  return {
    operation: row.operation,
    key: row.key,
    fingerprint: row.fingerprint,
    response: row.response,
    createdAt: row.created_at,
    questionId: row.question_id,
    isLeased: (row.lease_until ?? '') > iso(now),
  };
}

/** A row without a lease. */
function toRow(storeId: string, request: IdempotentRequest): IdempotencyRow {
  return {
    store_id: storeId,
    operation: request.operation,
    key: request.key,
    fingerprint: request.fingerprint,
    response: request.response,
    created_at: request.createdAt,
    question_id: request.questionId,
    lease_until: null,
  };
}

function iso(time: number): string {
  return new Date(time).toISOString();
}
