import fc, { type AsyncCommand } from 'fast-check';
import type { CaseBreach, Check, CheckContext } from '../../check.ts';
import type { AgentCreate } from '../../client/contract-client.ts';
import { describeAnswer } from '../../client/describe-answer.ts';
import type { Exchange } from '../../client/exchange.ts';
import { readReply } from '../chat-stream/read-stream.ts';
import { sendMessage } from '../chat-stream/send-message.ts';
import { judgeRefusal } from '../errors/judge-error.ts';
import type { Agent } from './agent-fields.ts';
import { createdAgent, isAccepted, refusedBreach } from './create.ts';
import { judgeCreated } from './judge-created.ts';
import { agentsIn, judgeList, judgeListed, saysThereIsMore } from './judge-list.ts';
import { isObject } from '../is-object.ts';

type StoreOfModel = 'main' | 'second';

/** What the stores hold by now, as far as this run made it. */
interface Model {
  readonly agents: Record<StoreOfModel, Agent[]>;
  readonly conversations: { readonly store: StoreOfModel; readonly agentId: string; readonly id: string }[];
}

/** The deployment, and what it was seen to break on the way. */
interface Real {
  readonly context: CheckContext;
  readonly plain: AgentCreate;
  readonly breaches: CaseBreach[];
}

type ModelCommand = AsyncCommand<Model, Real>;

const mostCommands = 14;

/** Ends a run of commands; the breaches are in `real`. */
class Broken extends Error {}

/** A command that records what it finds and stops the run at the first breach. */
function command(
  name: string,
  isPossible: (model: Model) => boolean,
  act: (model: Model, real: Real) => Promise<readonly CaseBreach[]>,
): ModelCommand {
  return {
    check: isPossible,
    run: async (model, real) => {
      real.breaches.push(...(await act(model, real)));
      if (real.breaches.length > 0) throw new Broken(name);
    },
    toString: () => name,
  };
}

const always = (): boolean => true;

function createIn(store: StoreOfModel, description: string): ModelCommand {
  return command(`create in ${store}`, always, async (model, { context, plain }) => {
    const name = `Conformance model ${store} ${model.agents[store].length + 1}`;
    const exchange = await context.client.contract.createAgent({ ...plain, name, description }, { store });
    if (exchange.status === 403) return [];
    if (!isAccepted(exchange)) return [refusedBreach(exchange, 'R-4.3-01', 'a valid create')];
    const agent = createdAgent(exchange);
    if (agent !== undefined) model.agents[store].push(agent);
    return judgeCreated(exchange);
  });
}

/** Agents of the other store have no business here (source 4.2 and 5.9). */
function strangersIn(exchange: Exchange, strangers: readonly Agent[]): readonly CaseBreach[] {
  const listed = (agentsIn(exchange) ?? []).filter(isObject);
  const found = listed.find((agent) =>
    strangers.some((other) => other['id'] === agent['id'] && other['name'] === agent['name']),
  );
  if (found === undefined) return [];
  const actual = `the other store's agent ${JSON.stringify(found['name'])}`;
  return [{ requirement: 'R-4.2-03', expected: 'agents of the store alone', actual, exchange }];
}

function listOf(store: StoreOfModel): ModelCommand {
  return command(`list ${store}`, always, async (model, { context }) => {
    const exchange = await context.client.contract.listAgents({ store });
    const own = saysThereIsMore(exchange) ? [] : judgeListed(model.agents[store], exchange);
    const strangers = model.agents[store === 'main' ? 'second' : 'main'];
    return [...judgeList(exchange), ...own, ...strangersIn(exchange, strangers)];
  });
}

function talkIn(store: StoreOfModel): ModelCommand {
  return command(`message in ${store}`, always, async (model, { context }) => {
    const agentId = await context.fixtures.agentId(store);
    const exchange = await sendMessage(context, { agent_id: agentId, message: 'Hello' }, store);
    if (exchange.status !== 200) return [refusedBreach(exchange, 'R-4.1-01', 'a message to an agent')];
    const { conversationId: id, breaches } = readReply(exchange);
    if (id === undefined) return breaches;
    const repeated = model.conversations.some((known) => known.store === store && known.id === id);
    model.conversations.push({ store, agentId, id });
    if (!repeated) return breaches;
    const expected = 'a new conversation_id when none is sent';
    return [{ requirement: 'R-4.1-06', expected, actual: `${JSON.stringify(id)} again`, exchange }];
  });
}

