import type { HandlersOf, Tag } from './handler.ts';
import { analyticsHandlers } from './handlers/analytics.ts';
import { apiKeyHandlers } from './handlers/api-keys.ts';
import { auditHandlers } from './handlers/audit.ts';
import { conversationHandlers } from './handlers/conversations.ts';
import { meHandlers } from './handlers/me.ts';
import { planHandlers } from './handlers/plan.ts';
import { sessionHandlers } from './handlers/session.ts';
import { teamHandlers } from './handlers/team.ts';

/**
 * Tags of operations that have no handlers yet: their paths are 404. Without its tag here an operation does not compile
 * until it is served, by `handlers/<tag>.ts`.
 */
type PlannedTag = 'oidc' | 'agents' | 'chatbots' | 'catalog';

export type DashboardHandlers = HandlersOf<Exclude<Tag, PlannedTag>>;

/** Handler for each operationId that is served. */
export const handlers: DashboardHandlers = {
  ...sessionHandlers,
  ...meHandlers,
  ...apiKeyHandlers,
  ...teamHandlers,
  ...auditHandlers,
  ...planHandlers,
  ...analyticsHandlers,
  ...conversationHandlers,
};
