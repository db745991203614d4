import { Untested, type Check } from '../../check.ts';
import { describeResponse } from '../../client/describe-exchange.ts';
import { readWidget } from '../../model/verify-widget.ts';

/** Source 2.3 and 4.4. */
export const widgetConfiguration: Check = {
  id: 'widget/configuration',
  title:
    'The widget configuration of a chatbot has every field of its table, and names an agent of the store',
  requirements: [
    ...(['R-4.4-01', 'R-5-02', 'R-4.4-02', 'R-1-01', 'R-1-03', 'R-1-07', 'R-1-10', 'R-2.3-01'] as const),
    ...(['R-2.3-02', 'R-2.3-03', 'R-2.3-04', 'R-2.3-05', 'R-2.3-06', 'R-2.3-07', 'R-2.3-08'] as const),
    ...(['R-2.3-09', 'R-2.3-10', 'R-2.3-13', 'R-4.4-04'] as const),
  ],
  profile: 'core',
  cost: { requests: 2, messages: 0, agents: 0 },
  needs: ['chatbot'],
  isReadOnly: true,
  run: async (context) => {
    const chatbotId = context.target.stores.main.chatbotId;
    if (chatbotId === undefined) throw new Untested('no chatbot is known: give one by --chatbot-id');
    const exchange = await readWidget(context, chatbotId);
    if (exchange.status !== 200) {
      const actual = describeResponse(exchange);
      const requirement = exchange.status === 401 ? 'R-5-02' : 'R-4.4-04';
      context.report({ requirement, expected: 'status 200 for the chatbot given', actual }, exchange);
      return;
    }
    // The model knows by then whether the list has the agent.
    await context.client.contract.listAgents();
  },
};
