import type { Check } from '../check.ts';
import { agentChecks } from './agents/agent-checks.ts';
import { authChecks } from './auth/auth-checks.ts';
import { chatStreamChecks } from './chat-stream/chat-stream-checks.ts';
import { embedChecks } from './embed/embed-checks.ts';
import { errorChecks } from './errors/error-checks.ts';
import { limitsChecks } from './limits/limits-checks.ts';
import { mcpChecks } from './mcp/mcp-checks.ts';
import { tenancyChecks } from './tenancy/tenancy-checks.ts';
import { transportChecks } from './transport/transport-checks.ts';
import { widgetChecks } from './widget/widget-checks.ts';

/**
 * Every check, in the order in which a run takes them within its profile. Each folder exports one list,
 * `<folder>Checks` in `<folder>-checks.ts`.
 */
export const allChecks: readonly Check[] = [
  ...transportChecks,
  ...authChecks,
  ...agentChecks,
  ...errorChecks,
  ...widgetChecks,
  ...chatStreamChecks,
  ...tenancyChecks,
  ...embedChecks,
  ...mcpChecks,
  ...limitsChecks,
];
