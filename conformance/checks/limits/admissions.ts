import type { Clock } from '../../check.ts';
import type { BurstPlan } from './measure-limit.ts';

const minuteMs = 60_000;

/** The requests that a store was admitted with, by the time of each. */
export interface Admissions {
  /** The same function, whose responses count. */
  readonly counted: (send: BurstPlan['send']) => BurstPlan['send'];
  /** The most that were sent and admitted within some 60 s. */
  readonly maxInAMinute: () => number;
}

export function countAdmissions({ now }: Clock): Admissions {
  const admitted: { readonly sentAt: number; readonly endedAt: number }[] = [];
  return {
    counted: (send) => async (connection) => {
      const sentAt = now();
      const exchange = await send(connection);
      if (exchange.status < 300) admitted.push({ sentAt, endedAt: now() });
      return exchange;
    },
    maxInAMinute: () => {
      const counts = admitted.map(
        (first) =>
          admitted.filter((one) => one.sentAt >= first.sentAt && one.endedAt <= first.sentAt + minuteMs)
            .length,
      );
      return Math.max(0, ...counts);
    },
  };
}
