import { getWidgetConfig } from '../../services/widget/get-widget-config.ts';
import { contractSchema, querySchema } from '../contract-schema.ts';
import { defineTool } from '../service-tool.ts';

export const getWidgetConfigTool = defineTool<{ readonly chatbot_id: string }>({
  name: 'get_widget_config',
  title: "Read a chatbot's widget configuration",
  description:
    'Returns how the widget of one chatbot looks and greets: its texts, colours, position and the agent behind it. ' +
    'Needs the chatbot_id that the shop uses in its embed script.',
  annotations: { readOnlyHint: true, openWorldHint: false },
  input: querySchema('/api/widget/config', 'get'),
  output: contractSchema('WidgetConfig'),
  run: ({ deps, caller, input }) => getWidgetConfig(deps, caller.store.id, input.chatbot_id),
});
