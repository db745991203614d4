import { mutantsOf, type Mutant } from '../mutant.ts';
import type { Change, JsonObject } from '../server/deployment.ts';
import { isObject, without } from '../server/responses.ts';
import {
  acceptConfig,
  acceptCreate,
  beforeOperation,
  onConfig,
  onErrorResponses,
  onList,
  onOperation,
} from './changes.ts';
import { overlap } from '../server/overlap.ts';

/** A retry behind the API: the agent is stored twice, as far as the plan allows. */
const storedTwice = onOperation('createAgent', (response, call) => {
  const { store, deployment, body } = call;
  if (response.status < 300 && store.agents.length < store.agentLimit)
    store.agents.push(deployment.newAgent(body as JsonObject, call));
  return response;
});

/** The row of the agent first, that of its config later, without a transaction. */
const inTwoSteps: Change = () => ({
  around: async (call, respond) => {
    const response = respond();
    const { agents } = call.store;
    const at = agents.length - 1;
    const agent = agents[at];
    if (call.operation !== 'createAgent' || response.status >= 300 || agent === undefined) return response;
    agents[at] = without(agent, 'config');
    await overlap();
    agents[at] = agent;
    return response;
  },
});

const boundsOfProvider = acceptConfig((config) => {
  const { model_provider, temperature } = config;
  const isWithin = typeof temperature === 'number' && temperature > 1 && temperature <= 2;
  return model_provider === 'provider_two' && isWithin ? { ...config, temperature: 1 } : config;
});

const builtInPrompt: Change = (base) => ({
  ...acceptCreate((body) => {
    const { type, config } = body;
    if (type !== 'product_recommendation' || !isObject(config)) return body;
    return { ...body, config: { system_prompt: 'Recommend products.', ...config } };
  })(base),
  ...onConfig((config) => ({ system_prompt: 'Recommend products.', ...config }))(base),
});

const knownTypes = ['customer_support', 'product_recommendation'];
const validConfig = { model_provider: 'provider_one', model_id: 'm', system_prompt: 'p' };

const validatorsByType = acceptCreate((body) =>
  typeof body['type'] !== 'string' || knownTypes.includes(body['type']) || !isObject(body['config'])
    ? body
    : { ...body, config: validConfig },
);

/** A join whose `name` is that of the chatbot, written back by the ORM. */
const nameOfChatbot = onOperation('getWidgetConfig', (response, { store, request }) => {
  const id = request.query.get('chatbot_id');
  const chatbot = store.chatbots.find((one) => one['chatbot_id'] === id);
  const at = store.agents.findIndex((agent) => agent['id'] === chatbot?.['agent_id']);
  const agent = store.agents[at];
  if (chatbot !== undefined && agent !== undefined) store.agents[at] = { ...agent, name: chatbot['name'] };
  return response;
});

/** A header to the vendor with the name of the agent, in one byte a character. */
const nameInHeader = beforeOperation('streamAgentChat', (call) => {
  const agent = call.deployment.findAgent(isObject(call.body) ? call.body['agent_id'] : undefined, call);
  return /[^\t\u0020-\u007e\u0080-\u00ff]/.test(String(agent?.['name']))
    ? call.deployment.errorResponse(500, 'internal error')
    : undefined;
});

/** Agents of some kinds, or in some states, that code treats in another way: source 2, 4.2, 4.3 and 7. */
export const kindOfAgentMutants: readonly Mutant[] = [
  ...mutantsOf('R-4.3-01', 'agents/list-after-create', { 'create-stored-twice': storedTwice }),
  ...mutantsOf('R-4.2-04', 'responses/every-response', { 'create-in-two-steps': inTwoSteps }),
  ...mutantsOf('R-2.2-07', 'agents/wrong-values', {
    'temperature-to-two-for-provider-two': boundsOfProvider,
  }),
  ...mutantsOf('R-2.2-05', 'agents/required-fields', { 'prompt-optional-for-recommendation': builtInPrompt }),
  ...mutantsOf('R-7-06', 'agents/wrong-values', { 'validation-only-of-known-types': validatorsByType }),
  ...mutantsOf('R-4.2-02', 'responses/every-response', {
    'list-capped-at-200': onList((agents) => agents.slice(0, 200)),
  }),
  ...mutantsOf('R-4.2-07', 'responses/every-response', { 'widget-read-renames-its-agent': nameOfChatbot }),
  ...mutantsOf('R-4.1-16', 'chat-stream/generated-messages', {
    'chat-500-for-a-name-beyond-latin-1': nameInHeader,
  }),
  ...mutantsOf('R-4.1-03', 'chat-stream/failing-agent', {
    'chat-with-the-first-agent': (base) => ({
      findAgent: (id, call) => base.findAgent(id, call) && call.store.agents[0],
    }),
  }),
  ...mutantsOf('R-2.5-01', 'errors/bodies', {
    'error-object-object': (base) => onErrorResponses([400], () => base.errorResponse(400, String({})))(base),
  }),
];
