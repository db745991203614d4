import { addConversation, addReply } from '../testing/add-messages.ts';
import { rateConversations, removeConversations } from '../db/conversations.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Result, StoreRecord } from '../db/records.ts';
import { results } from '../db/results.ts';
import type { TestDatabase } from '../testing/database.ts';
import { databases } from '../testing/databases.ts';
import {
  sampleAgent,
  sampleConversation,
  sampleMessage,
  sampleReply,
  sampleStore,
} from '../testing/sample-records.ts';
import { newId } from '../support/ids.ts';
import { dayIn } from '../support/days.ts';
import { type Analytics, analyticsAsCsv, readAnalytics, readOverview } from './analytics.ts';
import { createPlanUse } from './plans.ts';
import { addAgent, addStore, changeStore } from '../testing/test-shop.ts';

const begin = Date.parse('2026-10-23T00:00:00Z');
const dayMs = 86_400_000;

const reply = fc.record({
  model: fc.constantFrom('small', 'large'),
  outcome: fc.constantFrom('complete', 'failed', 'aborted'),
  input_tokens: fc.nat({ max: 1000 }),
  output_tokens: fc.nat({ max: 1000 }),
  cost_micros: fc.nat({ max: 1000 }),
  first_token_ms: fc.option(fc.nat({ max: 5000 })),
  total_ms: fc.nat({ max: 9000 }),
  result: fc.constantFrom(...results),
});
/** Minutes of UTC at which days of the time zones below begin, or the hour around them. */
const dayBegins = fc.constantFrom(
  0,
  13 * 60,
  13 * 60 + 30,
  14 * 60,
  18 * 60,
  18 * 60 + 15,
  18 * 60 + 30,
  19 * 60,
  22 * 60,
  23 * 60,
);
const conversation = fc.record({
  // Days around the end of summer time in Europe; the moments around the begin of a day are the likely mistakes.
  startedAt: fc.oneof(
    fc.nat({ max: 4 * dayMs }),
    fc
      .tuple(fc.nat({ max: 3 }), dayBegins, fc.constantFrom(-1, 0, 1, 300_000))
      .map(([day, minutes, ms]) => day * dayMs + minutes * 60_000 + ms),
  ),
  channel: fc.constantFrom('widget', 'api', 'mcp'),
  agent: fc.nat({ max: 1 }),
  visitor: fc.nat({ max: 3 }),
  is_test: fc.boolean(),
  replies: fc.array(reply, { maxLength: 3 }),
  thumb: fc.constantFrom('up', 'down', undefined),
});
type Conversation = typeof conversation extends fc.Arbitrary<infer Value> ? Value : never;

const query = fc.record({
  time_zone: fc.constantFrom(
    'UTC',
    'Europe/Berlin',
    'America/New_York',
    'Asia/Kolkata',
    'Asia/Kathmandu',
    'Australia/Lord_Howe',
  ),
  first: fc.nat({ max: 5 }),
  length: fc.nat({ max: 4 }),
  agent: fc.constantFrom(0, 1, undefined),
});

