import type { components } from '../../../generated/api.d.ts';
import type { ChatbotRecord } from '../../db/records.ts';
import type { Repositories } from '../../db/repositories.ts';
import { ServiceError } from '../../errors.ts';

export type WidgetConfig = components['schemas']['WidgetConfig'];

/** What was made of a record, which is the same object for as long as nothing has changed. */
const views = new WeakMap<ChatbotRecord, WidgetConfig>();

/** The configuration of a chatbot's widget (source 2.3, 4.4). Shared: do not change it. Throws ServiceError `not_found`. */
export async function getWidgetConfig(
  deps: { readonly repositories: Pick<Repositories, 'chatbots'> },
  storeId: string,
  chatbotId: string,
): Promise<WidgetConfig> {
  const chatbot = await deps.repositories.chatbots.find(storeId, chatbotId);
  // The same words whether it is unknown or another store's (decision 0015).
  if (chatbot === undefined) throw new ServiceError('not_found', 'chatbot not found');
  const view = views.get(chatbot) ?? widgetView(chatbot);
  views.set(chatbot, view);
  return view;
}

function widgetView(chatbot: ChatbotRecord): WidgetConfig {
  const { suggested_prompts: prompts, ...config } = chatbot.config;
  return {
    chatbot_id: chatbot.id,
    agent_id: chatbot.agentId,
    name: chatbot.name,
    config: { ...config, suggested_prompts: [...prompts] },
  };
}
