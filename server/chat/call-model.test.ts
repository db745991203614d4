import type { LanguageModelV4 } from '@ai-sdk/provider';
import { describe, expect, it } from 'vitest';
import { createScriptedModel, finishes } from '../testing/scripted-model.ts';
import { callModel, pauseBefore } from './call-model.ts';

const { model: working } = createScriptedModel([[finishes()]]);

function failure(isRetryable: boolean, responseHeaders: Record<string, string> = {}): Error {
  return Object.assign(new Error('busy'), { isRetryable, responseHeaders });
}

/** A model whose first calls fail, one failure each. */
function failing(...failures: Error[]): { model: LanguageModelV4; calls: () => number } {
  let calls = 0;
  const doStream: LanguageModelV4['doStream'] = (options) => {
    const error = failures[calls++];
    return error === undefined ? working.doStream(options) : Promise.reject(error);
  };
  return { model: { ...working, doStream }, calls: () => calls };
}

const options = { prompt: [], abortSignal: new AbortController().signal };

describe('a call of the model', () => {
  it('is repeated after the pause that the vendor asks for', async () => {
    const { model, calls } = failing(failure(true, { 'retry-after-ms': '1' }));
    expect(await callModel(model, options, 1)).toBeInstanceOf(ReadableStream);
    expect(calls()).toBe(2);
  });

  it('rejects with the last failure when there are no retries left', async () => {
    const [first, last] = [failure(true, { 'retry-after-ms': '1' }), failure(true)];
    const { model, calls } = failing(first, last);
    await expect(callModel(model, options, 1)).rejects.toBe(last);
    expect(calls()).toBe(2);
  });

  it('is not repeated after an error that is not retryable', async () => {
    const { model, calls } = failing(failure(false));
    await expect(callModel(model, options, 3)).rejects.toThrow('busy');
    expect(calls()).toBe(1);
  });

  it('ends when the reply is aborted, also between two calls', async () => {
    const { model, calls } = failing(failure(true), failure(true));
    const reply = new AbortController();
    const called = callModel(model, { ...options, abortSignal: reply.signal }, 3);
    setImmediate(() => reply.abort('over'));
    await expect(called).rejects.toBe('over');
    expect(calls()).toBe(1);
  });
});

const now = Date.parse('2026-11-21T12:00:00Z');

describe('the pause before a repeated call', () => {
  it.each([
    [{ 'retry-after-ms': '30' }, 30],
    [{ 'retry-after': '7' }, 7000],
    [{ 'retry-after': 'Sat, 21 Nov 2026 12:00:05 GMT' }, 5000],
  ])('is what the vendor asks for with %j', (responseHeaders, pause) => {
    expect(pauseBefore(0, { responseHeaders }, now)).toBe(pause);
  });

  it.each([{ 'retry-after': '3600' }, { 'retry-after': '-1' }, { 'retry-after': 'soon' }, {}, undefined])(
    'is 2 s, then 4, then 8 for %j',
    (responseHeaders) => {
      const pauses = [0, 1, 2].map((attempt) => pauseBefore(attempt, { responseHeaders }, now));
      expect(pauses).toEqual([2000, 4000, 8000]);
    },
  );
});
