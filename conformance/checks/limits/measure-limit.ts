import type { CheckContext } from '../../check.ts';
import type { Exchange } from '../../client/exchange.ts';
import { mostAdmitted, sendBurst, type Burst, type BurstPlan } from './burst.ts';

/** What was learnt of a limit of N. */
export type Measured =
  /** 429 came exactly where it has to. */
  | { readonly type: 'holds'; readonly refused: Exchange }
  /** These requests are not counted at all. */
  | { readonly type: 'uncounted' }
  /** A request failed, and not by 429. */
  | { readonly type: 'otherwise'; readonly refused: Exchange; readonly admitted: number }
  | { readonly type: 'early'; readonly burst: Burst }
  | { readonly type: 'late'; readonly burst: Burst };

const quietMs = 61_000;

function judgeBurst(burst: Burst, { limit, most }: BurstPlan): Measured {
  const { admitted, refused, durationMs } = burst;
  if (refused === undefined)
    return admitted >= most && most > 2 * limit ? { type: 'uncounted' } : { type: 'late', burst };
  if (refused.status !== 429) return { type: 'otherwise', refused, admitted };
  if (admitted < limit) return { type: 'early', burst };
  return admitted <= mostAdmitted(limit, durationMs) ? { type: 'holds', refused } : { type: 'late', burst };
}

const mostBursts = 4;

/**
 * Learns whether requests of one kind are limited to N a minute. A burst that ends in another way is sent again after
 * a quiet minute, until two of them agree: the store may have been in use before the first, and a window of the
 * clock may have turned over within one.
 */
export async function measureLimit(context: Pick<CheckContext, 'clock'>, plan: BurstPlan): Promise<Measured> {
  let last: Measured | undefined;
  for (let bursts = 1; ; bursts += 1) {
    const measured = judgeBurst(await sendBurst(context, plan), plan);
    const settled =
      measured.type === 'holds' || measured.type === 'uncounted' || measured.type === last?.type;
    if (settled || bursts === mostBursts) return measured;
    last = measured;
    await context.clock.wait(quietMs);
  }
}
