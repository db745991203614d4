import type { Check } from '../../check.ts';

export const agentChecks: readonly Check[] = [];
