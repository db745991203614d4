import type { Check } from '../../check.ts';
import { keyIsAccepted } from './key-is-accepted.ts';
import { everyNearMiss, nearMissKeys } from './near-miss-keys.ts';
import { readsNeedAKey } from './reads-need-a-key.ts';
import { writesNeedAKey } from './writes-need-a-key.ts';

/** Source 5. */
export const authChecks: readonly Check[] = [
  keyIsAccepted,
  readsNeedAKey,
  writesNeedAKey,
  nearMissKeys,
  everyNearMiss,
];
