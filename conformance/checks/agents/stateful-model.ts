import {
  anyRounds,
  fewerSteps,
  maxSteps,
  plainRounds,
  type Rounds,
  type Step,
  type StoreOfModel,
} from '../../arbitraries/model-steps.ts';
import type { Check, CheckContext, Finding } from '../../check.ts';
import { describeResponse } from '../../client/describe-exchange.ts';
import { type AgentCreate, isAccepted } from '../../exchange.ts';
import { readReply } from '../../model/read-stream.ts';
import { sendMessage, verifyFollowUp } from '../chat-stream/send-message.ts';
import { verifyErrorResponse } from '../../model/verify-error.ts';
import type { Agent } from '../../model/agent-fields.ts';
import { createdAgents, notAccepted } from './create.ts';

interface KnownConversation {
  readonly store: StoreOfModel;
  readonly agentId: string;
  readonly id: string;
}

/** What this case created in the stores. A step sees what was there before its round. */
interface Model {
  readonly agents: Readonly<Record<StoreOfModel, readonly Agent[]>>;
  readonly conversations: readonly KnownConversation[];
  readonly creates: number;
  readonly messages: number;
}

/** What one step found, and adds to the model. */
interface Done {
  readonly findings: readonly Finding[];
  readonly agents?: readonly Agent[];
  readonly conversation?: KnownConversation;
}

const maxCreates = 6;
const maxMessages = 7;
const emptyModel: Model = { agents: { main: [], second: [] }, conversations: [], creates: 0, messages: 0 };

function picked<T>(from: readonly T[], pick: number): T | undefined {
  return from[pick % Math.max(1, from.length)];
}

async function create(context: CheckContext, plain: AgentCreate, { store }: Step): Promise<Done> {
  const body = { ...plain, name: `Conformance model ${store}` };
  const exchange = await context.client.contract.createAgent(body, { store });
  if (exchange.status === 403) return { findings: [] };
  if (!isAccepted(exchange)) return { findings: [notAccepted(exchange, 'R-4.3-10', 'a valid create')] };
  return { findings: context.model.findingsOf(exchange), agents: createdAgents([exchange]) };
}

async function list({ client, model }: CheckContext, store: StoreOfModel): Promise<Done> {
  return { findings: model.findingsOf(await client.contract.listAgents({ store })) };
}

/** A message to an agent of this case, or else to any. */
async function message(context: CheckContext, { store, pick }: Step, { agents }: Model): Promise<Done> {
  const own = picked(agents[store], pick)?.['id'];
  const agentId = typeof own === 'string' ? own : await context.fixtures.agentId(store);
  const exchange = await sendMessage(context, { agent_id: agentId, message: 'Hello' }, store);
  if (exchange.status !== 200)
    return { findings: [notAccepted(exchange, 'R-4.1-16', 'a message to an agent')] };
  const { conversationId: id } = readReply(exchange);
  const findings = context.model.findingsOf(exchange);
  return id === undefined ? { findings } : { findings, conversation: { store, agentId, id } };
}

async function followUp(context: CheckContext, known: KnownConversation): Promise<Done> {
  const body = { agent_id: known.agentId, message: 'And then?', conversation_id: known.id };
  const exchange = await sendMessage(context, body, known.store);
  return { findings: [...verifyFollowUp(exchange), ...context.model.findingsOf(exchange)] };
}

async function messageToForeign(context: CheckContext, { pick }: Step, { agents }: Model): Promise<Done> {
  const own = new Set(agents.main.map(({ id }) => id));
  const agent_id = picked(agents.second, pick)?.['id'];
  // Stores may number agents separately: one number is an agent in each.
  if (typeof agent_id !== 'string' || own.has(agent_id) || /^\d+$/.test(agent_id)) return { findings: [] };
  const exchange = await sendMessage(context, { agent_id, message: 'Hello' });
  if (exchange.status >= 300) return { findings: verifyErrorResponse(exchange, 'R-5-14', 404) };
  const expected = "no reply from another store's agent";
  const actual = describeResponse(exchange);
  return { findings: [{ requirement: 'R-5-14', expected, actual, exchange }] };
}

