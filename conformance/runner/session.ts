import type { Clock, Fixtures, Profile } from '../check.ts';
import { createMeter, type Budget, type Meter } from '../client/budget.ts';
import { createClients } from '../client/client.ts';
import type { Client, Exchange } from '../client/exchange.ts';
import { createRedactor, secretsOf, type Redact } from '../client/redact.ts';
import { openTransport } from '../client/transport.ts';
import type { Target } from '../target.ts';
import { createFixtures } from './fixtures.ts';
import type { Replay } from './replay.ts';

export interface SessionOptions {
  readonly target: Target;
  readonly seed: number;
  readonly runs: number;
  readonly profile: Profile;
  readonly budget: Budget;
  readonly clock: Clock;
  readonly replay?: Replay;
  /** Told each exchange when it has ended; it holds keys. */
  readonly record?: (exchange: Exchange) => void;
  /** Told each wait for a rate limit, in milliseconds. */
  readonly onWait?: (milliseconds: number) => void;
}

/** What the checks of one run share. */
export interface Session {
  readonly options: SessionOptions;
  /** A client that counts on the meter of one check. */
  readonly clientFor: (meter: Meter) => Client;
  readonly meter: Meter;
  readonly fixtures: Fixtures;
  readonly redact: Redact;
  readonly close: () => void;
}

/** The time of the machine. */
export const systemClock: Clock = {
  now: () => Date.now(),
  wait: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
};

/** Opens connections lazily; `close` ends them. */
export function openSession(options: SessionOptions): Session {
  const { target, clock, budget } = options;
  const transport = openTransport(target);
  const meter = createMeter(budget);
  const clientFor = createClients({
    target,
    transport,
    clock,
    record: options.record ?? (() => undefined),
    onWait: options.onWait ?? (() => undefined),
  });
  return {
    options,
    clientFor,
    meter,
    fixtures: createFixtures(clientFor(meter), target, options.seed),
    redact: createRedactor(secretsOf(target)),
    close: transport.close,
  };
}
