import type { Check } from '../../check.ts';
import { httpsOnly } from './https-only.ts';

/** Source 1 and 5.7. */
export const transportChecks: readonly Check[] = [httpsOnly];
