import type { Knex } from 'knex';
import { ServiceError } from '../errors.ts';
import type { IdempotentRequest } from './records.ts';
import type { IdempotencyRepository } from './repositories.ts';
import type { JoinedWrite, Write } from './write.ts';

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
  const inProgress = (trx: Knex.Transaction) => table(trx).whereNull('response');
  return {
    async find(storeId, operation, key, since) {
      const row = await table(db)
        .where({ store_id: storeId, operation, key })
        .where('created_at', '>=', since)
        .first();
      return row && toRequest(row);
    },
    async setLease(storeId, questionId, until) {
      const attempt = { store_id: storeId, question_id: questionId };
      await write(async (trx) => inProgress(trx).where(attempt).update({ lease_until: until }));
    },
    async endLeases(owner, at) {
      await write(async (trx) =>
        inProgress(trx).where({ owner }).where('lease_until', '>', at).update({ lease_until: at }),
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

/** How long a key is kept, as the time before which rows are deleted. */
interface Retention {
  readonly since: string;
}

/**
 * Stores a request with its response in the transaction of its effect. Throws RepeatedRequest when there is one with
 * this operation and key; in PostgreSQL it waits for one that is being committed.
 */
export function storeRequest(storeId: string, request: IdempotentRequest, { since }: Retention): JoinedWrite {
  return async (trx) => {
    const first = await insertOrFind(trx, toRow(storeId, request), since);
    if (first !== undefined) throw new RepeatedRequest(toRequest(first));
  };
}

/**
 * Begins a request in the transaction that stores its question, or takes over one whose lease has ended, and deletes
 * the question that it had stored: the repetition stores it again. Throws RepeatedRequest when the key is in use.
 */
export function beginRequest(storeId: string, request: IdempotentRequest, { since }: Retention): JoinedWrite {
  return async (trx) => {
    const row = toRow(storeId, request);
    const first = await insertOrFind(trx, row, since);
    if (first === undefined) return;
    const isLost = first.response === null && (first.lease_until ?? '') <= request.createdAt;
    if (!isLost || first.fingerprint !== row.fingerprint) throw new RepeatedRequest(toRequest(first));
    const taken = await table(trx)
      .where({ ...idOf(row), question_id: first.question_id })
      .whereNull('response')
      .update(row);
    if (taken === 0) throw new RepeatedRequest(toRequest(first));
    await trx('messages').where({ store_id: storeId, id: first.question_id }).delete();
  };
}

/**
 * Stores the response in the transaction that stores the reply. Throws ServiceError `conflict` when a repetition has
 * taken the request over, so that only one of them has a reply.
 */
export function finishRequest(storeId: string, questionId: string, response: string): JoinedWrite {
  return async (trx) => {
    const finished = await table(trx)
      .where({ store_id: storeId, question_id: questionId })
      .whereNull('response')
      .update({ response, owner: null, lease_until: null });
    if (finished === 0) throw new ServiceError('conflict', 'a repetition of this request has replaced it');
  };
}

const table = (db: Knex) => db<IdempotencyRow>('idempotent_requests');

const idOf = ({ store_id, operation, key }: IdempotencyRow) => ({ store_id, operation, key });

/** Inserts a row, or returns the one with its store, operation and key. Deletes those of before `since`. */
async function insertOrFind(
  trx: Knex.Transaction,
  row: IdempotencyRow,
  since: string,
): Promise<IdempotencyRow | undefined> {
  await table(trx).where('created_at', '<', since).delete();
  const inserted = await table(trx)
    .insert(row)
    .onConflict(['store_id', 'operation', 'key'])
    .ignore()
    .returning('key');
  if (inserted.length > 0) return undefined;
  // PostgreSQL: another transaction may have deleted it since.
  return (await table(trx).where(idOf(row)).first()) ?? insertOrFind(trx, row, since);
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
