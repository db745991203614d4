import { createHash } from 'node:crypto';
import type { ChatLimits } from '../config/chat-limits.ts';
import type { Repositories } from '../db/repositories.ts';
import { ServiceError } from '../errors.ts';
import type { Clock } from '../support/clock.ts';

export interface OnceDeps {
  readonly repositories: Pick<Repositories, 'idempotency'>;
  readonly clock: Clock;
  readonly chat: { readonly limits: Pick<ChatLimits, 'conversationWaitMs' | 'totalMs' | 'slowReaderMs'> };
}

/** A request that its client may send again. */
export interface OnceRequest {
  readonly storeId: string;
  readonly operation: string;
  /** The Idempotency-Key header field; undefined when there is none. */
  readonly key: string | undefined;
  readonly body: unknown;
}

/** The first: do it, then keep its answer (JSON text) or, when nothing happened, free the key. */
export interface FirstOnce {
  readonly type: 'first';
  /** False where no key was sent: there is nothing to keep then. */
  readonly isKeyed: boolean;
  keep(answer: string): Promise<void>;
  forget(): Promise<void>;
}

/** `again`: done before, and this is how it was answered. */
export type Once = FirstOnce | { readonly type: 'again'; readonly answer: string };

const keptMs = 24 * 60 * 60 * 1000;
const unkeyed: Once = {
  type: 'first',
  isKeyed: false,
  keep: () => Promise.resolve(),
  forget: () => Promise.resolve(),
};

/** For storing the answer, and for clocks of several processes that differ. */
const spareMs = 30_000;

/** What no request under way can outlive, in milliseconds: one that is older was lost, in a crash for example. */
export function longestRequestMs({
  conversationWaitMs,
  totalMs,
  slowReaderMs,
}: OnceDeps['chat']['limits']): number {
  return conversationWaitMs + totalMs + slowReaderMs + spareMs;
}

/**
 * Finds out whether a request is the first with its Idempotency-Key (decision 0030); the next after one that was
 * lost counts as the first. Throws ServiceError `conflict` while the first is not answered,
 * `idempotency_mismatch` for another body.
 */
export async function beginOnce(deps: OnceDeps, request: OnceRequest): Promise<Once> {
  const { repositories, clock } = deps;
  const { storeId, operation, key, body } = request;
  if (key === undefined) return unkeyed;
  const { idempotency } = repositories;
  const now = clock.now();
  await idempotency.removeBefore(new Date(now - keptMs).toISOString());
  const fingerprint = createHash('sha256').update(JSON.stringify(body)).digest('hex');
  const createdAt = new Date(now).toISOString();
  const begun = await idempotency.begin(storeId, { operation, key, fingerprint, answer: null, createdAt });
  const first: FirstOnce = {
    type: 'first',
    isKeyed: true,
    keep: (answer) => idempotency.finish(storeId, { operation, key, createdAt }, answer),
    forget: () => idempotency.forget(storeId, { operation, key, createdAt }),
  };
  if (begun === 'begun') return first;
  if (begun.fingerprint !== fingerprint) throw new ServiceError('idempotency_mismatch', otherBody);
  if (begun.answer !== null) return { type: 'again', answer: begun.answer };
  const isLost = now - Date.parse(begun.createdAt) > longestRequestMs(deps.chat.limits);
  if (isLost && (await idempotency.takeOver(storeId, begun, createdAt))) return first;
  throw new ServiceError('conflict', unanswered);
}

const otherBody = 'this Idempotency-Key was used with another request before: take a new one';
const unanswered = 'the first request with this Idempotency-Key is still being answered: try again later';

/**
 * Runs `work` for the first request with an Idempotency-Key and answers every later one as that was answered
 * (decision 0030). A failure frees the key. Throws what beginOnce and `work` throw.
 */
export async function runOnce<Answer>(
  deps: OnceDeps,
  request: OnceRequest,
  work: () => Promise<Answer>,
): Promise<Answer> {
  const once = await beginOnce(deps, request);
  // Only the line below writes answers for this operation.
  if (once.type === 'again') return JSON.parse(once.answer) as Answer;
  try {
    const answer = await work();
    await once.keep(JSON.stringify(answer));
    return answer;
  } catch (error) {
    await once.forget();
    throw error;
  }
}
