import { eventsWithoutTools } from '../server/chat-reply.ts';
import type { Deployment } from '../server/deployment.ts';
import { busy, proxied, transports } from './transports.ts';
import { embeddable } from './embeddable.ts';
import { lenient, readers } from './readers.ts';
import { maximal } from './maximal.ts';
import { minimal } from './minimal.ts';
import { odd } from './odd.ts';
import { strict } from './strict.ts';

/** A service whose model is down: every reply ends with an error event, which is a legal end of a stream. */
const failing: Deployment = {
  ...maximal,
  name: 'failing',
  eventsOf: (turn) => [
    ...eventsWithoutTools(turn).slice(0, 1),
    { type: 'error', reason: 'model unavailable' },
  ],
};

/** Servers that violate nothing stated or derived: a failure of the suite against one of them is a false alarm. */
export const conformingDeployments: readonly Deployment[] = [maximal, minimal, odd, strict, failing];

/**
 * And those that other tests leave out: one accepts any JSON, others read it as their platforms do, one is behind a proxy,
 * one responds in its own time, the script of one works in a browser, and the transports of others are unusual.
 */
export const soundDeployments: readonly Deployment[] = [
  // Runs of the first wait longest, while the others run.
  ...transports.toReversed(),
  proxied,
  busy,
  ...conformingDeployments,
  lenient,
  embeddable,
  ...readers,
];
