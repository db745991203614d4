import {
  anyChatbotQuery,
  plainChatbotQueries,
  queryOf,
  type ChatbotQuery,
} from '../../arbitraries/chatbot-queries.ts';
import { Untested, type Check, type CheckContext, type Finding } from '../../check.ts';
import { describeResponse } from '../../client/describe-exchange.ts';
import { isObject } from '../../exchange.ts';
import { likeIds } from '../near-miss/equal-ids.ts';
import { widgetPath } from '../../model/verify-widget.ts';

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
  const actual = describeResponse(exchange);
  const expected =
    query.kind === 'same'
      ? 'the chatbot of the id, in any percent-encoding'
      : `not the chatbot ${JSON.stringify(chatbotId)} for another id`;
  return [{ requirement: 'R-4.4-02', expected, actual, exchange }];
}

/** Parameters that pages add to any address; a service may reject them, but they do not change the id. */
async function verifyOtherParameters({ client, report }: CheckContext, chatbotId: string): Promise<void> {
  const query = `_=1700000000&${queryOf(chatbotId, { kind: 'same', encoded: [true], lower: false })}&utm_source=shop`;
  const exchange = await client.send({ method: 'GET', path: `${widgetPath}?${query}` });
  const isFound = isObject(exchange.json) && exchange.json['chatbot_id'] === chatbotId;
  if (exchange.status === 400 || isFound) return;
  const expected = 'the chatbot of the id beside other parameters, or status 400 for them';
  report({ requirement: 'R-4.4-02', expected, actual: describeResponse(exchange) }, exchange);
}

const maxLikeIds = 5;

/** An id that only trimming, folding or decoding twice makes equal is another one, though no chatbot has it. */
async function verifyLikeIds({ client, report, target }: CheckContext, chatbotId: string): Promise<void> {
  const known = new Set(Object.values(target.stores).map((store) => store?.chatbotId));
  for (const id of likeIds(chatbotId).filter((one) => !known.has(one))) {
    const path = `${widgetPath}?chatbot_id=${encodeURIComponent(id)}`;
    const exchange = await client.send({ method: 'GET', path });
    const found = isObject(exchange.json) ? exchange.json['chatbot_id'] : undefined;
    // The store may have a chatbot of that id.
    if (exchange.status >= 300 || found === id) continue;
    const expected = `no chatbot for ${JSON.stringify(id)}, which is not the id ${JSON.stringify(chatbotId)}`;
    report({ requirement: 'R-4.4-02', expected, actual: describeResponse(exchange) }, exchange);
  }
}

/** Source 4.4: the parameter selects the chatbot, however a client encodes it. */
export const generatedIds: Check = {
  id: 'widget/generated-ids',
  title: 'A chatbot is found by its id in any encoding, and not by an id that resembles it',
  requirements: ['R-4.4-02', 'R-7-14'],
  profile: 'full',
  cost: { requests: plainChatbotQueries.length + runs + maxLikeIds + 2, messages: 0, agents: 0 },
  fullCost: { requests: 8 + 2 + maxLikeIds + 2, messages: 0, agents: 0 },
  needs: ['chatbot'],
  isReadOnly: true,
  run: async (context) => {
    const { chatbotId } = context.target.stores.main;
    if (chatbotId === undefined) throw new Untested('no chatbot is known: give one by --chatbot-id');
    await context.forAll({
      label: 'queries',
      arbitrary: anyChatbotQuery,
      examples: plainChatbotQueries,
      few: 8,
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
