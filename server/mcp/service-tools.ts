import type { ServiceTool } from './service-tool.ts';
import { catalogServiceTools } from './tools/catalog-service-tools.ts';
import { createAgentTool } from './tools/create-agent-tool.ts';
import { getWidgetConfigTool } from './tools/get-widget-config-tool.ts';
import { listAgentsTool } from './tools/list-agents-tool.ts';
import { sendMessageTool } from './tools/send-message-tool.ts';

/** The operations of the contract and the catalogue, in the order in which a model is told of them (decision 0020). */
export const serviceTools: readonly ServiceTool[] = [
  listAgentsTool,
  createAgentTool,
  sendMessageTool,
  getWidgetConfigTool,
  ...catalogServiceTools,
];
