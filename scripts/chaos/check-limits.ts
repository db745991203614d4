import {
  acknowledged,
  type Agent,
  type Attempt,
  attemptsOf,
  type History,
  isRejected,
  type LimitedStore,
  type ListAttempt,
} from './history.ts';

const windowMs = 60_000;
/** A crash of PostgreSQL loses the admissions of this time at most (decision 0053). */
const forgottenMs = 1_000;

/** No store has more agents than its limit, and a create is rejected only when that many may exist (source 8). */
export function agentLimitIsExact(history: History): string[] {
  return history.stores.flatMap(({ id, agentLimit }) => {
    if (agentLimit === null) return [];
    const lists = history.lists.filter(({ storeId }) => storeId === id);
    const excess = acknowledged<readonly Agent[], ListAttempt>(lists)
      .filter(({ body }) => body.length > agentLimit)
      .map(({ body }) => `${id} has ${body.length} agents, and its limit is ${agentLimit}`);
    const creates = history.creates.filter(({ storeId }) => storeId === id);
    const possible = creates.filter((create) => !isRejected(create, 403));
    const early = creates
      .filter((create) => isRejected(create, 403))
      .filter(({ endMs }) => countNames(possible.filter(({ startMs }) => startMs < endMs)) < agentLimit)
      .map(({ input }) => `${input.name} was rejected with 403 before ${id} had ${agentLimit} agents`);
    return [...excess, ...early];
  });
}

function countNames(creates: History['creates']): number {
  return new Set(creates.map(({ input }) => input.name)).size;
}

/**
 * No 60 seconds have more admissions than the limit, and a request is rejected only when the 60 seconds before may have
 * that many (source 8). A request is admitted at some time between its start and its end: what no such time explains is
 * a violation.
 */
export function requestLimitIsExact(history: History): string[] {
  const attempts = Map.groupBy(attemptsOf(history), ({ storeId }) => storeId);
  return history.stores.flatMap((store) => {
    const ofStore = (attempts.get(store.id) ?? []).toSorted((a, b) => a.startMs - b.startMs);
    return [...excessOf(store, ofStore, history), ...unjustifiedRejections(store, ofStore)];
  });
}

function excessOf(
  { id, requestsPerMinute: limit }: LimitedStore,
  attempts: readonly Attempt<unknown>[],
  { databaseCrashes }: History,
): string[] {
  if (limit === null) return [];
  const isForgotten = ({ startMs, endMs }: Attempt<unknown>): boolean =>
    databaseCrashes.some((crash) => startMs <= crash.endMs && endMs >= crash.startMs - forgottenMs);
  const admitted = attempts.filter((one) => one.outcome.type === 'acknowledged' && !isForgotten(one));
  return admitted.flatMap(({ startMs }, index) => {
    const count = admitted.slice(index).filter(({ endMs }) => endMs < startMs + windowMs).length;
    return count > limit ? [`${id} had ${count} requests admitted in 60 s, and its limit is ${limit}`] : [];
  });
}

function unjustifiedRejections(
  { id, requestsPerMinute: limit }: LimitedStore,
  attempts: readonly Attempt<unknown>[],
): string[] {
  if (limit === null) return [];
  const possible = attempts.filter((attempt) => !isRejected(attempt, 429));
  return attempts
    .filter((attempt) => isRejected(attempt, 429))
    .flatMap((rejected) => {
      const before = possible.filter(
        ({ startMs, endMs }) => startMs <= rejected.endMs && endMs >= rejected.startMs - windowMs,
      );
      return before.length < limit
        ? [`${id} was rejected with 429 after ${before.length} requests in 60 s, and its limit is ${limit}`]
        : [];
    });
}
