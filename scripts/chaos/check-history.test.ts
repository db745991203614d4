import { describe, expect, it } from 'vitest';
import { checkHistory, invariants, type InvariantName, timedOut } from './check-history.ts';
import type {
  Agent,
  AgentCreate,
  CreateAttempt,
  History,
  ListAttempt,
  MessageAttempt,
  Outcome,
} from './history.ts';

const storeId = 'str_1';
const config = { model_provider: 'provider_one', model_id: 'shopping-1', system_prompt: 'Help.' } as const;
const inputs = {
  a: { name: 'a', type: 'customer_support', description: 'first', config },
  b: { name: 'b', type: 'customer_support', config: { ...config, temperature: 0.1 } },
} satisfies Record<string, AgentCreate>;

function agentOf(input: AgentCreate, id = `agt_${input.name}`): Agent {
  const times = { created_at: '2026-01-02T03:04:05.678Z', updated_at: '2026-01-02T03:04:05.678Z' };
  return { id, ...input, config: { temperature: 0.7, max_tokens: 4096, ...input.config }, ...times };
}

const listed = (agent: Agent): Agent => ({ ...agent, status: 'active' });
const acknowledge = <Body>(body: Body): Outcome<Body> => ({ type: 'acknowledged', body });
const lost: Outcome<never> = { type: 'unknown', reason: 'socket hang up' };
const rejected = (status: number): Outcome<never> => ({ type: 'rejected', status, error: 'no' });
const at = (startMs: number, key?: string) => ({ storeId, key, startMs, endMs: startMs + 5 });

const a = agentOf(inputs.a);
const b = agentOf(inputs.b);
const createA: CreateAttempt = { ...at(10), input: inputs.a, outcome: acknowledge(a) };
// Lost in a crash, repeated with its key, and repeated once more after its response.
const createB: readonly CreateAttempt[] = [
  { ...at(20, 'key-b'), input: inputs.b, outcome: lost },
  { ...at(40, 'key-b'), input: inputs.b, outcome: acknowledge(b) },
  { ...at(50, 'key-b'), input: inputs.b, outcome: acknowledge({ ...b }) },
];
const listA: ListAttempt = { ...at(30), outcome: acknowledge([listed(a)]) };
const listAll: ListAttempt = { ...at(60), outcome: acknowledge([listed(a), listed(b)]) };

const conversationId = 'cnv_1';
const reply = (text: string) => acknowledge({ conversationId, text });
const first: MessageAttempt = {
  ...at(70),
  message: 'one',
  conversationId: undefined,
  openedConversationId: conversationId,
  outcome: reply('reply one'),
};
const interrupted: MessageAttempt = {
  ...first,
  ...at(80, 'key-2'),
  message: 'two',
  conversationId,
  outcome: lost,
};
const repeated: MessageAttempt = { ...interrupted, ...at(90, 'key-2'), outcome: reply('reply two') };
const last: MessageAttempt = {
  ...first,
  ...at(100),
  message: 'three',
  conversationId,
  outcome: reply('reply three'),
};

const user = (text: string) => ({ role: 'user', text, outcome: 'complete' }) as const;
const assistant = (text: string) => ({ role: 'assistant', text, outcome: 'complete' }) as const;
const stored = [
  user('one'),
  assistant('reply one'),
  // The kill came before the reply, and the repetition stored the message again.
  user('two'),
  user('two'),
  assistant('reply two'),
  user('three'),
  assistant('reply three'),
];

const good: History = {
  creates: [createA, ...createB],
  lists: [{ ...at(15), outcome: lost }, listA, listAll],
  messages: [first, interrupted, repeated, last],
  conversations: [{ storeId, id: conversationId, messages: stored }],
  stores: [{ id: storeId, requestsPerMinute: null, agentLimit: null }],
  engine: 'sqlite',
  interruptedMs: [22, 82],
  databaseCrashes: [],
  readyMs: [700, 1200],
  problems: [],
};

