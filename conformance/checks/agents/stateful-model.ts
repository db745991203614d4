import fc, { type AsyncCommand } from 'fast-check';
import type { Check, CheckContext, Finding } from '../../check.ts';
import { describeResponse } from '../../client/describe-exchange.ts';
import type { AgentCreate, Exchange } from '../../exchange.ts';
import { readReply } from '../chat-stream/read-stream.ts';
import { sendMessage } from '../chat-stream/send-message.ts';
import { verifyErrorResponse } from '../errors/verify-error.ts';
import { agentsOf } from '../listed-agents.ts';
import type { Agent } from './agent-fields.ts';
import { createdAgents, isAccepted, notAccepted } from './create.ts';
import { verifyCreated } from './verify-created.ts';
import { hasMorePages, verifyList, verifyListed } from './verify-list.ts';

type StoreOfModel = 'main' | 'second';

/** What this run created in the stores so far. */
interface Model {
  readonly agents: Record<StoreOfModel, Agent[]>;
  readonly conversations: { readonly store: StoreOfModel; readonly agentId: string; readonly id: string }[];
}

/** The deployment under test, and the findings so far. */
interface Real {
  readonly context: CheckContext;
  readonly plain: AgentCreate;
  readonly findings: Finding[];
}

type ModelCommand = AsyncCommand<Model, Real>;

const maxCommands = 14;

/** Ends a run of commands at the first finding. */
class FindingReported extends Error {}

/** A command that collects findings and ends the run at the first one. */
function command(
  name: string,
  isPossible: (model: Model) => boolean,
  act: (model: Model, real: Real) => Promise<readonly Finding[]>,
): ModelCommand {
  return {
    check: isPossible,
    run: async (model, real) => {
      real.findings.push(...(await act(model, real)));
      if (real.findings.length > 0) throw new FindingReported(name);
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
    if (!isAccepted(exchange)) return [notAccepted(exchange, 'R-4.3-10', 'a valid create')];
    model.agents[store].push(...createdAgents([exchange]));
    return verifyCreated(exchange);
  });
}

/** Verifies that no agent of the other store is listed. Source 4.2 and 5.9. */
function verifyNoneOf(foreign: readonly Agent[], exchange: Exchange): readonly Finding[] {
  const found = agentsOf(exchange).find((agent) =>
    foreign.some((other) => other['id'] === agent['id'] && other['name'] === agent['name']),
  );
  if (found === undefined) return [];
  const actual = `the other store's agent ${JSON.stringify(found['name'])}`;
  return [{ requirement: 'R-4.2-03', expected: 'agents of the store alone', actual, exchange }];
}

function listOf(store: StoreOfModel): ModelCommand {
  return command(`list ${store}`, always, async (model, { context }) => {
    const exchange = await context.client.contract.listAgents({ store });
    const own = hasMorePages(exchange) ? [] : verifyListed(model.agents[store], exchange);
    const foreign = model.agents[store === 'main' ? 'second' : 'main'];
    return [...verifyList(exchange), ...own, ...verifyNoneOf(foreign, exchange)];
  });
}

function messageIn(store: StoreOfModel): ModelCommand {
  return command(`message in ${store}`, always, async (model, { context }) => {
    const agentId = await context.fixtures.agentId(store);
    const exchange = await sendMessage(context, { agent_id: agentId, message: 'Hello' }, store);
    if (exchange.status !== 200) return [notAccepted(exchange, 'R-4.1-16', 'a message to an agent')];
    const { conversationId: id, findings } = readReply(exchange);
    if (id === undefined) return findings;
    const repeated = model.conversations.some((known) => known.store === store && known.id === id);
    model.conversations.push({ store, agentId, id });
    if (!repeated) return findings;
    const expected = 'a new conversation_id when none is sent';
    return [{ requirement: 'R-4.1-19', expected, actual: `${JSON.stringify(id)} again`, exchange }];
  });
}