describe.each(databases)('figures in $name', ({ create }) => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await create();
  });
  afterAll(() => database.close());

  const depsAt = (now: number, retentionDays: number | null = null) => {
    const clock = { now: () => now, monotonic: () => now };
    const planUse = createPlanUse({ database: database.database, clock, log: { warn: () => undefined } });
    const modelPrices = new Map([['large', { input: 1.25, cachedInput: 0, output: 10 }]]);
    return {
      database: database.database,
      clock,
      planUse,
      config: { modelPrices, retentionDays },
    };
  };
  const deps = () => depsAt(begin);

  async function newStore(): Promise<{ store: StoreRecord; agents: [string, string] }> {
    const store = sampleStore();
    const agents = [sampleAgent(store.id), sampleAgent(store.id)] as const;
    await addStore(database, store);
    for (const agent of agents) await addAgent(database, agent);
    return { store, agents: [agents[0].id, agents[1].id] };
  }

  async function addTalk(storeId: string, agentId: string, given: Conversation): Promise<string> {
    const { channel, is_test, startedAt } = given;
    const created_at = new Date(begin + startedAt).toISOString();
    const visitor_id = channel === 'widget' ? `vis_${given.visitor}` : null;
    const talk = { ...sampleConversation(storeId, agentId), visitor_id, channel, is_test, created_at };
    const question = { ...sampleMessage(storeId, talk.id), text: 'Do you have lamps?', created_at };
    await addConversation(database, talk, question);
    for (const { outcome, ...own } of given.replies) {
      const message = { ...question, id: newId('msg'), role: 'assistant' as const, outcome };
      await addReply(database, message, sampleReply(own));
    }
    const { thumb } = given;
    if (thumb !== undefined) {
      await changeStore(database, storeId, (context) =>
        rateConversations(context, new Map([[talk.id, thumb]])),
      );
    }
    return talk.id;
  }

  it('equal what is computed from the conversations, for any time zone and range', async () => {
    const run = async (
      talks: readonly Conversation[],
      queries: readonly (typeof query extends fc.Arbitrary<infer Value> ? Value : never)[],
    ): Promise<void> => {
      const { store, agents } = await newStore();
      for (const talk of talks) await addTalk(store.id, agents[talk.agent] ?? '', talk);
      for (const { time_zone, first, length, agent } of queries) {
        const [from, to] = [first, first + length].map((day) => dayIn('UTC', begin + (day - 1) * dayMs));
        const range = { from: from ?? '', to: to ?? '', time_zone };
        const agent_id = agent === undefined ? undefined : agents[agent];
        const found = await readAnalytics(deps(), store, { ...range, agent_id });
        const within = (days: Range, startOf = ({ startedAt }: Conversation) => startedAt): Conversation[] =>
          talks.filter(
            (talk) => !talk.is_test && (agent ?? talk.agent) === talk.agent && isWithin(startOf(talk), days),
          );
        const figuresIn = (days: Range) => figuresOf(within(days), within(days, beginOfHour));
        const expected = within(range);
        expect(found.total).toEqual(figuresIn(range));
        expect(Object.values(found.total.results).reduce((sum, count) => sum + count, 0)).toBe(
          found.total.replies,
        );
        const before = { from: dayBefore(range.from, length + 1), to: dayBefore(range.from, 1), time_zone };
        expect(found.before.total).toEqual(figuresIn(before));
        for (const { day, figures } of found.by_day)
          expect(figures).toEqual(figuresIn({ from: day, to: day, time_zone }));
        expect(visitorsOf(found)).toBe(countVisitors(expected));
        for (const { channel, conversations } of found.by_channel) {
          expect(conversations).toBe(expected.filter((talk) => talk.channel === channel).length);
        }
        expect(found.cost?.amount).toBeCloseTo(costOf(expected), 10);
      }
    };
    await fc.assert(
      fc.asyncProperty(
        fc.array(conversation, { minLength: 1, maxLength: 10 }),
        fc.array(query, { minLength: 6, maxLength: 6 }),
        run,
      ),
      { numRuns: 15 },
    );
  });

  it('of a day keep the sums of conversations that were deleted', async () => {
    const { store, agents } = await newStore();
    const talk = { ...sample, startedAt: 6 * 3_600_000 };
    const id = await addTalk(store.id, agents[0], talk);
    await changeStore(database, store.id, (context) => removeConversations(context, [id]));
    const range = { from: '2026-10-23', to: '2026-10-23', time_zone: 'Asia/Kolkata', agent_id: undefined };
    const found = await readAnalytics(deps(), store, range);
    expect(found.total).toMatchObject({ conversations: 1, replies: 1, reply_p50_ms: near(200) });
    expect(visitorsOf(found)).toBe(1);
  });

  it('say from when conversations are kept, where the range began before', async () => {
    const { store } = await newStore();
    const range = { from: '2026-10-23', to: '2026-10-30', time_zone: 'UTC', agent_id: undefined };
    const now = begin + 8 * dayMs;
    const kept = async (retentionDays: number | null) =>
      (await readAnalytics(depsAt(now, retentionDays), store, range)).kept_from;
    expect([await kept(null), await kept(30)]).toEqual([null, null]);
    expect(await kept(2)).toBe(new Date(now - 2 * dayMs).toISOString());
  });

  it('are exported as a line for each day and channel with conversations', async () => {
    const { store, agents } = await newStore();
    await addTalk(store.id, agents[0], { ...sample, thumb: 'down' });
    await addTalk(store.id, agents[0], { ...sample, startedAt: dayMs, channel: 'mcp' });
    const range = { from: '2026-10-22', to: '2026-10-25', time_zone: 'UTC', agent_id: undefined };
    expect(await analyticsAsCsv(deps(), store, range)).toBe(
      [
        `day,channel,conversations,replies,${results.join(',')},thumbs_up,thumbs_down`,
        '2026-10-23,widget,1,1,1,0,0,0,0,0,0,0,0,1',
        '2026-10-24,mcp,1,1,1,0,0,0,0,0,0,0,0,0',
        '',
      ].join('\r\n'),
    );
  });

  it('of today and the last 7 days are in the overview, with those before and the check list', async () => {
    const { store, agents } = await newStore();
    for (let day = 0; day < 9; day += 1) {
      const result: Result = day > 2 ? 'nothing_found' : 'helped';
      const replies = [{ ...oneReply, result }];
      await addTalk(store.id, agents[0], { ...sample, startedAt: day * dayMs, replies });
    }
    const overview = await readOverview(depsAt(begin + 8 * dayMs + 3_600_000), store, 'UTC');
    expect(overview.today.conversations).toBe(1);
    expect(overview.yesterday.conversations).toBe(1);
    expect(overview.last_7_days).toMatchObject({ conversations: 7, replies: 7 });
    expect(overview.last_7_days.results).toMatchObject({ helped: 1, nothing_found: 6 });
    expect(overview.week_before).toMatchObject({ conversations: 2, replies: 2 });
    expect(overview.checklist).toEqual({
      catalog_imported: false,
      agent_created: true,
      chatbot_placed: false,
    });
  });

  it('show an outage since its first failure, while most of the latest replies fail', async () => {
    const { store, agents } = await newStore();
    const outage = async () => (await readOverview(depsAt(begin + dayMs), store, 'UTC')).outage;
    const failed = { ...oneReply, outcome: 'failed' } as const;
    const left = { ...oneReply, outcome: 'aborted' } as const;
    let minute = 0;
    const add = async (replies: Conversation['replies'], is_test = false): Promise<void> => {
      minute += 1;
      await addTalk(store.id, agents[0], { ...sample, is_test, startedAt: minute * 60_000, replies });
    };
    await add([failed]);
    await add([oneReply]);
    await add([failed]);
    expect(await outage()).toEqual({ failed: 2, of: 3, since: '2026-10-23T00:01:00.000Z' });
    await add([oneReply]);
    expect(await outage()).toBeNull();
    for (let count = 0; count < 6; count += 1) await add([failed]);
    await add([oneReply], true);
    await add([left]);
    expect(await outage()).toEqual({ failed: 5, of: 5, since: '2026-10-23T00:05:00.000Z' });
    await add([oneReply]);
    expect(await outage()).toEqual({ failed: 4, of: 5, since: '2026-10-23T00:05:00.000Z' });
    await add([oneReply]);
    await add([oneReply]);
    expect(await outage()).toBeNull();
  });

  it('show an outage of days with the same begin for a day', async () => {
    const { store, agents } = await newStore();
    const failed = { ...oneReply, outcome: 'failed' } as const;
    const begins = new Set<string | undefined>();
    for (let hour = 0; hour < 5 * 24; hour += 6) {
      const startedAt = hour * 3_600_000 + 1000;
      await addTalk(store.id, agents[0], { ...sample, startedAt, replies: [failed] });
      begins.add((await readOverview(depsAt(begin + startedAt + 1000), store, 'UTC')).outage?.since);
    }
    expect([...begins]).toEqual([
      undefined,
      ...['23', '24', '25'].map((day) => `2026-10-${day}T00:00:01.000Z`),
    ]);
  });

  it.each([
    [{ from: '2026-10-23', to: '2026-10-22' }, 'to must not be before from'],
    [{ from: '2026-01-01', to: '2027-01-03' }, 'at most 366 days'],
    [{ time_zone: 'Mars/Olympus' }, 'time_zone must be the IANA name'],
    [{ from: '2026-02-30' }, 'from must be a day'],
  ])('are rejected for %j', async (change, message) => {
    const { store } = await newStore();
    const range = { from: '2026-10-23', to: '2026-10-23', time_zone: 'UTC', agent_id: undefined, ...change };
    await expect(readAnalytics(deps(), store, range)).rejects.toThrow(message);
  });
});

