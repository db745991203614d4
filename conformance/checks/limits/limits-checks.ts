import type { Check } from '../../check.ts';
import { agentLimit } from './agent-limit.ts';
import { planLimits } from './rate-limit.ts';
import { limitsReference } from './reference.ts';

/** Source 8. The rate limit comes first: it wants a store that was left alone for a minute. */
export const limitsChecks: readonly Check[] = [...planLimits, agentLimit, limitsReference];
