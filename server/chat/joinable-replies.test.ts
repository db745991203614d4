import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import type { ChatEvent } from '../../generated/events.ts';
import { eventsOf } from '../testing/read-events.ts';
import { createJoinableReplies, type ReplySource } from './joinable-replies.ts';

const events: ChatEvent[] = [
  ...Array.from({ length: 1000 }, (_, number) => ({ type: 'text' as const, content: `${number} ` })),
  { type: 'end', conversation_id: 'cnv_1' },
];
const failure: ChatEvent = { type: 'error', status: 409, code: 'conflict', error: 'replaced' };
const forward = (source: ReplySource): Promise<void> => source.forward({ conversationId: 'cnv_1', events });
const untilAbandoned = (source: ReplySource): Promise<void> =>
  source.forward({ conversationId: 'cnv_1', events: endless(source.abandoned) });
const staying = (): AbortSignal => new AbortController().signal;

describe('the replies that clients join', () => {
  it('do not wait for a reader that does not read', async () => {
    const replies = createJoinableReplies({ unreadMs: 60_000 });
    const idle = await replies.open('a', staying(), forward);
    const reader = await replies.open('a', staying(), forward);
    expect(await eventsOf(reader)).toEqual(events);
    await expect.poll(() => replies.size).toBe(0);
    expect(await eventsOf(idle)).toEqual(events);
  });

  it('stop as soon as their last reader leaves when a new message came before', async () => {
    const replies = createJoinableReplies({ unreadMs: 60_000 });
    const client = new AbortController();
    await replies.open('a', client.signal, untilAbandoned);
    replies.supersede('cnv_1');
    expect(replies.size).toBe(1);
    client.abort();
    await expect.poll(() => replies.size).toBe(0);
  });

  it('are run again after one has failed, once that one is over', async () => {
    const replies = createJoinableReplies({ unreadMs: 60_000 });
    const end = Promise.withResolvers<void>();
    const failed = await replies.open('a', staying(), async (source) => {
      await source.forward({ conversationId: 'cnv_1', events: [failure] });
      await end.promise;
    });
    expect(await eventsOf(failed)).toEqual([failure]);
    const repeated = replies.open('a', staying(), forward);
    const third = replies.open('a', staying(), forward);
    end.resolve();
    expect(await eventsOf(await repeated)).toEqual(events);
    expect(await eventsOf(await third)).toEqual(events);
  });

  it('stop when their last reader left before they started', async () => {
    const replies = createJoinableReplies({ unreadMs: 1 });
    const client = new AbortController();
    const opened = replies.open('a', client.signal, untilAbandoned);
    client.abort();
    expect(await eventsOf(await opened)).toEqual([]);
    await expect.poll(() => replies.size).toBe(0);
  });
});

async function* endless(abandoned: AbortSignal): AsyncGenerator<ChatEvent, void> {
  yield { type: 'text', content: 'Half' };
  await once(abandoned, 'abort');
}
