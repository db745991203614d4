import type { Check } from '../../check.ts';
import { embedScript } from './script.ts';

/** Source 4.5. */
export const embedChecks: readonly Check[] = [embedScript];
