import type { Check } from '../../check.ts';
import { beyondTheTable, errorsReference } from './beyond-the-table.ts';
import { errorBodies } from './error-bodies.ts';

/** Source 2.5 and 7, beyond what the checks of the operations judge. */
export const errorChecks: readonly Check[] = [errorBodies, beyondTheTable, errorsReference];
