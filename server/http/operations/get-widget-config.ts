import { getWidgetConfig } from '../../services/widget/get-widget-config.ts';
import type { Handler } from '../handler.ts';

export const getWidgetConfigHandler: Handler<'getWidgetConfig'> = async (deps, { store, query }) => ({
  status: 200,
  body: await getWidgetConfig(deps, store.id, query.chatbot_id),
});
