import type { Check } from '../../check.ts';
import { describeResponse, showValue } from '../../client/describe-exchange.ts';
import { isObject } from '../../exchange.ts';
import { errorBodyClauses, verifyErrorResponse, withReason } from '../../model/verify-error.ts';
import { confusingIds, nearId } from '../near-miss/unknown-ids.ts';
import { readWidget, widgetPath } from '../../model/verify-widget.ts';

/** Source 4.4 and 7: an unknown chatbot is 404. */
export const unknownChatbot: Check = {
  id: 'widget/unknown-chatbot',
  title: 'A chatbot that does not exist is 404, however near its id is to a real one',
  requirements: ['R-7-10', 'R-4.4-02', ...errorBodyClauses],
  profile: 'core',
  cost: { requests: 3, messages: 0, agents: 0 },
  isReadOnly: true,
  run: async (context) => {
    const real = context.target.stores.main.chatbotId;
    const unknown = await readWidget(context, nearId(real ?? 'chatbot-a1b2c3d4'));
    context.report(verifyErrorResponse(unknown, 'R-7-10', 404));
    if (real === undefined) return;
    // An id of another form may be rejected as malformed, but must not reach the chatbot whose id it resembles.
    for (const near of [`${real}x`, `${real}0`]) {
      const exchange = await readWidget(context, near);
      context.report(verifyErrorResponse(exchange, 'R-4.4-02', 404, 400));
    }
  },
};

// By which clients of other services know the parameter.
const otherNames = ['chatbot', 'chatbotId', 'chatbot-id', 'bot_id', 'id', 'widget_id'];

/** Source 4.4 and 7: chatbot_id is required. */
export const missingChatbotId: Check = {
  id: 'widget/missing-chatbot-id',
  title: 'A request for a widget configuration without chatbot_id is 400',
  requirements: ['R-7-09', 'R-4.4-02', ...errorBodyClauses],
  profile: 'core',
  cost: { requests: 3, messages: 0, agents: 0 },
  isReadOnly: true,
  run: async (context) => {
    const real = encodeURIComponent(context.target.stores.main.chatbotId ?? '1');
    const others = otherNames.map((name) => `${name}=${real}`).join('&');
    for (const path of [widgetPath, `${widgetPath}?${others}&gr%C3%B6%C3%9Fe=42%20%F0%9F%91%9F`]) {
      const exchange = await context.client.send({ method: 'GET', path });
      const requirement = exchange.status < 300 ? 'R-4.4-02' : 'R-7-09';
      context.report(verifyErrorResponse(exchange, requirement, 400));
    }
    const empty = await context.client.send({ method: 'GET', path: `${widgetPath}?chatbot_id=` });
    context.observe('R-7-14', `an empty chatbot_id returns ${describeResponse(empty)}`);
  },
};

// An incomplete character.
const notUtf8 = '%E0%A4';

/** Source 4.4 and 7. */
export const otherFormsOfId: Check = {
  id: 'widget/other-forms-of-id',
  title: 'A chatbot_id in another form, such as a UUID or chatbot_id[$ne], reads no configuration',
  requirements: ['R-7-09', 'R-7-10', 'R-4.4-02'],
  profile: 'full',
  cost: { requests: 4 + confusingIds('').length, messages: 0, agents: 0 },
  fullCost: { requests: 14, messages: 0, agents: 0 },
  isReadOnly: true,
  run: async ({ client, report, some, target }) => {
    const { chatbotId = 'chatbot-a1b2c3d4' } = target.stores.main;
    const real = encodeURIComponent(chatbotId);
    // Frameworks that read brackets make the parameter an object or an array, which is no id and names no chatbot.
    for (const query of ['chatbot_id[$ne]=x', `chatbot_id[]=${real}`, `chatbot_id[0]=${real}`]) {
      const nested = await client.send({ method: 'GET', path: `${widgetPath}?${query}` });
      const requirement = nested.status < 300 ? 'R-4.4-02' : 'R-7-09';
      report(withReason(verifyErrorResponse(nested, requirement, 400, 404), ` for ${query}`));
    }
    const ids = confusingIds(chatbotId).filter((id) => id !== chatbotId);
    const queries = [...ids.map((id) => [id, encodeURIComponent(id)] as const), [notUtf8, notUtf8] as const];
    for (const [id, query] of some(queries, 10)) {
      const exchange = await client.send({ method: 'GET', path: `${widgetPath}?chatbot_id=${query}` });
      // Firewalls reject what looks like an attack.
      if (exchange.status === 403 && /['%"\0\\]/.test(id)) continue;
      const isOfStore = isObject(exchange.json) && exchange.json['chatbot_id'] === id;
      // A short id may be that of a chatbot which the suite does not know.
      if (isOfStore) continue;
      const requirement = id === '' ? 'R-7-09' : 'R-7-10';
      report(
        withReason(verifyErrorResponse(exchange, requirement, 404, 400), ` for the id ${showValue(id)}`),
      );
    }
  },
};
