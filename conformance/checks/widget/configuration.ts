import { Untested, type Check, type CheckContext } from '../../check.ts';
import { describeAnswer } from '../../client/describe-answer.ts';
import { isObject } from '../is-object.ts';
import { knownAgentIds } from '../listed-agents.ts';
import { judgeWidget } from './judge-widget.ts';
import { readWidget } from './read-widget.ts';

async function judgeAgent(context: CheckContext, body: unknown): Promise<void> {
  const agent = isObject(body) ? body['agent_id'] : undefined;
  const known = await knownAgentIds(context);
  if (typeof agent !== 'string' || known.length === 0 || known.includes(agent)) return;
  const expected = 'agent_id names an agent of the store';
  context.breach({ requirement: 'R-1-03', expected, actual: `${JSON.stringify(agent)}, which no list has` });
}

async function run(context: CheckContext): Promise<void> {
  const chatbotId = context.target.stores.main.chatbotId;
  if (chatbotId === undefined) throw new Untested('no chatbot is known: name one by --chatbot-id');
  const exchange = await readWidget(context, chatbotId);
  if (exchange.status !== 200) {
    const actual = describeAnswer(exchange);
    const requirement = exchange.status === 401 ? 'R-5-02' : 'R-4.4-01';
    context.breach({ requirement, expected: 'status 200 for the chatbot given', actual }, exchange);
    return;
  }
  if (!/^application\/([\w.+-]+\+)?json\b/i.test(exchange.headers['content-type'] ?? '')) {
    context.breach({ requirement: 'R-1-07', expected: 'JSON', actual: describeAnswer(exchange) }, exchange);
  }
  for (const found of judgeWidget(exchange.json, chatbotId)) context.breach(found, exchange);
  await judgeAgent(context, exchange.json);
}

/** Source 2.3 and 4.4. */
export const widgetConfiguration: Check = {
  id: 'widget/configuration',
  title:
    'The widget configuration of a chatbot has every field of its table, and names an agent of the store',
  requirements: [
    'R-4.4-01',
    'R-5-02',
    'R-4.4-02',
    'R-1-01',
    'R-1-03',
    'R-1-07',
    'R-1-10',
    'R-2.3-01',
    'R-2.3-02',
    'R-2.3-03',
    'R-2.3-04',
    'R-2.3-05',
    'R-2.3-06',
    'R-2.3-07',
    'R-2.3-08',
    'R-2.3-09',
    'R-2.3-10',
  ],
  level: 'stated',
  profile: 'core',
  lane: 'main',
  cost: { requests: 2, messages: 0, agents: 0 },
  needs: ['chatbot'],
  writes: false,
  run,
};
