import type { HandlersOf, Tag } from './handler.ts';
import { agentHandlers } from './handlers/agents.ts';
import { analyticsHandlers } from './handlers/analytics.ts';
import { apiKeyHandlers } from './handlers/api-keys.ts';
import { auditHandlers } from './handlers/audit.ts';
import { catalogHandlers } from './handlers/catalog.ts';
import { chatbotHandlers } from './handlers/chatbots.ts';
import { conversationHandlers } from './handlers/conversations.ts';
import { improveHandlers } from './handlers/improve.ts';
import { knowledgeHandlers } from './handlers/knowledge.ts';
import { meHandlers } from './handlers/me.ts';
import { noticeHandlers } from './handlers/notices.ts';
import { oidcHandlers } from './handlers/oidc.ts';
import { planHandlers } from './handlers/plan.ts';
import { sessionHandlers } from './handlers/session.ts';
import { setupHandlers } from './handlers/setup.ts';
import { teamHandlers } from './handlers/team.ts';

export type DashboardHandlers = HandlersOf<Tag>;

/** Handler for each operationId of spec/dashboard.yaml: a new operation does not compile until it is served. */
export const handlers: DashboardHandlers = {
  ...sessionHandlers,
  ...setupHandlers,
  ...oidcHandlers,
  ...meHandlers,
  ...apiKeyHandlers,
  ...teamHandlers,
  ...noticeHandlers,
  ...auditHandlers,
  ...catalogHandlers,
  ...knowledgeHandlers,
  ...improveHandlers,
  ...agentHandlers,
  ...chatbotHandlers,
  ...planHandlers,
  ...analyticsHandlers,
  ...conversationHandlers,
};
