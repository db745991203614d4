import type { Check } from '../../check.ts';

export const transportChecks: readonly Check[] = [];
