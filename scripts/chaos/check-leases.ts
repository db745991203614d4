import { type Attempt, attemptsOf, type History, isRejected } from './history.ts';

/** A key is in use for so long after the node that processed its request was lost (decision 0030), and some time for a busy machine. */
const maxKeyMs = 15_000 + 3_000;
/** A message loses its turn, or gives up the wait for it, after so long at the earliest (decision 0054). */
const minTurnMs = 9_000;

/**
 * A repetition is not rejected with 409: a process on SQLite frees the keys of interrupted requests when it starts. On
 * PostgreSQL, the lease of the key ends.
 */
export function keysAreFree(history: History): string[] {
  const keys = Map.groupBy(attemptsOf(history), ({ key }) => key);
  return [...keys].flatMap(([key, attempts]) => {
    if (key === undefined) return [];
    const holders = attempts.filter(mayHoldKey);
    return attempts
      .filter((attempt) => isRejected(attempt, 409) && !isTurn(history, attempt))
      .filter(
        (attempt) => history.engine === 'sqlite' || !holders.some((holder) => isLeased(holder, attempt)),
      )
      .map(() => `the Idempotency-Key ${key} stayed in use`);
  });
}

/** A message without a key is rejected with 409 only on PostgreSQL, after it had or awaited its turn for long. */
export function turnsAreKept(history: History): string[] {
  return attemptsOf(history)
    .filter((attempt) => isRejected(attempt, 409) && attempt.key === undefined && !isTurn(history, attempt))
    .map(({ startMs, endMs }) => `a message lost its turn after ${Math.round(endMs - startMs)} ms`);
}

function isTurn({ engine }: History, { startMs, endMs }: Attempt<unknown>): boolean {
  return engine === 'postgres' && endMs - startMs >= minTurnMs;
}

function mayHoldKey(attempt: Attempt<unknown>): boolean {
  const { outcome, startMs, endMs } = attempt;
  if (isRejected(attempt, 409)) return endMs - startMs >= minTurnMs;
  return outcome.type === 'unknown' || isRejected(attempt, 503);
}

function isLeased(holder: Attempt<unknown>, { startMs }: Attempt<unknown>): boolean {
  return holder.startMs < startMs && startMs <= holder.endMs + maxKeyMs;
}
