import type { Check } from '../check.ts';
import { agentChecks } from './agents/agent-checks.ts';
import { authChecks } from './auth/auth-checks.ts';
import { errorChecks } from './errors/error-checks.ts';
import { transportChecks } from './transport/transport-checks.ts';

/**
 * Every check, in the order in which a run takes them within its profile. Each folder exports one list,
 * `<folder>Checks` in `<folder>-checks.ts`.
 */
export const allChecks: readonly Check[] = [
  ...transportChecks,
  ...authChecks,
  ...agentChecks,
  ...errorChecks,
];
