import type { Deployment } from '../server/deployment.ts';
import { eventsWithoutTools } from '../server/replying.ts';
import { maximal } from './maximal.ts';

/** A sound service whose model is down: every reply is an error event, which is a legal end of a stream. */
export const failing: Deployment = {
  ...maximal,
  name: 'failing',
  eventsOf: (turn) => [
    ...eventsWithoutTools(turn).slice(0, 1),
    { type: 'error', reason: 'model unavailable' },
  ],
};
