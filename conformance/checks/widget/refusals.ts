import type { Check, CheckContext } from '../../check.ts';
import { describeAnswer } from '../../client/describe-answer.ts';
import { judgeRefusal } from '../errors/judge-error.ts';
import { nearId } from '../near-id.ts';
import { readWidget, widgetPath } from './read-widget.ts';

const errorClauses = ['R-7-13', 'R-2.5-01', 'R-2.5-02', 'R-2.5-03', 'R-1-07'] as const;

async function refuseUnknown(context: CheckContext): Promise<void> {
  const real = context.target.stores.main.chatbotId;
  const unknown = await readWidget(context, nearId(real ?? 'chatbot-a1b2c3d4', new Set()));
  for (const found of judgeRefusal(unknown, 'R-7-10', 404)) context.breach(found, unknown);
  if (real === undefined) return;
  // An id of another form may be refused as malformed; it may not reach the chatbot that it resembles.
  for (const near of [`${real}x`, `${real}0`]) {
    const exchange = await readWidget(context, near);
    for (const found of judgeRefusal(exchange, 'R-4.4-02', 404, 400)) context.breach(found, exchange);
  }
}

/** Source 4.4 and 7: an unknown chatbot is 404. */
export const unknownChatbot: Check = {
  id: 'widget/unknown-chatbot',
  title: 'A chatbot that does not exist is 404, however near its id is to a real one',
  requirements: ['R-7-10', 'R-4.4-02', ...errorClauses],
  level: 'stated',
  profile: 'core',
  lane: 'main',
  cost: { requests: 3, messages: 0, agents: 0 },
  writes: false,
  run: refuseUnknown,
};

async function refuseMissing(context: CheckContext): Promise<void> {
  for (const path of [widgetPath, `${widgetPath}?chatbot=1`]) {
    const exchange = await context.client.send({ method: 'GET', path });
    const requirement = exchange.status < 300 ? 'R-4.4-02' : 'R-7-09';
    for (const found of judgeRefusal(exchange, requirement, 400)) context.breach(found, exchange);
  }
  const empty = await context.client.send({ method: 'GET', path: `${widgetPath}?chatbot_id=` });
  context.observe('R-7-14', `an empty chatbot_id is answered with ${describeAnswer(empty)}`);
}

/** Source 4.4 and 7: chatbot_id is required. */
export const missingChatbotId: Check = {
  id: 'widget/missing-chatbot-id',
  title: 'A request for a widget configuration without chatbot_id is 400',
  requirements: ['R-7-09', 'R-4.4-02', ...errorClauses],
  level: 'stated',
  profile: 'core',
  lane: 'main',
  cost: { requests: 3, messages: 0, agents: 0 },
  writes: false,
  run: refuseMissing,
};
