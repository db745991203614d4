import type { LanguageModelV4GenerateResult, LanguageModelV4StreamPart } from '@ai-sdk/provider';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { replyStream } from './reply-stream.ts';

const usage = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
};
const finishReason = { unified: 'stop' as const, raw: undefined };

function replyOf(text: string): LanguageModelV4GenerateResult {
  return { content: [{ type: 'text', text }], warnings: [], finishReason, usage, response: { modelId: 'm' } };
}

const reply = replyOf('a');
const parts: LanguageModelV4StreamPart[] = [
  { type: 'stream-start', warnings: [] },
  { type: 'response-metadata', modelId: 'm' },
  { type: 'text-start', id: 'text_1' },
  { type: 'text-delta', id: 'text_1', delta: 'a' },
  { type: 'text-end', id: 'text_1' },
  { type: 'finish', usage, finishReason },
];
const done = { done: true, value: undefined };

async function all(stream: AsyncIterable<LanguageModelV4StreamPart>): Promise<LanguageModelV4StreamPart[]> {
  const seen: LanguageModelV4StreamPart[] = [];
  for await (const part of stream) seen.push(part);
  return seen;
}

describe('the stream of a reply', () => {
  it('is read in order, with several reads pending, and then it is done', async () => {
    const reader = replyStream(reply, 0, undefined).getReader();
    const reads = await Promise.all([...parts, done].map(() => reader.read()));
    expect(reads).toEqual([...parts.map((value) => ({ done: false, value })), done]);
    expect(await reader.read()).toEqual(done);
    await expect(reader.closed).resolves.toBeUndefined();
  });

  it('can be iterated and teed', async () => {
    expect(await all(replyStream(reply, 1, undefined))).toEqual(parts);
    const [one, other] = replyStream(reply, 0, undefined).tee();
    expect(await all(one)).toEqual(parts);
    expect(await all(other)).toEqual(parts);
  });

  it('ends an iteration when it is aborted, and can be cancelled before it is read', async () => {
    const controller = new AbortController();
    const stream = replyStream(reply, 60_000, controller.signal);
    const reading = all(stream);
    const reason = new Error('gone');
    controller.abort(reason);
    await expect(reading).rejects.toBe(reason);
    await replyStream(reply, 60_000, undefined).cancel();
  });

  it('fails with the reason of an abort, in the middle of a wait and afterwards', async () => {
    const controller = new AbortController();
    const reader = replyStream(reply, 60_000, controller.signal).getReader();
    for (let before = 0; before < 3; before += 1) await reader.read();
    const waiting = reader.read();
    const reason = new Error('gone');
    controller.abort(reason);
    await expect(waiting).rejects.toBe(reason);
    await expect(reader.read()).rejects.toBe(reason);
    await expect(reader.closed).rejects.toBe(reason);
  });

  it('is done when it is cancelled, also for a pending read', async () => {
    const { signal } = new AbortController();
    const reader = replyStream(reply, 5, signal).getReader();
    await reader.read();
    const waiting = reader.read();
    await reader.cancel();
    expect(await waiting).toEqual(done);
    expect(await reader.read()).toEqual(done);
  });

  it('has pieces of at most three words, which add up to the text', () =>
    fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary' }), async (text) => {
        const read = await all(replyStream(replyOf(text), 0, undefined));
        const deltas = read.flatMap((part) => (part.type === 'text-delta' ? [part.delta] : []));
        expect(deltas.join('')).toBe(text);
        for (const delta of deltas) expect(delta.split(/\s+/u).filter(Boolean).length).toBeLessThanOrEqual(3);
      }),
    ));
});