const oneReply = {
  model: 'small',
  outcome: 'complete',
  input_tokens: 1,
  output_tokens: 1,
  cost_micros: 1,
  first_token_ms: 100,
  total_ms: 200,
  result: 'helped',
} as const;
const sample: Conversation = {
  startedAt: 0,
  channel: 'widget',
  agent: 0,
  visitor: 0,
  is_test: false,
  replies: [oneReply],
  thumb: undefined,
};

function dayBefore(day: string, days: number): string {
  return new Date(Date.parse(day) - days * dayMs).toISOString().slice(0, 10);
}

interface Range {
  readonly from: string;
  readonly to: string;
  readonly time_zone: string;
}

function isWithin(startedAt: number, { from, to, time_zone }: Range): boolean {
  const day = dayIn(time_zone, begin + startedAt);
  return day >= from && day <= to;
}

const hourMs = 3_600_000;

/** To whose day the times of replies belong. */
function beginOfHour({ startedAt }: Conversation): number {
  return Math.floor(startedAt / hourMs) * hourMs;
}

function figuresOf(talks: readonly Conversation[], timed: readonly Conversation[]) {
  const count = (condition: (talk: Conversation) => boolean): number => talks.filter(condition).length;
  const replies = talks.flatMap((talk) => talk.replies);
  const thumbOf = ({ thumb, replies: own }: Conversation) => (own.length === 0 ? undefined : thumb);
  const times = timed.flatMap((talk) => talk.replies);
  const firstTokens = times.flatMap(({ first_token_ms: time }) => (time === null ? [] : [time]));
  const totals = times.filter(({ outcome }) => outcome === 'complete').map(({ total_ms: time }) => time);
  return {
    conversations: talks.length,
    replies: replies.length,
    results: Object.fromEntries(
      results.map((result) => [result, replies.filter((own) => own.result === result).length]),
    ),
    thumbs_up: count((talk) => thumbOf(talk) === 'up'),
    thumbs_down: count((talk) => thumbOf(talk) === 'down'),
    input_tokens: replies.reduce((sum, { input_tokens: tokens }) => sum + tokens, 0),
    output_tokens: replies.reduce((sum, { output_tokens: tokens }) => sum + tokens, 0),
    first_token_p50_ms: near(percentile(firstTokens, 0.5)),
    first_token_p95_ms: near(percentile(firstTokens, 0.95)),
    reply_p50_ms: near(percentile(totals, 0.5)),
    reply_p95_ms: near(percentile(totals, 0.95)),
  };
}

/** In the same range of times. */
function near(ms: number | null): unknown {
  if (ms === null) return null;
  return expect.toSatisfy((found) => found <= Math.max(100, ms * 1.42) && (found >= ms / 1.42 || ms <= 100));
}

/** The least time that the share of the times does not exceed. */
function percentile(values: readonly number[], share: number): number | null {
  const sorted = values.toSorted((left, right) => left - right);
  return sorted[Math.ceil(share * sorted.length) - 1] ?? null;
}

function visitorsOf({ by_channel: channels }: Analytics): number {
  return channels.reduce((sum, { visitors }) => sum + visitors, 0);
}

function countVisitors(talks: readonly Conversation[]): number {
  const inWidget = talks.filter(({ channel }) => channel === 'widget');
  return new Set(inWidget.map(({ visitor }) => visitor)).size + talks.length - inWidget.length;
}

function costOf(talks: readonly Conversation[]): number {
  const replies = talks.flatMap((talk) => talk.replies);
  return replies.reduce((cost, { cost_micros: micros }) => cost + micros / 1e6, 0);
}
