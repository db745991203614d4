import type { Check } from '../../check.ts';
import { readsNeedAKey } from './reads-need-a-key.ts';

/** Source 5. */
export const authChecks: readonly Check[] = [readsNeedAKey];
