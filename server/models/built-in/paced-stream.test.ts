import type { LanguageModelV4StreamPart } from '@ai-sdk/provider';
import { describe, expect, it } from 'vitest';
import { pacedStream } from './paced-stream.ts';

const parts: LanguageModelV4StreamPart[] = [
  { type: 'text-start', id: 't' },
  { type: 'text-delta', id: 't', delta: 'a' },
  { type: 'text-end', id: 't' },
];
const done = { done: true, value: undefined };

async function all(stream: AsyncIterable<LanguageModelV4StreamPart>): Promise<unknown[]> {
  const seen: unknown[] = [];
  for await (const part of stream) seen.push(part);
  return seen;
}

describe('a paced stream', () => {
  it('is read in order, with several reads pending, and then it is done', async () => {
    const reader = pacedStream(parts, 0, undefined).getReader();
    const reads = await Promise.all([reader.read(), reader.read(), reader.read(), reader.read()]);
    expect(reads).toEqual([...parts.map((value) => ({ done: false, value })), done]);
    expect(await reader.read()).toEqual(done);
    await expect(reader.closed).resolves.toBeUndefined();
  });

  it('can be iterated and teed', async () => {
    expect(await all(pacedStream(parts, 1, undefined))).toEqual(parts);
    const [one, other] = pacedStream(parts, 0, undefined).tee();
    expect(await all(one)).toEqual(parts);
    expect(await all(other)).toEqual(parts);
  });

  it('ends an iteration when it is aborted, and can be cancelled before it is read', async () => {
    const controller = new AbortController();
    const stream = pacedStream(parts, 60_000, controller.signal);
    const reading = all(stream);
    const reason = new Error('gone');
    controller.abort(reason);
    await expect(reading).rejects.toBe(reason);
    await pacedStream(parts, 60_000, undefined).cancel();
  });

  it('fails with the reason of an abort, in the middle of a wait and afterwards', async () => {
    const controller = new AbortController();
    const reader = pacedStream(parts, 60_000, controller.signal).getReader();
    await reader.read();
    const waiting = reader.read();
    const reason = new Error('gone');
    controller.abort(reason);
    await expect(waiting).rejects.toBe(reason);
    await expect(reader.read()).rejects.toBe(reason);
    await expect(reader.closed).rejects.toBe(reason);
  });

  it('is done when it is cancelled, also for a pending read', async () => {
    const { signal } = new AbortController();
    const reader = pacedStream(parts, 60_000, signal).getReader();
    await reader.read();
    const waiting = reader.read();
    await reader.cancel();
    expect(await waiting).toEqual(done);
    expect(await reader.read()).toEqual(done);
  });
});
