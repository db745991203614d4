import type { Mutant } from '../mutant.ts';
import { overviewMutants } from './1-overview.ts';
import { agentMutants } from './2-1-agent.ts';
import { configMutants } from './2-2-config.ts';
import { widgetMutants } from './2-3-widget.ts';
import { conversationMutants } from './2-4-conversation.ts';
import { errorBodyMutants } from './2-5-error-body.ts';
import { endpointsMutants } from './4-endpoints.ts';
import { chatMutants } from './4-1-chat.ts';
import { listMutants } from './4-2-list.ts';
import { createMutants } from './4-3-create.ts';
import { widgetConfigurationMutants } from './4-4-widget-configuration.ts';
import { embedScriptMutants } from './4-5-embed-script.ts';
import { mcpMutants } from './4-6-mcp.ts';
import { authenticationMutants } from './5-authentication.ts';
import { eventsMutants } from './6-events.ts';
import { errorsMutants } from './7-errors.ts';
import { limitsMutants } from './8-limits.ts';
import { sickServerMutants } from './sick-servers.ts';

/** All mutants, by the sections of the source. */
export const mutants: readonly Mutant[] = [
  ...overviewMutants,
  ...agentMutants,
  ...configMutants,
  ...widgetMutants,
  ...conversationMutants,
  ...errorBodyMutants,
  ...endpointsMutants,
  ...chatMutants,
  ...listMutants,
  ...createMutants,
  ...widgetConfigurationMutants,
  ...embedScriptMutants,
  ...mcpMutants,
  ...authenticationMutants,
  ...eventsMutants,
  ...errorsMutants,
  ...limitsMutants,
  ...sickServerMutants,
];
