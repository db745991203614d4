import { createHash } from 'node:crypto';
import type { Config } from '../config/config.ts';
import type { Context } from '../db/database.ts';
import { withDatabaseDeadline } from '../db/guard.ts';
import {
  beginRequest,
  canTakeOver,
  finishRequest,
  type FirstResponse,
  RepeatedRequest,
  storeRequest,
} from '../db/idempotency-repository.ts';
import type { IdempotentRequest } from '../db/records.ts';
import type { JoinedWrite, Repositories } from '../db/repositories.ts';
import { ServiceError } from '../errors.ts';
import type { Clock } from '../support/clock.ts';

export interface IdempotencyDeps {
  readonly repositories: Pick<Repositories, 'idempotency'>;
  readonly clock: Clock;
}

/** A request that its client may send again. */
export interface RepeatableRequest {
  readonly storeId: string;
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
  { allStores, storeId, now }: Context,
  { operation, key, body }: Omit<RepeatableRequest, 'storeId'>,
  response: Result,
): Promise<Result | undefined> {
  if (key === undefined) return undefined;
  const time = Date.parse(now);
  const row = { ...newRow({ operation, body }, key, time), response: JSON.stringify(response) };
  const first = await storeRequest(allStores, storeId, row, keptSince(time));
  // Only the line above writes responses of this operation.
  return first && (JSON.parse(responseOf(first, row.fingerprint)) as Result);
}

/** The same string for a request and its repetitions; undefined without an Idempotency-Key. */
export function repetitionId({ storeId, operation, key, body }: RepeatableRequest): string | undefined {
  return key === undefined ? undefined : JSON.stringify([storeId, operation, key, fingerprintOf(body)]);
}

/** The request is to be processed, with `attempt` when it has an Idempotency-Key. */
export interface FirstRequest {
  readonly type: 'first';
  readonly attempt: Attempt | undefined;
}

/** The request was processed before, with this response as JSON text. */
export interface ReplayedRequest {
  readonly type: 'replay';
  readonly response: string;
}

/** A request with an Idempotency-Key whose effect takes two writes: a question and, maybe minutes later, its reply. */
export interface Attempt {
  /**
   * Joins the write of the question. With it the key is in use, until `end`: the lease is renewed. The write rejects with
   * ServiceError `conflict` when another attempt has begun since.
   */
  begin(questionId: string): JoinedWrite;
  /**
   * Joins the write of the reply; `response` is JSON text, or null where the key is free again. Rejects with `conflict`
   * when another attempt took over.
   */
  finish(response: string | null): JoinedWrite;
  /** To be called when the request is over, however it ended: without a stored response the key is free again. */
  end(): Promise<void>;
}

/**
 * For an effect of two writes. Throws ServiceError `conflict` while another attempt is in progress,
 * `idempotency_mismatch` for another body. A repetition of a request that was lost in a crash is the first.
 */
export async function beginIdempotent(
  deps: IdempotencyDeps,
  request: RepeatableRequest,
): Promise<FirstRequest | ReplayedRequest> {
  const { storeId, operation, key } = request;
  if (key === undefined) return { type: 'first', attempt: undefined };
  const now = deps.clock.now();
  const row = newRow(request, key, now);
  const times = { since: keptSince(now), now };
  const first = await deps.repositories.idempotency.find(storeId, operation, key, times);
  if (first === undefined || canTakeOver(row, first)) {
    return { type: 'first', attempt: createAttempt(deps, storeId, row) };
  }
  return { type: 'replay', response: responseOf(first, row.fingerprint) };
}

const renewalMs = 5_000;

function createAttempt(
  { clock, repositories }: IdempotencyDeps,
  storeId: string,
  row: IdempotentRequest,
): Attempt {
  const { idempotency } = repositories;
  let attempt = row;
  let renewal: NodeJS.Timeout | undefined;
  const renew = () => unlessUnavailable(() => idempotency.renewLease(storeId, attempt, clock.now()));
  return {
    begin(questionId) {
      const now = clock.now();
      attempt = { ...row, questionId, createdAt: iso(now) };
      renewal = setInterval(() => void renew(), renewalMs);
      return orConflict(beginRequest(storeId, attempt, keptSince(now)));
    },
    finish: (response) => finishRequest(storeId, attempt, response),
    async end() {
      if (renewal === undefined) return;
      clearInterval(renewal);
      await unlessUnavailable(() => idempotency.endLease(storeId, attempt));
    },
  };
}

/** Never rejects: a lease that is not renewed ends by itself. Has its own deadline: that of the request may have passed. */
async function unlessUnavailable(change: () => Promise<void>): Promise<void> {
  await withDatabaseDeadline(change).catch(() => undefined);
}

/** For a repetition that began at the same time: the next one gets the response, or is the first. */
function orConflict(begin: JoinedWrite): JoinedWrite {
  return async (trx) => {
    try {
      await begin(trx);
    } catch (error) {
      throw error instanceof RepeatedRequest ? new ServiceError('conflict', inProgress) : error;
    }
  };
}

/**
 * SQLite: frees the keys of requests that an earlier process has left in progress; to be called at the start of the one
 * that serves. Other nodes on a PostgreSQL may have requests in progress: there leases end by themselves.
 */
export async function freeLostRequests({
  repositories,
  config,
}: Pick<IdempotencyDeps, 'repositories'> & { readonly config: Pick<Config, 'databaseUrl'> }): Promise<void> {
  if (config.databaseUrl === null) await repositories.idempotency.endLeases();
}

function newRow(
  { operation, body }: Pick<RepeatableRequest, 'operation' | 'body'>,
  key: string,
  now: number,
): IdempotentRequest {
  const begun = { response: null, questionId: null, isLeased: false };
  return { operation, key, fingerprint: fingerprintOf(body), createdAt: iso(now), ...begun };
}

function fingerprintOf(body: unknown): string {
  return createHash('sha256').update(JSON.stringify(body)).digest('hex');
}

function responseOf(first: FirstResponse, fingerprint: string): string {
  if (first.fingerprint !== fingerprint) throw new ServiceError('idempotency_mismatch', otherRequest);
  if (first.response === null) throw new ServiceError('conflict', inProgress);
  return first.response;
}

const otherRequest = 'this Idempotency-Key was used with a different request: use a new one';
const inProgress = 'the first request with this Idempotency-Key is still in progress: try again later';

const retentionMs = 24 * 60 * 60 * 1000;

function keptSince(now: number): string {
  return iso(now - retentionMs);
}

function iso(time: number): string {
  return new Date(time).toISOString();
}
