import { readRequest } from '../db/idempotency.ts';
import { changeStore } from '../testing/test-shop.ts';
import { readConversation } from '../db/conversations.ts';
import { listMessages } from '../db/messages.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ChatEvent } from '../../generated/events.ts';
import { eraseVisitor } from '../services/conversations.ts';
import { createGatedModel, type GatedModel } from '../testing/gated-model.ts';
import { allEvents, readEvents, replyOf } from '../testing/read-events.ts';
import { startTestServer, type TestServer } from '../testing/start-test-server.ts';
import { asVisitor, openVisitor } from '../testing/visitor-client.ts';

const path = '/api/agents/chat/stream';
const whole = 'Half 1. Half 2.';

let model: GatedModel;
let server: TestServer;
let visitor: string;
afterEach(() => server.close());

async function start(environment: Readonly<Record<string, string>> = {}): Promise<void> {
  model = createGatedModel();
  server = await startTestServer({ models: model.models, environment });
  visitor = (await openVisitor(server)).token;
}

interface Sent {
  readonly key?: string;
  readonly token?: string;
  readonly conversationId?: string | undefined;
  readonly message?: string;
  readonly signal?: AbortSignal;
}

function send({ key, token = visitor, conversationId, message = 'Hello', signal }: Sent): Promise<Response> {
  const body = {
    agent_id: server.shop.agentId,
    message,
    ...(conversationId !== undefined && { conversation_id: conversationId }),
  };
  const headers = key === undefined ? {} : { 'Idempotency-Key': key };
  return asVisitor(server, token, path, { body, headers, ...(signal && { signal }) });
}

interface Reading {
  readonly conversationId: string;
  readonly first: ChatEvent | undefined;
  /** Closes the connection. */
  leave(): void;
  /** All events, to the end. */
  rest(): Promise<ChatEvent[]>;
}

/** Sends a message and reads the first event of its reply. */
async function read(sent: Sent): Promise<Reading> {
  const client = new AbortController();
  const response = await send({ ...sent, signal: client.signal });
  expect(response.status).toBe(200);
  const events = readEvents(response);
  const first = (await events.next()).value ?? undefined;
  return {
    conversationId: response.headers.get('x-conversation-id') ?? '',
    first,
    leave: () => client.abort(),
    async rest() {
      const all = first === undefined ? [] : [first];
      for await (const event of events) all.push(event);
      return all;
    },
  };
}

async function outcomes(conversationId: string): Promise<string[]> {
  return (await listMessages(server.deps.database.reader(server.shop.store.id), conversationId)).map(
    ({ outcome }) => outcome,
  );
}

const isIdle = () => [server.deps.chat.active.size, server.deps.chat.joinable.size];

describe('a repeated message with the same Idempotency-Key, while its reply runs', () => {
  beforeEach(() => start());

  it('R-4.1-01 joins the reply: every client gets all events from the first one on', async () => {
    const first = await read({ key: 'k' });
    const joined = await Promise.all([read({ key: 'k' }), read({ key: 'k' })]);
    for (const { first: event } of joined) expect(event).toEqual({ type: 'text', content: 'Half 1. ' });
    model.open();
    const received = await Promise.all([first, ...joined].map((reading) => reading.rest()));
    for (const events of received) {
      expect(replyOf(events)).toBe(whole);
      expect(events.at(-1)).toEqual({ type: 'end', conversation_id: first.conversationId });
    }
    expect(new Set(joined.map(({ conversationId }) => conversationId))).toEqual(
      new Set([first.conversationId]),
    );
    expect(await allEvents(await send({ key: 'k' }))).toEqual(received[0]);
    expect(model.calls()).toBe(1);
    expect(await outcomes(first.conversationId)).toEqual(['complete', 'complete']);
    await expect.poll(isIdle).toEqual([0, 0]);
  });

  it('R-4.1-01 joins the reply of a request that came at the same time', async () => {
    model.open();
    const responses = await Promise.all(Array.from({ length: 5 }, () => send({ key: 'k' })));
    const replies = await Promise.all(responses.map(async (response) => replyOf(await allEvents(response))));
    expect(replies).toEqual(Array.from({ length: 5 }, () => whole));
    expect(model.calls()).toBe(1);
  });

  it('R-4.1-01 gets the whole reply after the first client left', async () => {
    const first = await read({ key: 'k' });
    first.leave();
    const joined = await read({ key: 'k' });
    model.open();
    expect(replyOf(await joined.rest())).toBe(whole);
    expect(await outcomes(first.conversationId)).toEqual(['complete', 'complete']);
    expect(model.calls()).toBe(1);
  });

  it('is 422 with another body, and another message for another visitor', async () => {
    await read({ key: 'k' });
    expect((await send({ key: 'k', message: 'Another' })).status).toBe(422);
    const other = await read({ key: 'k', token: (await openVisitor(server)).token });
    expect(other.first).toEqual({ type: 'text', content: 'Half 1. ' });
    expect(model.calls()).toBe(2);
  });

  it('gets the error of a request that is rejected', async () => {
    const sent = { key: 'k', conversationId: 'cnv_unknown' };
    const responses = await Promise.all([send(sent), send(sent)]);
    expect(responses.map(({ status }) => status)).toEqual([404, 404]);
    expect(isIdle()).toEqual([0, 0]);
  });

  it('gets an error when its visitor is erased, and nothing of the reply is stored', async () => {
    const first = await read({ key: 'k' });
    const joined = await read({ key: 'k' });
    const { deps, shop } = server;
    const reader = deps.database.reader(shop.store.id);
    const visitorId = (await readConversation(reader, first.conversationId))?.visitor_id ?? '';
    const operation = `streamAgentChat for ${visitorId}`;
    const since = '2026-01-01T00:00:00.000Z';
    const isStored = async () => (await readRequest(reader, { operation, key: 'k' }, since)) !== undefined;
    expect(await isStored()).toBe(true);
    expect(await changeStore(deps, shop.store.id, (context) => eraseVisitor(context, visitorId))).toBe(1);
    model.open();
    for (const events of await Promise.all([first.rest(), joined.rest()])) {
      expect(events.at(-1)).toMatchObject({ type: 'error', status: 409 });
    }
    await expect.poll(isIdle).toEqual([0, 0]);
    expect(await outcomes(first.conversationId)).toEqual([]);
    expect(await isStored()).toBe(false);
  });

  it('gets the error event when the service stops', async () => {
    const first = await read({ key: 'k' });
    first.leave();
    const joined = await read({ key: 'k' });
    const events = joined.rest();
    await server.service.stop(100);
    expect((await events).at(-1)).toMatchObject({ type: 'error', status: 503 });
    expect(isIdle()).toEqual([0, 0]);
  });
});