/** The steps of a round that are possible; two follow-ups of one conversation are not sent at once. */
function possibleSteps(round: readonly Step[], model: Model): readonly Step[] {
  const busy = new Set<KnownConversation | undefined>([undefined]);
  let { creates, messages } = model;
  return round.filter(({ kind, pick }) => {
    if (kind === 'list') return true;
    if (kind === 'create') return (creates += 1) <= maxCreates;
    if (kind === 'follow-up') {
      const conversation = picked(model.conversations, pick);
      if (busy.has(conversation)) return false;
      busy.add(conversation);
    }
    return (messages += 1) <= maxMessages;
  });
}

async function act(context: CheckContext, plain: AgentCreate, step: Step, model: Model): Promise<Done> {
  switch (step.kind) {
    case 'create':
      return create(context, plain, step);
    case 'list':
      return list(context, step.store);
    case 'message':
      return message(context, step, model);
    case 'follow-up': {
      const known = picked(model.conversations, step.pick);
      return known === undefined ? { findings: [] } : followUp(context, known);
    }
    case 'message to a foreign agent':
      return messageToForeign(context, step, model);
    default:
      return step.kind satisfies never;
  }
}

function afterRound(model: Model, steps: readonly Step[], done: readonly Done[]): Model {
  const createdIn = (store: StoreOfModel): readonly Agent[] =>
    done.flatMap(({ agents = [] }, index) => (steps[index]?.store === store ? agents : []));
  return {
    agents: {
      main: [...model.agents.main, ...createdIn('main')],
      second: [...model.agents.second, ...createdIn('second')],
    },
    conversations: [...model.conversations, ...done.flatMap(({ conversation }) => conversation ?? [])],
    creates: model.creates + steps.filter(({ kind }) => kind === 'create').length,
    messages: model.messages + steps.filter(({ kind }) => kind !== 'create' && kind !== 'list').length,
  };
}

const show = (steps: readonly Step[]): string =>
  steps.map(({ kind, store }) => (store === 'main' ? kind : `${kind} in ${store}`)).join(' and ');

/** Sends the rounds, and then reads each list once more. Ends with the first round that finds something. */
async function verifyRounds(
  context: CheckContext,
  plain: AgentCreate,
  rounds: Rounds,
): Promise<readonly Finding[]> {
  let model = emptyModel;
  const sent: string[] = [];
  const stores = new Set(rounds.flat().map(({ store }) => store));
  const lists = [...stores].map((store): Step => ({ kind: 'list', store, pick: 0 }));
  for (const round of [...rounds, lists]) {
    const steps = possibleSteps(round, model);
    if (steps.length === 0) continue;
    sent.push(show(steps));
    const done = await Promise.all(steps.map((step) => act(context, plain, step, model)));
    const found = done.flatMap(({ findings }) => findings);
    if (found.length > 0)
      return found.map((one) => ({ ...one, actual: `${one.actual}; after ${sent.join(', then ')}` }));
    model = afterRound(model, steps, done);
  }
  return [];
}

const runs = 2;

async function run(context: CheckContext): Promise<void> {
  const plain = await context.fixtures.acceptedCreate();
  await context.forAll({
    label: 'rounds',
    arbitrary: anyRounds(context.target.stores.second !== undefined),
    examples: [plainRounds],
    simpler: fewerSteps,
    runs,
    concurrency: 1,
    verify: (rounds) => verifyRounds(context, plain, rounds),
  });
}

/** Source 4.1, 4.2, 4.3 and 5.9 together: in any order of operations, the stores hold what was created. */
export const statefulModel: Check = {
  id: 'agents/stateful-model',
  title:
    'Creates, lists, messages and follow-ups, in any order and at once, over two stores, agree with a model',
  requirements: [
    ...(['R-4.2-02', 'R-4.2-03', 'R-4.2-07', 'R-5-14', 'R-4.1-10', 'R-4.1-16', 'R-4.1-18'] as const),
    ...(['R-4.1-19', 'R-4.3-10', 'R-2.1-01'] as const),
  ],
  profile: 'exhaustive',
  cost: {
    requests: (runs + 1) * (maxSteps + 2) + 1,
    messages: (runs + 1) * maxMessages,
    agents: (runs + 1) * maxCreates,
  },
  writes: true,
  run,
};
