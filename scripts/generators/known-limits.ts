import type { KnownLimit } from './trial.ts';

/** What the pinned tools cannot do with our documents. `npm run test:generators` fails when one of these is gone. */
export const knownLimits: readonly KnownLimit[] = [];