const withLists = (...lists: ListAttempt[]): History => ({ ...good, lists: [...good.lists, ...lists] });
const withCreate = (create: CreateAttempt): History => ({ ...good, creates: [...good.creates, create] });
const withMessage = (message: MessageAttempt): History => ({
  ...good,
  messages: [...good.messages, message],
});
const withStored = (messages: History['conversations'][number]['messages']): History => ({
  ...good,
  conversations: [{ storeId, id: conversationId, messages }],
});

/** With a limit of two agents, and of requests. */
const withLimits = (requestsPerMinute: number | null, more: Partial<History>): History => ({
  ...good,
  ...more,
  stores: [{ id: storeId, requestsPerMinute, agentLimit: 2 }],
});
const limited = (startMs: number, status?: number): ListAttempt => ({
  ...at(startMs),
  outcome: status === undefined ? acknowledge([]) : rejected(status),
});
const onlyLists = (...lists: ListAttempt[]): History =>
  withLimits(2, { creates: [], messages: [], conversations: [], lists });
const createC: CreateAttempt = { ...at(25), input: { ...inputs.a, name: 'c' }, outcome: rejected(403) };
const lateConflict = (startMs: number, endMs: number, key?: string): History => ({
  ...withMessage({ ...last, ...at(startMs, key), endMs, message: 'four', outcome: rejected(409) }),
  engine: 'postgres',
});

