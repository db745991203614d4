import { unexpected } from '../../model/verify-error.ts';
import type { RequirementId } from '../../../generated/requirements.ts';
import { type Check, atOnce, type CheckContext, type SeenConversation } from '../../check.ts';
import { NoResponse } from '../../exchange.ts';
import type { OperationName } from '../../model/valid-request.ts';
import { valueAt } from '../../arbitraries/violations.ts';
import { expectCompleteReply, sendMessage, verifyFollowUp } from '../chat-stream/send-message.ts';
import { readWidget } from '../../model/verify-widget.ts';

/** The clauses that the successful responses of an operation may violate. */
const clausesOf: Readonly<Record<OperationName, readonly RequirementId[]>> = {
  listAgents: ['R-4.2-01', 'R-4.2-02', 'R-4.2-03', 'R-4.2-04', 'R-4.2-06', 'R-4.2-07'],
  createAgent: ['R-4.3-01', 'R-2.1-01', 'R-2.1-10', 'R-2.1-11', 'R-2.1-12', 'R-4.3-02', 'R-4.3-10'],
  streamAgentChat: [
    'R-1-02',
    'R-1-08',
    'R-4.1-05',
    'R-4.1-08',
    'R-4.1-16',
    'R-4.1-18',
    'R-4.1-19',
    'R-6-09',
    'R-6-10',
  ],
  getWidgetConfig: ['R-5-10', 'R-4.4-01', 'R-4.4-04', 'R-2.3-13', 'R-1-03'],
};

/** Source 1 to 7: what the checks of a run received, whatever they asked for. Reports what the others do not look at. */
export const everyResponse: Check = {
  id: 'responses/every-response',
  title:
    'Every response of the run keeps to the contract, ids stay unique, and lists have all that was created',
  requirements: [
    ...new Set([
      ...Object.values(clausesOf).flat(),
      'R-1-07',
      'R-2.2-16',
      'R-2.5-03',
      'R-5-01',
      'R-5-02',
      'R-5-14',
    ] as const),
  ],
  profile: 'core',
  isLast: true,
  isReadOnly: true,
  run: async (context) => {
    const { model } = context;
    // The last list of a run has everything that the run created. Where none comes any more, that is a finding.
    const failure: unknown = await context.client.contract.listAgents().then(
      () => undefined,
      (error: unknown) => error,
    );
    for (const found of model.relations()) context.report(found);
    for (const { text, exchange } of model.warnings()) context.warn(text, exchange);
    for (const found of model.notShown()) context.notShown(found);
    for (const [operation, clauses] of Object.entries(clausesOf)) {
      if (model.succeeded(operation)) continue;
      context.untested(`no check of this run had a response of ${operation}`, ...clauses);
    }
    if (failure !== undefined && !(failure instanceof NoResponse)) throw failure;
  },
};

const agents = 10;
const few = 2;
const conversations = 8;
const oldConversations = 3;
const ageMs = 61_000;

/** Some of many, evenly spread, the first and the last among them. */
function spread<T>(all: readonly T[], count: number): readonly T[] {
  if (all.length <= count) return all;
  const step = (all.length - 1) / (count - 1);
  return Array.from({ length: count }, (_, index) => all.slice(Math.round(index * step))[0]).filter(
    (one) => one !== undefined,
  );
}

const maxTokens = 100_000;
const maxLength = 8000;

/** The ids of agents that any vendor's model replies for: of a model that exists, within its bounds. */
async function agentIds({ fixtures, model }: CheckContext): Promise<readonly string[]> {
  const { model_id } = (await fixtures.acceptedCreate()).config;
  return model
    .made()
    .agents.filter(
      (agent) =>
        valueAt(agent, 'config.model_id') === model_id &&
        Number(valueAt(agent, 'config.max_tokens')) <= maxTokens &&
        String(valueAt(agent, 'config.system_prompt')).length <= maxLength,
    )
    .map(({ id }) => String(id));
}

/** The conversations that began with a message which leaves room for more. */
function openConversations({ model }: CheckContext): readonly SeenConversation[] {
  return model.made().conversations.filter(({ message }) => message.length <= maxLength);
}

async function verifyAgents(context: CheckContext, ids: readonly string[]): Promise<void> {
  const message = 'Do you have gift cards?';
  const send = (agent_id: string) => sendMessage(context, { agent_id, message });
  for await (const exchange of atOnce(ids, send)) {
    if (exchange.status !== 200) {
      context.report(unexpected('R-4.1-16', 'old-agent-still-replies', exchange));
    }
  }
}

type Conversation = Pick<SeenConversation, 'id' | 'agentId'>;

async function verifyConversations(
  context: CheckContext,
  known: readonly Conversation[],
  when: string,
): Promise<void> {
  const message = 'Which one did you mean?';
  const send = ({ id, agentId }: Conversation) =>
    sendMessage(context, { agent_id: agentId, message, conversation_id: id });
  for await (const exchange of atOnce(known, send)) {
    // Another message of the conversation, of a check before, may not be over.
    if (exchange.status !== 409) context.report(verifyFollowUp(exchange, `a follow-up ${when}`));
  }
}

/** Source 4.1: what a run made is there at its end, whatever was sent in between. */
export const endOfRun: Check = {
  id: 'responses/end-of-run',
  title: 'At the end of a run, agents and conversations of all of its checks reply as at its start',
  requirements: ['R-4.1-10', 'R-4.1-16', 'R-4.1-18', 'R-2.4-01'],
  profile: 'full',
  isLast: true,
  run: async (context) => {
    await verifyAgents(context, context.some(spread(await agentIds(context), agents), few));
    await verifyConversations(
      context,
      context.some(spread(openConversations(context), conversations), 1),
      'at the end of a run',
    );
  },
};

/** A conversation that began now, where the run has none. */
async function begin(context: CheckContext): Promise<readonly SeenConversation[]> {
  const agentId = await context.fixtures.agentId();
  const message = 'I am looking for a rain jacket.';
  const startedAt = context.clock.now();
  const first = await expectCompleteReply(context, { agent_id: agentId, message });
  return first === undefined ? [] : [{ id: first.conversationId, agentId, message, startedAt }];
}

/** Source 4.1: visitors come back. With the limit checks, which wait for a minute by themselves. */
export const afterAMinute: Check = {
  id: 'responses/after-a-minute',
  title: 'Conversations and agents of a minute ago still reply',
  requirements: ['R-4.1-10', 'R-4.1-16', 'R-4.1-18', 'R-2.4-01'],
  profile: 'full',
  limitsOf: 'limited',
  spendsMain: true,
  needs: ['limited-store', 'limited-rpm', 'agent'],
  run: async (context) => {
    // Creates its agent, where no other check has.
    const valid = await context.fixtures.acceptedCreate();
    const known = context.some(openConversations(context).slice(0, oldConversations), 1);
    const old = known.length > 0 ? known : await begin(context);
    const youngest = old.at(-1)?.startedAt ?? context.clock.now();
    const waitMs = youngest + ageMs - context.clock.now();
    if (waitMs > 0) await context.clock.wait(waitMs);
    await verifyConversations(context, old, 'after a minute');
    await verifyAgents(context, (await agentIds(context)).slice(0, 1));
    // The log of responses compares these with those of before.
    await context.client.contract.createAgent({ ...valid, name: 'Conformance: a minute later' });
    await context.client.contract.listAgents();
    const { chatbotId } = context.target.stores.main;
    if (chatbotId !== undefined) await readWidget(context, chatbotId);
  },
};
