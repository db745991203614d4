import type {
  Call,
  Change,
  Conversation,
  Deployment,
  Frame,
  HttpResponse,
  JsonObject,
} from '../server/deployment.ts';
import { mutantsOf, type Mutant } from '../mutant.ts';
import { onEvents, onEventsOf } from './changes.ts';
import { overlap } from '../server/overlap.ts';

/** Runs calls of one operation in their own time, as a server does that waits for a database or a model. */
function slowly(
  operation: Call['operation'],
  around: (call: Call, respond: () => HttpResponse) => Promise<HttpResponse>,
): Change {
  return () => ({
    around: (call, respond) => (call.operation === operation ? around(call, respond) : respond()),
  });
}

/** Counts the calls of an operation that are in flight, and responds to those beyond a maximum. */
function atMost(max: number, operation: Call['operation'], reject: (call: Call) => HttpResponse): Change {
  let inFlight = 0;
  return slowly(operation, async (call, respond) => {
    if (inFlight >= max) return reject(call);
    inFlight += 1;
    try {
      await overlap();
      return respond();
    } finally {
      inFlight -= 1;
    }
  });
}

const unavailable = ({ deployment }: Call): HttpResponse =>
  deployment.errorResponse(500, 'database is locked');

/** Streams slowly, and runs when a client leaves before the end. */
export function onLeave(
  left: (call: Call) => void,
  before: (call: Call) => HttpResponse | undefined,
): Change {
  return (base) => ({
    framesOf: (events, turn) =>
      base.framesOf(events, turn).flatMap((frame): Frame[] => [frame, { type: 'pause' }]),
    operations: {
      ...base.operations,
      streamAgentChat: (call) => {
        const rejection = before(call);
        if (rejection !== undefined) return rejection;
        const response = base.operations.streamAgentChat(call);
        return { ...response, closed: (isComplete) => (isComplete ? undefined : left(call)) };
      },
    },
  });
}

function conversationIdOf({ body }: Call): string {
  return String((body as JsonObject | undefined)?.['conversation_id']);
}

const several = 'chat-stream/several-at-once';
const leaves = 'chat-stream/client-leaves';
const model = 'agents/stateful-model';
const everyResponse = 'responses/every-response';

function slotsThatLeak(): Change {
  let left = 0;
  return onLeave(
    () => (left += 1),
    ({ deployment }) => (left >= 3 ? deployment.errorResponse(500, 'no slot is free') : undefined),
  );
}

function locksThatStay(): Change {
  const locked = new Set<string>();
  return onLeave(
    (call) => locked.add(conversationIdOf(call)),
    (call) =>
      locked.has(conversationIdOf(call)) && conversationIdOf(call) !== 'undefined'
        ? call.deployment.errorResponse(409, 'the conversation is busy')
        : undefined,
  );
}

function forgottenOnLeave(): Change {
  return onLeave(
    (call) => call.store.conversations.delete(conversationIdOf(call)),
    () => undefined,
  );
}

/** The next replies lack their end, as the stream of the client that left is still in a shared buffer. */
function brokenAfterLeave(): Change {
  let left = 0;
  return (base) => ({
    ...onLeave(
      () => (left += 1),
      () => undefined,
    )(base),
    ...onEvents((events) => (left > 0 ? events.slice(0, -1) : events))(base),
  });
}

/** Replies with the words of all conversations that are open. */
function withWordsOf(select: (conversation: Conversation, call: Call, own: Conversation) => boolean): Change {
  return onEvents((events, { call, conversation }) => {
    const others = [...call.store.conversations.values()].filter((one) => select(one, call, conversation));
    const content = others
      .flatMap(({ messages }) => messages)
      .join(' ')
      .slice(-2000);
    return content === '' ? events : [{ type: 'text', content }, ...events];
  });
}

function lastConversationEnds(): Change {
  let last = '';
  return (base) => ({
    ...slowly('streamAgentChat', async (_call, respond) => {
      const response = respond();
      await overlap();
      return response.status === 200
        ? {
            ...response,
            frames: response.frames.map((frame) =>
              frame.type === 'bytes'
                ? {
                    ...frame,
                    bytes: String(frame.bytes).replace(
                      /"conversation_id":"[^"]*"/,
                      `"conversation_id":"${last}"`,
                    ),
                  }
                : frame,
            ),
          }
        : response;
    })(base),
    ...onEventsOf('end', (event) => {
      last = String(event['conversation_id']);
      return event;
    })(base),
  });
}