/** For each invariant, histories that violate it. */
const broken: Readonly<Record<InvariantName, Readonly<Record<string, History>>>> = {
  acknowledgedAgentsAreListed: {
    'an acknowledged agent that no list has': withCreate({
      ...at(20),
      input: { ...inputs.a, name: 'c' },
      outcome: acknowledge(agentOf({ ...inputs.a, name: 'c' })),
    }),
  },
  listedAgentsWereSent: {
    'an agent that nobody sent': withLists({
      ...at(200),
      outcome: acknowledge([listed(a), listed(b), listed(agentOf({ ...inputs.a, name: 'x' }))]),
    }),
    'an agent in a list that ended before it was sent': {
      ...good,
      lists: [{ ...at(0), outcome: acknowledge([listed(a)]) }, ...good.lists],
    },
    'an agent of another store': withLists({
      ...at(200),
      storeId: 'str_2',
      outcome: acknowledge([listed(a)]),
    }),
  },
  listedAgentsAreUnchanged: {
    'an agent whose acknowledged field is another one': withLists({
      ...at(200),
      outcome: acknowledge([listed({ ...a, updated_at: '2026-09-09T09:09:09.999Z' }), listed(b)]),
    }),
    'an agent without an acknowledgement that has another field than was sent': {
      ...withCreate({ ...at(20), input: { ...inputs.a, name: 'c' }, outcome: lost }),
      lists: [
        {
          ...at(200),
          outcome: acknowledge([
            listed(a),
            listed(b),
            listed({ ...a, id: 'agt_c', name: 'c', description: 'other' }),
          ]),
        },
      ],
    },
  },
  listsNeverLoseAgents: {
    'an agent without an acknowledgement that a later list has lost': {
      ...withCreate({ ...at(20), input: { ...inputs.a, name: 'c' }, outcome: lost }),
      lists: [
        {
          ...at(60),
          outcome: acknowledge([listed(a), listed(b), listed(agentOf({ ...inputs.a, name: 'c' }))]),
        },
        { ...at(70), outcome: acknowledge([listed(a), listed(b)]) },
      ],
    },
  },
  createsMakeOneAgent: {
    'a repeated create that made two agents': withLists({
      ...at(200),
      outcome: acknowledge([listed(a), listed(b), listed({ ...b, id: 'agt_b2' })]),
    }),
  },
  idsAreUnique: {
    'two agents with one id': withCreate({
      ...at(300),
      input: { ...inputs.a, name: 'c' },
      outcome: acknowledge(agentOf({ ...inputs.a, name: 'c' }, 'agt_a')),
    }),
  },
  repeatedResponsesAreEqual: {
    'two responses for one key': withCreate({
      ...at(300, 'key-b'),
      input: inputs.b,
      outcome: acknowledge({ ...b, description: 'other' }),
    }),
    'two replies for one key': withMessage({ ...repeated, ...at(300, 'key-2'), outcome: reply('another') }),
  },
  acknowledgedMessagesAreStored: {
    'an acknowledged message that is not stored': withStored(
      stored.filter(({ text }) => !text.endsWith('one')),
    ),
    'an acknowledged reply that is not stored': withStored(
      stored.filter(({ text }) => text !== 'reply three'),
    ),
    'a stored reply with another text': withStored(
      stored.map((message) => (message.text === 'reply one' ? assistant('reply') : message)),
    ),
    'messages in another order': withStored([...stored.slice(-2), ...stored.slice(0, -2)]),
    'a conversation that is not stored': { ...good, conversations: [] },
  },
  storedMessagesWereSent: {
    'a message that nobody sent': withStored([...stored, user('four')]),
    'a message that is stored more often than it was sent': withStored([...stored, user('three')]),
  },
  repliesFollowQuestions: {
    'a reply that a node stored after it had lost its turn': withStored([
      user('one'),
      assistant('reply one'),
      user('two'),
      user('three'),
      assistant('reply three'),
      assistant('reply two'),
    ]),
  },
  agentLimitIsExact: {
    'a store with more agents than its limit': withLimits(null, {
      lists: [{ ...at(300), outcome: acknowledge([listed(a), listed(b), listed({ ...a, id: 'agt_3' })]) }],
    }),
    'a create that is rejected before the limit is reached': withLimits(null, {
      creates: [createA, { ...createC, ...at(12) }],
    }),
  },
  requestLimitIsExact: {
    'three admissions in 60 s with a limit of two': onlyLists(limited(0), limited(30_000), limited(59_990)),
    'three admissions in 60 s, long before a crash': {
      ...onlyLists(limited(0), limited(1_000), limited(2_000)),
      databaseCrashes: [{ startMs: 5_000, endMs: 5_010 }],
    },
    'a rejection after one request': onlyLists(limited(0), limited(70_000), limited(80_000, 429)),
  },
  conversationsContinue: {
    'a message that continues another conversation': {
      ...withMessage({
        ...last,
        ...at(200),
        message: 'four',
        outcome: acknowledge({ conversationId: 'cnv_2', text: 'hm' }),
      }),
      conversations: [
        ...good.conversations,
        { storeId, id: 'cnv_2', messages: [user('four'), assistant('hm')] },
      ],
    },
    'a message that is rejected because its conversation is not found': withMessage({
      ...last,
      ...at(200),
      message: 'four',
      outcome: rejected(404),
    }),
  },
  statusesAreExpected: {
    'a 500': withLists({ ...at(200), outcome: rejected(500) }),
    'a 400': withLists({ ...at(200), outcome: rejected(400) }),
    'a 403 without a limit': { ...good, creates: [...good.creates, createC] },
    'a 429 without a limit': withLists({ ...at(200), outcome: rejected(429) }),
  },
  keysAreFree: {
    'a key that stays in use after a crash': withCreate({
      ...at(45, 'key-b'),
      input: inputs.b,
      outcome: rejected(409),
    }),
    'a key on PostgreSQL that stays in use for 20 s': {
      ...withMessage({ ...interrupted, ...at(20_090, 'key-2'), outcome: rejected(409) }),
      engine: 'postgres',
    },
    'a key on PostgreSQL that is in use before it was sent': lateConflict(200, 210, 'key-4'),
  },
  turnsAreKept: {
    'a 409 on SQLite': { ...lateConflict(200, 12_000), engine: 'sqlite' },
    'a turn that is lost after a second': lateConflict(200, 1_200),
  },
  requestsEnd: {
    'a request without a response': withLists({ ...at(200), outcome: { type: 'unknown', reason: timedOut } }),
  },
  restartsAreFast: { 'a start of 20 s': { ...good, readyMs: [700, 900, 20_000] } },
  storesAreListedAtTheEnd: {
    'a service that does not come back': withLists({ ...at(200), outcome: rejected(503) }),
    'a store without a list': { ...good, lists: [] },
  },
  serviceAndDatabaseAreSound: { 'an error in the log': { ...good, problems: ['the service logged: {}'] } },
};