describe('a reply with an Idempotency-Key that nobody reads', () => {
  it('stops after REPLY_UNREAD_SECONDS, and its repetition ends with an error event of status 409', async () => {
    await start({ REPLY_UNREAD_SECONDS: '0.3' });
    const [first, joined] = [await read({ key: 'k' }), await read({ key: 'k' })];
    first.leave();
    joined.leave();
    await expect.poll(isIdle).toEqual([0, 0]);
    expect(await outcomes(first.conversationId)).toEqual(['complete', 'aborted']);
    const events = await allEvents(await send({ key: 'k' }));
    expect(events.map((event) => event.type)).toEqual(['text', 'error']);
    expect(events.at(-1)).toMatchObject({ status: 409, code: 'conflict' });
    expect(model.calls()).toBe(1);
  });

  it('runs on to its end, which is stored', async () => {
    await start();
    const first = await read({ key: 'k' });
    first.leave();
    model.open();
    await expect.poll(() => outcomes(first.conversationId)).toEqual(['complete', 'complete']);
    await expect.poll(isIdle).toEqual([0, 0]);
  });

  it('gives way to the next message of its conversation, whichever of leaving and message comes first', async () => {
    await start({ CONVERSATION_WAIT_SECONDS: '6' });
    const first = await read({ key: 'k' });
    const next = send({ message: 'Next', conversationId: first.conversationId });
    first.leave();
    const second = readEvents(await next);
    await second.next();
    const third = read({ key: 'l', message: 'Third', conversationId: first.conversationId });
    await second.return();
    (await third).leave();
    const fourth = await read({ message: 'Fourth', conversationId: first.conversationId });
    model.open();
    expect(replyOf(await fourth.rest())).toBe(whole);
    const [, ...replies] = await outcomes(first.conversationId);
    expect(replies.filter((outcome) => outcome === 'aborted')).toHaveLength(3);
  });
});

describe('many clients', () => {
  it('leave nothing behind: 100 of 20 replies, half of which leave early', async () => {
    await start({ REPLY_UNREAD_SECONDS: '0.2' });
    const replies = Array.from({ length: 20 }, (_, number) => `key-${number}`);
    const { key: token } = server.shop;
    const readings = await Promise.all(
      replies.flatMap((key) => Array.from({ length: 5 }, () => read({ key, token }))),
    );
    // All readers of every fourth reply leave, and some of the others.
    const stays = (number: number): boolean => Math.floor(number / 5) % 4 !== 0 && number % 3 !== 0;
    readings.forEach((reading, number) => stays(number) || reading.leave());
    await expect.poll(() => server.deps.chat.joinable.size).toBe(15);
    model.open();
    const staying = readings.filter((_, number) => stays(number));
    const received = await Promise.all(staying.map((reading) => reading.rest()));
    expect(new Set(received.map(replyOf))).toEqual(new Set([whole]));
    await expect.poll(isIdle).toEqual([0, 0]);
    expect(model.calls()).toBe(20);
  });
});
