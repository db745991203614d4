import { unexpected, errorBodyClauses, verifyErrorResponse, withReason } from '../../model/verify-error.ts';
import { Untested, type Check, type CheckContext, type Finding } from '../../check.ts';
import { describeResponse, showValue } from '../../client/describe-exchange.ts';
import { readWidget, widgetPath } from '../../model/verify-widget.ts';
import { isObject } from '../../exchange.ts';
import { confusingIds, nearId, likeIds } from '../near-miss/near-ids.ts';
import {
  anyChatbotQuery,
  plainChatbotQueries,
  queryOf,
  type ChatbotQuery,
} from '../../arbitraries/chatbot-queries.ts';

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
  needs: ['chatbot'],
  isReadOnly: true,
  run: async (context) => {
    const chatbotId = context.target.stores.main.chatbotId;
    if (chatbotId === undefined) throw new Untested('no chatbot is known: give one by --chatbot-id');
    const exchange = await readWidget(context, chatbotId);
    if (exchange.status !== 200) {
      const requirement = exchange.status === 401 ? 'R-5-02' : 'R-4.4-04';
      context.report(unexpected(requirement, 'widget-of-given-chatbot', exchange));
      return;
    }
    // The model knows by then whether the list has the agent.
    await context.client.contract.listAgents();
  },
};

/** Source 4.4 and 7: an unknown chatbot is 404. */
export const unknownChatbot: Check = {
  id: 'widget/unknown-chatbot',
  title: 'A chatbot that does not exist is 404, however near its id is to a real one',
  requirements: ['R-7-10', 'R-4.4-02', ...errorBodyClauses],
  profile: 'core',
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
    for (const [id, query] of some(queries, 5)) {
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

const runs = 5;

/** An id in any encoding selects its chatbot, and an id that resembles it does not. */
async function verifyQuery(
  { client }: CheckContext,
  chatbotId: string,
  query: ChatbotQuery,
): Promise<readonly Finding[]> {
  const exchange = await client.send({ method: 'GET', path: `${widgetPath}?${queryOf(chatbotId, query)}` });
  const { status, json } = exchange;
  const isFound = status === 200 && isObject(json) && json['chatbot_id'] === chatbotId;
  if (isFound === (query.kind === 'same')) return [];
  const expected =
    query.kind === 'same'
      ? 'widget-in-any-encoding'
      : (['widget-of-no-other-id', JSON.stringify(chatbotId)] as const);
  return [unexpected('R-4.4-02', expected, exchange)];
}

/** Parameters that pages add to any address; a service may reject them, but they do not change the id. */
async function verifyOtherParameters({ client, report }: CheckContext, chatbotId: string): Promise<void> {
  const query = `_=1700000000&${queryOf(chatbotId, { kind: 'same', encoded: [true], lower: false })}&utm_source=shop`;
  const exchange = await client.send({ method: 'GET', path: `${widgetPath}?${query}` });
  const isFound = isObject(exchange.json) && exchange.json['chatbot_id'] === chatbotId;
  if (exchange.status === 400 || isFound) return;
  report(unexpected('R-4.4-02', 'widget-beside-parameters', exchange));
}

/** An id that only trimming, folding or decoding twice makes equal is another one, though no chatbot has it. */
async function verifyLikeIds({ client, report, target }: CheckContext, chatbotId: string): Promise<void> {
  const known = new Set(Object.values(target.stores).map((store) => store?.chatbotId));
  for (const id of likeIds(chatbotId).filter((one) => !known.has(one))) {
    const path = `${widgetPath}?chatbot_id=${encodeURIComponent(id)}`;
    const exchange = await client.send({ method: 'GET', path });
    const found = isObject(exchange.json) ? exchange.json['chatbot_id'] : undefined;
    // The store may have a chatbot of that id.
    if (exchange.status >= 300 || found === id) continue;
    const expected = ['widget-of-exact-id', JSON.stringify(id), JSON.stringify(chatbotId)] as const;
    report(unexpected('R-4.4-02', expected, exchange));
  }
}

/** Source 4.4: the parameter selects the chatbot, however a client encodes it. */
export const generatedIds: Check = {
  id: 'widget/generated-ids',
  title: 'A chatbot is found by its id in any encoding, and not by an id that resembles it',
  requirements: ['R-4.4-02', 'R-7-14'],
  profile: 'full',
  needs: ['chatbot'],
  isReadOnly: true,
  run: async (context) => {
    const { chatbotId } = context.target.stores.main;
    if (chatbotId === undefined) throw new Untested('no chatbot is known: give one by --chatbot-id');
    await context.forAll({
      label: 'queries',
      arbitrary: anyChatbotQuery,
      examples: plainChatbotQueries,
      few: 3,
      runs,
      verify: (query) => verifyQuery(context, chatbotId, query),
    });
    await verifyOtherParameters(context, chatbotId);
    await verifyLikeIds(context, chatbotId);
    // Which of two values counts is open; that one of them does is what clients see.
    const path = `${widgetPath}?${queryOf(chatbotId, { kind: 'other', at: 40, text: 'x' })}&chatbot_id=${encodeURIComponent(chatbotId)}`;
    const { status } = await context.client.send({ method: 'GET', path });
    context.observe('R-7-14', `chatbot_id twice returns ${status}`);
  },
};