/** A lock of each conversation, which a message that finds it taken takes for ever. */
const lockedByTheSecond: Change = (base) => {
  const locks = new Map<string, number>();
  return slowly('streamAgentChat', async (call, respond) => {
    const id = conversationIdOf(call);
    const count = locks.get(id) ?? 0;
    if (id !== 'undefined') locks.set(id, count + 1);
    if (count > 0) return call.deployment.errorResponse(409, 'a reply is running');
    await overlap();
    locks.set(id, (locks.get(id) ?? 0) - 1);
    return respond();
  })(base);
};

const chats: readonly Mutant[] = [
  ...mutantsOf('R-4.1-10', 'chat-stream/long-conversation', {
    'conversation-locked-by-two-at-once': lockedByTheSecond,
  }),
  ...mutantsOf('R-4.1-16', everyResponse, {
    'one-chat-at-a-time': atMost(1, 'streamAgentChat', unavailable),
    'three-chats-at-a-time': atMost(3, 'streamAgentChat', unavailable),
  }),
  ...mutantsOf('R-4.1-16', everyResponse, {
    'follow-ups-one-at-a-time': (base) => {
      const limited = atMost(1, 'streamAgentChat', unavailable)(base).around;
      return {
        around: (call, respond) =>
          limited === undefined || conversationIdOf(call) === 'undefined'
            ? respond()
            : limited(call, respond),
      };
    },
  }),
  ...mutantsOf('R-4.1-19', several, {
    'conversation-ids-of-the-time': (base) => ({
      newId: (kind, count) =>
        kind === 'conversation' ? `cnv_${Math.floor(Date.now() / 20)}` : base.newId(kind, count),
    }),
    'conversation-of-the-last-one': lastConversationEnds(),
  }),
  ...mutantsOf('R-2.4-01', several, {
    'words-of-every-conversation': withWordsOf((one, _call, own) => one !== own),
    'words-of-the-agent': withWordsOf((one, _call, own) => one !== own && one.agentId === own.agentId),
  }),
  ...mutantsOf('R-4.1-06', several, {
    'new-conversation-with-old-words': withWordsOf(
      (one, _call, own) =>
        one !== own && one.agentId === own.agentId && own.messages.length === 0 && one.messages.length > 2,
    ),
  }),
  ...mutantsOf('R-4.1-16', leaves, { 'slots-leak-when-clients-leave': slotsThatLeak() }),
  ...mutantsOf('R-4.1-10', leaves, {
    'conversation-locked-when-its-client-leaves': locksThatStay(),
    'conversation-forgotten-when-its-client-leaves': forgottenOnLeave(),
  }),
  ...mutantsOf('R-6-10', leaves, { 'streams-break-after-a-client-left': brokenAfterLeave() }),
];

/** Writes the list back that a create read before it waited. */
const lostUpdate: Change = slowly('createAgent', async ({ store }, respond) => {
  const before = [...store.agents];
  await overlap();
  const length = store.agents.length;
  const response = respond();
  const created = store.agents.slice(length);
  store.agents.splice(0, store.agents.length, ...before, ...created);
  return response;
});

/** Inserts the agent of a create again that came while another one was in progress. */
function insertedAgain(base: Deployment): Partial<Deployment> {
  let inProgress = 0;
  return {
    around: async (call, respond) => {
      if (call.operation !== 'createAgent') return respond();
      inProgress += 1;
      const overlaps = inProgress > 1;
      await overlap();
      inProgress -= 1;
      const { agents } = call.store;
      const { length } = agents;
      const response = respond();
      const [created] = agents.slice(length);
      if (overlaps && created !== undefined)
        agents.push({ ...created, id: base.newId('agent', call.state.nextNumber('agent')) });
      return response;
    },
  };
}

/** Replaces the id of a created agent by a number that was read before the create waited. */
const idsOfTheCount: Change = (base) => ({
  newId: (kind, count) => (kind === 'agent' ? `agt_${Math.floor(Date.now() / 20)}` : base.newId(kind, count)),
});

const creates: readonly Mutant[] = [
  ...mutantsOf('R-4.2-02', model, { 'creates-at-once-lose-an-agent': lostUpdate }),
  ...mutantsOf('R-2.1-01', model, { 'agent-ids-of-the-time': idsOfTheCount }),
  ...mutantsOf('R-4.3-01', 'responses/every-response', { 'creates-at-once-made-twice': insertedAgain }),
  ...mutantsOf('R-4.3-10', everyResponse, { 'one-create-at-a-time': atMost(1, 'createAgent', unavailable) }),
  ...mutantsOf('R-4.2-06', 'http/generated-headers', {
    'one-list-at-a-time': atMost(1, 'listAgents', unavailable),
  }),
];

/** Defects that only requests at the same time, or clients that leave, can show. */
export const concurrencyMutants: readonly Mutant[] = [...chats, ...creates];
