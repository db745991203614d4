import { createHash } from 'node:crypto';
import type { ChatLimits } from '../config/chat-limits.ts';
import type { Repositories } from '../db/repositories.ts';
import { ServiceError } from '../errors.ts';
import type { Clock } from '../support/clock.ts';

type RequestLimits = Pick<ChatLimits, 'conversationWaitMs' | 'totalMs' | 'slowReaderMs'>;

export interface IdempotencyDeps {
  readonly repositories: Pick<Repositories, 'idempotency'>;
  readonly clock: Clock;
  readonly chat: { readonly limits: RequestLimits };
}

/** A request that its client may send again. */
export interface RepeatableRequest {
  readonly storeId: string;
  readonly operation: string;
  /** The Idempotency-Key header; undefined when it is absent. */
  readonly key: string | undefined;
  readonly body: unknown;
}

/** The request is to be processed; then store its response, or release the key when nothing has happened. */
export interface FirstRequest {
  readonly type: 'first';
  /** False without an Idempotency-Key: `store` and `release` do nothing then. */
  readonly isKeyed: boolean;
  /** `response` is JSON text. */
  store(response: string): Promise<void>;
  release(): Promise<void>;
}

/** The request was processed before, with this response. */
export interface ReplayedRequest {
  readonly type: 'replay';
  readonly response: string;
}

/**
 * Runs `work` for the first request with an Idempotency-Key and returns its stored result for every repetition
 * (decision 0030). A failure of `work` releases the key. Throws what beginIdempotent and `work` throw.
 */
export async function withIdempotency<Result>(
  deps: IdempotencyDeps,
  request: RepeatableRequest,
  work: () => Promise<Result>,
): Promise<Result> {
  const begun = await beginIdempotent(deps, request);
  // Only the call of `store` below writes responses of this operation.
  if (begun.type === 'replay') return JSON.parse(begun.response) as Result;
  const result = await work().catch(async (error: unknown) => {
    await begun.release();
    throw error;
  });
  // When this fails the key stays in use: the work is done, and a repetition must not do it again at once.
  await begun.store(JSON.stringify(result));
  return result;
}

/**
 * The two-step form of withIdempotency, for streams. A repetition of a request that was lost in a crash counts as the
 * first. Throws ServiceError `conflict` while the first is in progress, `idempotency_mismatch` for another body.
 */
export async function beginIdempotent(
  deps: IdempotencyDeps,
  { storeId, operation, key, body }: RepeatableRequest,
): Promise<FirstRequest | ReplayedRequest> {
  if (key === undefined) return unkeyed;
  const { idempotency } = deps.repositories;
  const now = deps.clock.now();
  await idempotency.removeBefore(new Date(now - retentionMs).toISOString());
  const fingerprint = createHash('sha256').update(JSON.stringify(body)).digest('hex');
  const createdAt = new Date(now).toISOString();
  const begun = await idempotency.begin(storeId, { operation, key, fingerprint, response: null, createdAt });
  const first: FirstRequest = {
    type: 'first',
    isKeyed: true,
    store: (response) => idempotency.finish(storeId, { operation, key, createdAt }, response),
    release: () => idempotency.release(storeId, { operation, key, createdAt }),
  };
  if (begun === 'begun') return first;
  if (begun.fingerprint !== fingerprint) throw new ServiceError('idempotency_mismatch', otherRequest);
  if (begun.response !== null) return { type: 'replay', response: begun.response };
  const isLost = now - Date.parse(begun.createdAt) > maxRequestMs(deps.chat.limits);
  if (isLost && (await idempotency.takeOver(storeId, begun, createdAt))) return first;
  throw new ServiceError('conflict', inProgress);
}

const otherRequest = 'this Idempotency-Key was used with a different request: use a new one';
const inProgress = 'the first request with this Idempotency-Key is still in progress: try again later';

const retentionMs = 24 * 60 * 60 * 1000;

/** For storing the response, and for the difference between the clocks of several processes. */
const marginMs = 30_000;

/** The longest time that a request can be in progress; an older one was lost, for example in a crash. */
export function maxRequestMs({ conversationWaitMs, totalMs, slowReaderMs }: RequestLimits): number {
  return conversationWaitMs + totalMs + slowReaderMs + marginMs;
}

const unkeyed: FirstRequest = {
  type: 'first',
  isKeyed: false,
  store: () => Promise.resolve(),
  release: () => Promise.resolve(),
};
