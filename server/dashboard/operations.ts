import type { HandlersOf, Tag } from './handler.ts';
import { agentHandlers } from './handlers/agents.ts';
import { apiKeyHandlers } from './handlers/api-keys.ts';
import { auditHandlers } from './handlers/audit.ts';
import { catalogHandlers } from './handlers/catalog.ts';
import { chatbotHandlers } from './handlers/chatbots.ts';
import { conversationHandlers } from './handlers/conversations.ts';
import { meHandlers } from './handlers/me.ts';
import { oidcHandlers } from './handlers/oidc.ts';
import { sessionHandlers } from './handlers/session.ts';
import { setupHandlers } from './handlers/setup.ts';
import { teamHandlers } from './handlers/team.ts';

/**
 * Tags of operations that have no handlers yet: their paths are 404. Without its tag here an operation does not compile
 * until it is served, by `handlers/<tag>.ts`.
 */
type PlannedTag = 'overview' | 'analytics' | 'plan';

export type DashboardHandlers = HandlersOf<Exclude<Tag, PlannedTag>>;

/** Handler for each operationId that is served. */
export const handlers: DashboardHandlers = {
  ...sessionHandlers,
  ...setupHandlers,
  ...oidcHandlers,
  ...meHandlers,
  ...apiKeyHandlers,
  ...teamHandlers,
  ...auditHandlers,
  ...catalogHandlers,
  ...agentHandlers,
  ...chatbotHandlers,
  ...conversationHandlers,
};