it('a history with losses and repetitions, but without a violation, passes', () => {
  expect(checkHistory(good)).toEqual([]);
});

it('503 is no violation', () => {
  const lists = [{ ...at(20), outcome: rejected(503) }, ...good.lists];
  expect(checkHistory({ ...good, lists })).toEqual([]);
});

it('messages of two clients may be stored in either order while both wait', () => {
  const earlier = { ...last, ...at(100), endMs: 200 };
  const other = { ...last, ...at(110), message: 'four', outcome: reply('reply four') };
  const four = [user('four'), assistant('reply four')];
  for (const order of [stored.concat(four), stored.toSpliced(5, 0, ...four)]) {
    const history = { ...withStored(order), messages: [first, interrupted, repeated, earlier, other] };
    expect(checkHistory(history)).toEqual([]);
  }
});

it.each<[string, History]>([
  ['agents up to the limit, and 403 beyond', withLimits(null, { creates: [...good.creates, createC] })],
  ['as many requests as the limit, and 429 until a minute is over', requestsAtLimit()],
  ['admissions that a crash of the database lost', afterCrash()],
  ['a turn that a message lost after 10 s', lateConflict(200, 10_200)],
  ['a key that is in use until its lease ends', lateConflictOfKey()],
])('%s are no violation', (_title, history) => {
  expect(checkHistory(history)).toEqual([]);
});

function requestsAtLimit(): History {
  return onlyLists(limited(0), limited(100), limited(30_000, 429), limited(60_010), limited(60_110));
}

function afterCrash(): History {
  const history = onlyLists(limited(0), limited(4_500), limited(6_000));
  return { ...history, databaseCrashes: [{ startMs: 5_000, endMs: 5_010 }] };
}

function lateConflictOfKey(): History {
  const attempts = [interrupted, { ...interrupted, ...at(12_000, 'key-2'), outcome: rejected(409) }];
  const late = { ...repeated, ...at(17_000, 'key-2') };
  const after = { ...last, ...at(18_000) };
  return { ...good, engine: 'postgres', messages: [first, ...attempts, late, after] };
}

it('a request whose service was killed while it waited needs no response', () => {
  const list: ListAttempt = { ...at(80), outcome: { type: 'unknown', reason: timedOut } };
  expect(checkHistory({ ...good, lists: [list, ...good.lists] })).toEqual([]);
});

it('a create without an acknowledgement may be listed or not', () => {
  const creates = [...good.creates, { ...at(20), input: { ...inputs.a, name: 'c' }, outcome: lost }];
  const c = listed(agentOf({ ...inputs.a, name: 'c' }));
  const list: ListAttempt = { ...at(200), outcome: acknowledge([listed(a), listed(b), c]) };
  expect(checkHistory({ ...good, creates })).toEqual([]);
  expect(checkHistory({ ...good, creates, lists: [...good.lists, list] })).toEqual([]);
});

describe.each(Object.keys(invariants) as InvariantName[])('%s', (name) => {
  it.each(Object.entries(broken[name]))('detects %s', (_, history) => {
    const violated = new Set(checkHistory(history).map(({ invariant }) => invariant));
    expect(violated).toContain(name);
  });
});
