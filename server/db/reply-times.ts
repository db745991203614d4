import type { Context } from './database.ts';
import { addRows, type Counted, rowsOf } from './hourly-sums.ts';
import type { StoredReply } from './records.ts';
import { timeColumns, timeEnds } from './time-ranges.ts';

// By whole hours, which belong to the day of their begin: times add up to nothing, and four times as many rows would be read
// in four times as long.

/** The time to the first text of a reply, or to the end of a complete one. */
export type Measure = 'first_token' | 'reply';

const keys = ['store_id', 'hour', 'agent_id', 'measure'];
const none = Object.fromEntries(timeColumns.map((column) => [column, 0]));

/** Adds the times of replies to the hours of UTC in which their conversations began, or -1 times as much. */
export async function addTimes(
  context: Context,
  replies: Counted<Pick<StoredReply, 'outcome' | 'first_token_ms' | 'total_ms'>>,
  sign: 1 | -1,
): Promise<void> {
  const rows = rowsOf(
    replies,
    ({ store_id, agent_id, created_at }, { outcome, first_token_ms, total_ms }) => {
      const times = { first_token: first_token_ms, reply: outcome === 'complete' ? total_ms : null };
      return Object.entries(times).flatMap(([measure, ms]) =>
        ms === null
          ? []
          : { store_id, hour: hourOf(created_at), agent_id, measure, ...none, [columnOf(ms)]: sign },
      );
    },
  );
  await addRows(context, 'time_hours', keys, rows);
}

function hourOf(time: string): string {
  return time.slice(0, '2026-11-22T16'.length);
}

function columnOf(ms: number): string {
  return timeColumns[timeEnds.findIndex((end) => ms <= end)] ?? timeColumns.at(-1) ?? '';
}
