import type { CheckContext } from '../../check.ts';
import type { Exchange, StoreName } from '../../client/exchange.ts';

export const widgetPath = '/api/widget/config';

/** Asks for the widget configuration of one chatbot with the key of a store. */
export function readWidget(
  { client }: CheckContext,
  chatbotId: string,
  store: StoreName = 'main',
): Promise<Exchange> {
  return client.contract.getWidgetConfig(chatbotId, { store });
}