function followUp(pick: number): ModelCommand {
  const hasAny = ({ conversations }: Model): boolean => conversations.length > 0;
  return command('follow-up', hasAny, async ({ conversations }, { context }) => {
    const known = conversations[pick % conversations.length];
    if (known === undefined) return [];
    const body = { agent_id: known.agentId, message: 'And then?', conversation_id: known.id };
    const exchange = await sendMessage(context, body, known.store);
    if (exchange.status !== 200) return [notAccepted(exchange, 'R-4.1-10', 'a follow-up message')];
    const { conversationId, findings } = readReply(exchange);
    if (conversationId === undefined || conversationId === known.id) return findings;
    const actual = `sent ${JSON.stringify(known.id)}, got ${JSON.stringify(conversationId)}`;
    return [{ requirement: 'R-4.1-18', expected: 'the conversation_id that was sent', actual, exchange }];
  });
}

function messageToForeignAgent(pick: number): ModelCommand {
  const hasAny = ({ agents }: Model): boolean => agents.second.length > 0;
  return command("message to the other store's agent", hasAny, async ({ agents }, { context }) => {
    const own = new Set(agents.main.map(({ id }) => id));
    const agent_id = agents.second[pick % agents.second.length]?.['id'];
    // Stores may number agents separately: one number is an agent in each.
    if (typeof agent_id !== 'string' || own.has(agent_id) || /^\d+$/.test(agent_id)) return [];
    const exchange = await sendMessage(context, { agent_id, message: 'Hello' });
    if (exchange.status >= 300) return verifyErrorResponse(exchange, 'R-5-14', 404);
    const expected = "no reply from another store's agent";
    return [{ requirement: 'R-5-14', expected, actual: describeResponse(exchange), exchange }];
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
    store.map(messageIn),
    pick.map(followUp),
    ...(hasSecond ? [pick.map(messageToForeignAgent)] : []),
  ];
  return fc.commands(kinds, { maxCommands, size: 'max', disableReplayLog: true });
}

async function verifyCommands(
  context: CheckContext,
  plain: AgentCreate,
  cases: Iterable<ModelCommand>,
): Promise<readonly Finding[]> {
  const model: Model = { agents: { main: [], second: [] }, conversations: [] };
  const real: Real = { context, plain, findings: [] };
  const done: string[] = [];
  const logged = [...cases].map((one): ModelCommand => ({
    check: (state) => one.check(state),
    run: (state, deployment) => {
      done.push(String(one));
      return one.run(state, deployment);
    },
    toString: () => String(one),
  }));
  await fc
    .asyncModelRun(() => ({ model, real }), logged)
    .catch((error: unknown) => {
      if (!(error instanceof FindingReported)) throw error;
    });
  return real.findings.map((found) => ({ ...found, actual: `${found.actual}; after ${done.join(', ')}` }));
}

async function run(context: CheckContext): Promise<void> {
  const plain = await context.fixtures.acceptedCreate();
  const arbitrary = commands(context.target.stores.second !== undefined);
  await context.forAll({
    label: 'commands',
    arbitrary,
    runs: 3,
    concurrency: 1,
    // fast-check shrinks commands by which of them ran, which a replay cannot repeat.
    shrinks: false,
    verify: (cases) => verifyCommands(context, plain, cases),
  });
}

/** Source 4.1, 4.2, 4.3 and 5.9 together: in any order of operations, the stores hold what was created. */
export const statefulModel: Check = {
  id: 'agents/stateful-model',
  title: 'Creates, lists, messages and follow-ups in any order over two stores agree with a model',
  requirements: [
    ...(['R-4.2-02', 'R-4.2-03', 'R-4.2-07', 'R-5-14', 'R-4.1-10', 'R-4.1-16', 'R-4.1-18'] as const),
    ...(['R-4.1-19', 'R-4.3-10', 'R-2.1-01'] as const),
  ],
  level: 'stated',
  profile: 'full',
  cost: { requests: 44, messages: 24, agents: 20 },
  writes: true,
  run,
};
