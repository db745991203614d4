import type { CountedConversation } from './conversation-sums.ts';
import type { Context } from './database.ts';
import { addRows } from './hourly-sums.ts';
import type { StoredReply } from './records.ts';

// How long replies took, counted in ranges of time: so that percentiles of any days are read from sums. By whole hours, which
// belong to the day of their begin: times add up to nothing, and four times as many rows would be read in four times as long.

/** Where each range ends, in milliseconds. Longer times count in the last one. Migration 0035 makes a column of each. */
export const timeEnds: readonly number[] = Array.from({ length: 20 }, (_range, index) =>
  Math.round(100 * 2 ** (index / 2)),
);

export const timeColumns = timeEnds.map((end) => `up_to_${end}` as const);

/** The time to the first text of a reply, or to the end of a complete one. */
export type Measure = 'first_token' | 'reply';

const keys = ['store_id', 'hour', 'agent_id', 'measure'];
const none = Object.fromEntries(timeColumns.map((column) => [column, 0]));

/** Adds the times of replies to the hours of UTC in which their conversations began, or -1 times as much. A test adds to none. */
export async function addTimes(
  context: Context,
  counted: readonly (readonly [
    CountedConversation,
    Pick<StoredReply, 'outcome' | 'first_token_ms' | 'total_ms'>,
  ])[],
  sign = 1,
): Promise<void> {
  const rows = counted
    .filter(([{ is_test }]) => !is_test)
    .flatMap(([{ store_id, agent_id, created_at }, { outcome, first_token_ms, total_ms }]) => {
      const times = { first_token: first_token_ms, reply: outcome === 'complete' ? total_ms : null };
      return Object.entries(times).flatMap(([measure, ms]) =>
        ms === null
          ? []
          : { store_id, hour: hourOf(created_at), agent_id, measure, ...none, [columnOf(ms)]: sign },
      );
    });
  await addRows(context, 'time_hours', keys, rows);
}

function hourOf(time: string): string {
  return time.slice(0, '2026-11-22T16'.length);
}

function columnOf(ms: number): string {
  return timeColumns[timeEnds.findIndex((end) => ms <= end)] ?? timeColumns.at(-1) ?? '';
}

/** The time that a share of the times is at most, of how many are in each range: within √2 of it. Null without a time. */
export function percentile(counts: readonly number[], share: number): number | null {
  const position = share * counts.reduce((sum, count) => sum + count, 0);
  if (position <= 0) return null;
  let before = 0;
  const at = counts.findIndex((count) => (before += count) >= position);
  const [begin, end] = [timeEnds[at - 1] ?? 0, timeEnds[at] ?? 0];
  return Math.round(end - ((end - begin) * (before - position)) / (counts[at] ?? 1));
}
