import type { Check } from '../../check.ts';

export const errorChecks: readonly Check[] = [];
