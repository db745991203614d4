import { getWidgetConfig } from '../../services/widget/get-widget-config.ts';
import { ServiceError } from '../../errors.ts';
import type { Handler } from '../handler.ts';

export const getWidgetConfigHandler: Handler<'getWidgetConfig'> = async (deps, { store, query, visitor }) => {
  // A visitor's token opens its own chatbot and no other (decision 0016).
  const isTheirs = visitor === undefined || visitor.chatbot.id === query.chatbot_id;
  if (!isTheirs) throw new ServiceError('not_found', 'chatbot not found');
  return { status: 200, body: await getWidgetConfig(deps, store.id, query.chatbot_id) };
};
