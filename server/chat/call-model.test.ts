import type { LanguageModelV4, LanguageModelV4CallOptions } from '@ai-sdk/provider';
import { describe, expect, it } from 'vitest';
import { createScriptedModel, finishes } from '../testing/scripted-model.ts';
import { callModel } from './call-model.ts';

const { model: answering } = createScriptedModel([[finishes()]]);

function failure(isRetryable: boolean, responseHeaders: Record<string, string> = {}): Error {
  return Object.assign(new Error('busy'), { isRetryable, responseHeaders });
}

/** A model whose first calls fail, one failure each. */
function failing(...failures: Error[]): { model: LanguageModelV4; calls: () => number } {
  let calls = 0;
  const doStream: LanguageModelV4['doStream'] = (options) => {
    const error = failures[calls++];
    return error === undefined ? answering.doStream(options) : Promise.reject(error);
  };
  return { model: { ...answering, doStream }, calls: () => calls };
}

const options: LanguageModelV4CallOptions = { prompt: [] };

describe('a call of the model', () => {
  it('is repeated after the pause that the vendor asks for', async () => {
    const { model, calls } = failing(failure(true, { 'retry-after-ms': '1' }));
    expect(await callModel(model, options, 1)).toBeInstanceOf(ReadableStream);
    expect(calls()).toBe(2);
  });

  it('rejects with the last failure when there are no repetitions left', async () => {
    const [first, last] = [failure(true, { 'retry-after-ms': '1' }), failure(true)];
    const { model, calls } = failing(first, last);
    await expect(callModel(model, options, 1)).rejects.toBe(last);
    expect(calls()).toBe(2);
  });

  it('is not repeated where that is no use', async () => {
    const { model, calls } = failing(failure(false));
    await expect(callModel(model, options, 3)).rejects.toThrow('busy');
    expect(calls()).toBe(1);
  });

  it('is given up when the reply is over, also between two calls', async () => {
    const { model, calls } = failing(failure(true), failure(true));
    const reply = new AbortController();
    const called = callModel(model, { ...options, abortSignal: reply.signal }, 3);
    setImmediate(() => reply.abort('over'));
    await expect(called).rejects.toBe('over');
    expect(calls()).toBe(1);
  });
});