function followUp(pick: number): ModelCommand {
  const hasAny = ({ conversations }: Model): boolean => conversations.length > 0;
  return command('follow-up', hasAny, async ({ conversations }, { context }) => {
    const known = conversations[pick % conversations.length];
    if (known === undefined) return [];
    const body = { agent_id: known.agentId, message: 'And then?', conversation_id: known.id };
    const exchange = await sendMessage(context, body, known.store);
    if (exchange.status !== 200) return [refusedBreach(exchange, 'R-4.1-10', 'a follow-up message')];
    const { conversationId, breaches } = readReply(exchange);
    if (conversationId === undefined || conversationId === known.id) return breaches;
    const actual = `sent ${JSON.stringify(known.id)}, got ${JSON.stringify(conversationId)}`;
    return [{ requirement: 'R-4.1-05', expected: 'the conversation_id that was sent', actual, exchange }];
  });
}

function talkToStranger(pick: number): ModelCommand {
  const hasAny = ({ agents }: Model): boolean => agents.second.length > 0;
  return command("message to the other store's agent", hasAny, async ({ agents }, { context }) => {
    const own = new Set(agents.main.map(({ id }) => id));
    const agent_id = agents.second[pick % agents.second.length]?.['id'];
    // Stores may count apart, so that one id names an agent in each.
    if (typeof agent_id !== 'string' || own.has(agent_id) || /^\d+$/.test(agent_id)) return [];
    const exchange = await sendMessage(context, { agent_id, message: 'Hello' });
    if (exchange.status >= 300) return judgeRefusal(exchange, 'R-7-03', 404);
    const expected = "no answer from another store's agent";
    return [{ requirement: 'R-5-09', expected, actual: describeAnswer(exchange), exchange }];
  });
}

function commands(hasSecond: boolean): fc.Arbitrary<Iterable<ModelCommand>> {
  const store = hasSecond
    ? fc.constantFrom<StoreOfModel>('main', 'second')
    : fc.constant<StoreOfModel>('main');
  const texts = fc.constantFrom('Answers questions', 'It\'s "quoted"', 'Größe 😀');
  const pick = fc.nat({ max: 99 });
  const kinds = [
    fc.tuple(store, texts).map(([where, text]) => createIn(where, text)),
    store.map(listOf),
    store.map(talkIn),
    pick.map(followUp),
    ...(hasSecond ? [pick.map(talkToStranger)] : []),
  ];
  return fc.commands(kinds, { maxCommands: mostCommands, size: 'max', disableReplayLog: true });
}

async function judgeCommands(context: CheckContext, plain: AgentCreate, cases: Iterable<ModelCommand>) {
  const model: Model = { agents: { main: [], second: [] }, conversations: [] };
  const real: Real = { context, plain, breaches: [] };
  const done: string[] = [];
  const told = [...cases].map((one): ModelCommand => ({
    check: (state) => one.check(state),
    run: (state, deployment) => {
      done.push(String(one));
      return one.run(state, deployment);
    },
    toString: () => String(one),
  }));
  await fc
    .asyncModelRun(() => ({ model, real }), told)
    .catch((error: unknown) => {
      if (!(error instanceof Broken)) throw error;
    });
  return real.breaches.map((found) => ({ ...found, actual: `${found.actual}; after ${done.join(', ')}` }));
}

async function run(context: CheckContext): Promise<void> {
  const plain = await context.fixtures.acceptedCreate();
  const arbitrary = commands(context.target.stores.second !== undefined);
  await context.forAll({
    label: 'commands',
    arbitrary,
    runs: 3,
    width: 1,
    // Commands shrink by what ran, which a replay could not repeat: the history is short enough as it is.
    shrinks: false,
    judge: (cases) => judgeCommands(context, plain, cases),
  });
}

/** Source 4.1, 4.2, 4.3 and 5.9 together: whatever the order, the stores hold what was put into them. */
export const statefulModel: Check = {
  id: 'agents/stateful-model',
  title: 'Creates, lists, messages and follow-ups in any order, over two stores, agree with a model of them',
  requirements: [
    'R-4.2-02',
    'R-4.2-03',
    'R-5-09',
    'R-4.1-05',
    'R-4.1-06',
    'R-4.1-10',
    'R-4.3-01',
    'R-2.1-01',
  ],
  level: 'stated',
  profile: 'full',
  lane: 'main',
  cost: { requests: 44, messages: 24, agents: 20 },
  writes: true,
  run,
};
