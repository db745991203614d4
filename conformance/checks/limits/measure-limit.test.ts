import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Clock } from '../../check.ts';
import type { Exchange } from '../../exchange.ts';
import { maximal } from '../../mutants/conforming/maximal.ts';
import type { Call } from '../../mutants/server/deployment.ts';
import { admitByBucket, admitByFixedWindow, admitByLog, minuteMs } from '../../mutants/server/limits.ts';
import { createServerState } from '../../mutants/server/server-state.ts';
import { measureLimit, type Measured } from './measure-limit.ts';

type Admit = (call: Call) => number | undefined;

/** A limiter of its own, with a clock that each request advances. */
interface Trial {
  readonly limit: number;
  readonly startsAt: number;
  /** What one request takes, in milliseconds. */
  readonly latencyMs: number;
  /** Requests of the minute before. */
  readonly earlier: number;
}

function response(status: number): Exchange {
  const request = { method: 'GET', path: '/' };
  const bytes = new Uint8Array();
  return {
    request,
    url: '',
    status,
    headers: {},
    bytes,
    text: '',
    json: null,
    ending: 'complete',
    sequence: 1,
    startedAt: 0,
    durationMs: 0,
  };
}

function measure(admit: Admit, { limit, startsAt, latencyMs, earlier }: Trial): Promise<Measured> {
  let now = startsAt;
  const state = createServerState(maximal, [{ name: 'limited', requestsPerMinute: limit }], () => now);
  const [store] = state.stores;
  if (store === undefined) throw new Error('there is no store');
  const request = {
    method: 'GET',
    path: '/',
    query: new URLSearchParams(),
    headers: {},
    headerNames: [],
    connection: 1,
    body: Buffer.alloc(0),
  };
  const call: Call = {
    deployment: maximal,
    state,
    store,
    request,
    operation: 'listAgents',
    body: undefined,
  };
  const send = async (): Promise<Exchange> => {
    now += latencyMs;
    return response(admit(call) === undefined ? 200 : 429);
  };
  const wait = async (milliseconds: number): Promise<void> => {
    now += milliseconds;
  };
  const clock: Clock = { now: () => now, wait };
  for (let count = 0; count < earlier; count += 1) admit(call);
  return measureLimit({ clock }, { send, limit, max: 2 * limit + 2 });
}

const trial = fc.record({
  limit: fc.constantFrom(20, 35, 60, 200),
  startsAt: fc.integer({ min: 0, max: 10 * minuteMs }),
  latencyMs: fc.integer({ min: 0, max: 50 }),
  earlier: fc.integer({ min: 0, max: 25 }),
});

const kinds: readonly (readonly [string, (off: number) => Admit])[] = [
  ['a log', (off) => admitByLog((call) => call.store.requestsPerMinute + off)],
  ['a fixed window', () => admitByFixedWindow],
  ['a bucket', () => admitByBucket],
];

describe('measureLimit', () => {
  it.each(kinds)('R-8-01 reports that %s holds, at any start and any latency', async (_kind, admit) => {
    await fc.assert(
      fc.asyncProperty(trial, async (one) => {
        expect((await measure(admit(0), one)).type).toBe('holds');
      }),
    );
  });

  it('R-8-01 reports a limit that is off by one in either direction', async () => {
    const [, log] = kinds[0] ?? [];
    const quick = trial.map((one) => ({ ...one, latencyMs: 1, earlier: 0 }));
    await fc.assert(
      fc.asyncProperty(quick, fc.constantFrom(-1, 1), async (one, off) => {
        const measured = await measure(log?.(off) ?? admitByFixedWindow, one);
        expect(measured.type).toBe(off < 0 ? 'early' : 'late');
      }),
    );
  });

  it('R-8-07 distinguishes requests that are not counted from a limit that is not kept', async () => {
    await fc.assert(
      fc.asyncProperty(trial, async (one) => {
        expect((await measure(() => undefined, one)).type).toBe('uncounted');
      }),
    );
  });
});
