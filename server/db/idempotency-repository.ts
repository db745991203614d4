import type { Knex } from 'knex';
import { ServiceError } from '../errors.ts';
import { withdrawQuestion } from './message-repository.ts';
import type { IdempotentRequest } from './records.ts';
import type { AttemptId, IdempotencyRepository, JoinedWrite } from './repositories.ts';
import type { Write } from './write.ts';

interface IdempotencyRow {
  store_id: string;
  operation: string;
  key: string;
  fingerprint: string;
  /** The response as JSON text; null while the request is in progress. */
  response: string | null;
  created_at: string;
  /** While in progress: the message that it has stored, which also names this attempt. */
  question_id: string | null;
  owner: string | null;
  lease_until: string | null;
}

/** Requests with an Idempotency-Key over the table `idempotent_requests` (decision 0030). */
export function createIdempotencyRepository(db: Knex, write: Write): IdempotencyRepository {
  return {
    async find(storeId, operation, key, since) {
      const row = await table(db)
        .where({ store_id: storeId, operation, key })
        .where('created_at', '>=', since)
        .first();
      return row && toRequest(row);
    },
    async setLease(storeId, attempt, until) {
      await write((trx) => inProgress(trx, storeId, attempt).update({ lease_until: until }));
    },
    async endLeases(owner, at) {
      await write((trx) =>
        table(trx).where({ owner }).where('lease_until', '>', at).update({ lease_until: at }),
      );
    },
  };
}

/** The key of a request is in use: with its response, another body, or an attempt whose lease has not ended. */
export class RepeatedRequest extends Error {
  override readonly name = 'RepeatedRequest';
  readonly first: IdempotentRequest;

  constructor(first: IdempotentRequest) {
    super('the Idempotency-Key was used before');
    this.first = first;
  }
}

/**
 * Stores a request with its response in the transaction of its effect, and deletes requests of before `keptSince`.
 * Throws RepeatedRequest when there is one with this operation and key; in PostgreSQL it waits for one that is being
 * committed.
 */
export function storeRequest(storeId: string, request: IdempotentRequest, keptSince: string): JoinedWrite {
  return async (trx) => {
    const first = await insertOrFind(trx, toRow(storeId, request), keptSince);
    if (first !== undefined) throw new RepeatedRequest(first);
  };
}

/**
 * Begins an attempt in the transaction that stores its question. One that takes over from a lost attempt withdraws the
 * question of that one, since the repetition stores it again. Deletes requests of before `keptSince`. Throws
 * RepeatedRequest when the key is in use.
 */
export function beginRequest(storeId: string, attempt: IdempotentRequest, keptSince: string): JoinedWrite {
  return async (trx) => {
    const row = toRow(storeId, attempt);
    const first = await insertOrFind(trx, row, keptSince);
    if (first === undefined) return;
    if (!canTakeOver(attempt, first)) throw new RepeatedRequest(first);
    // None when another repetition has taken it over, or it was finished after all.
    const takenOver = await inProgress(trx, storeId, first).update(row);
    if (takenOver === 0) throw new RepeatedRequest(first);
    if (first.questionId !== null) await withdrawQuestion(trx, storeId, first.questionId);
  };
}

/** Whether a repetition is the same request as `first`, whose lease had ended without a response when it was created. */
export function canTakeOver(
  repetition: Pick<IdempotentRequest, 'fingerprint' | 'createdAt'>,
  first: IdempotentRequest,
): boolean {
  const isLost = first.response === null && (first.leaseUntil ?? '') <= repetition.createdAt;
  return isLost && first.fingerprint === repetition.fingerprint;
}

/**
 * Stores the response in the transaction that stores the reply. Throws ServiceError `conflict` when a repetition has
 * taken the request over, so that only one of them has a reply.
 */
export function finishRequest(storeId: string, attempt: AttemptId, response: string): JoinedWrite {
  return async (trx) => {
    const finished = { response, owner: null, lease_until: null };
    if ((await inProgress(trx, storeId, attempt).update(finished)) > 0) return;
    throw new ServiceError('conflict', 'a repetition of this request has replaced it');
  };
}

/** The row of an attempt; none once it is finished or taken over. */
function inProgress(trx: Knex.Transaction, storeId: string, { operation, key, questionId }: AttemptId) {
  const id = { store_id: storeId, operation, key, question_id: questionId };
  return table(trx).where(id).whereNull('response');
}

const table = (db: Knex) => db<IdempotencyRow>('idempotent_requests');

/** Inserts a row, or returns the request with its store, operation and key. */
async function insertOrFind(
  trx: Knex.Transaction,
  row: IdempotencyRow,
  keptSince: string,
): Promise<IdempotentRequest | undefined> {
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
  return first === undefined ? insertOrFind(trx, row, keptSince) : toRequest(first);
}

function toRequest(row: IdempotencyRow): IdempotentRequest {
  return {
    operation: row.operation,
    key: row.key,
    fingerprint: row.fingerprint,
    response: row.response,
    createdAt: row.created_at,
    questionId: row.question_id,
    owner: row.owner,
    leaseUntil: row.lease_until,
  };
}

function toRow(storeId: string, request: IdempotentRequest): IdempotencyRow {
  return {
    store_id: storeId,
    operation: request.operation,
    key: request.key,
    fingerprint: request.fingerprint,
    response: request.response,
    created_at: request.createdAt,
    question_id: request.questionId,
    owner: request.owner,
    lease_until: request.leaseUntil,
  };
}
