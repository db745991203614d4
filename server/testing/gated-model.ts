import { once } from 'node:events';
import type { LanguageModelV4, LanguageModelV4StreamPart } from '@ai-sdk/provider';
import type { ModelRegistry } from '../models/registry.ts';
import { finishes } from './scripted-model.ts';

export interface GatedModel {
  readonly models: ModelRegistry;
  /** How often it was called. */
  calls(): number;
  /** Lets every reply, also those to come, say its second half. */
  open(): void;
  /** Replies wait again. */
  close(): void;
}

/** A model that says `Half 1. ` of each reply, and `Half 2.` when the gate is open. */
export function createGatedModel(): GatedModel {
  let gate = new AbortController();
  let calls = 0;
  async function* parts(signal: AbortSignal | undefined): AsyncGenerator<LanguageModelV4StreamPart> {
    yield { type: 'stream-start', warnings: [] };
    yield { type: 'text-start', id: 't' };
    yield { type: 'text-delta', id: 't', delta: 'Half 1. ' };
    await aborted(AbortSignal.any([gate.signal, ...(signal === undefined ? [] : [signal])]));
    signal?.throwIfAborted();
    yield { type: 'text-delta', id: 't', delta: 'Half 2.' };
    yield { type: 'text-end', id: 't' };
    yield finishes();
  }
  const model: LanguageModelV4 = {
    specificationVersion: 'v4',
    provider: 'gated',
    modelId: 'gated',
    supportedUrls: {},
    doGenerate: () => Promise.reject(new Error('a gated model only streams')),
    doStream: ({ abortSignal }) => {
      calls += 1;
      return Promise.resolve({ stream: ReadableStream.from(parts(abortSignal)) });
    },
  };
  return {
    models: { modelFor: () => Promise.resolve(model) },
    calls: () => calls,
    open: () => gate.abort(),
    close: () => void (gate = new AbortController()),
  };
}

async function aborted(signal: AbortSignal): Promise<void> {
  if (!signal.aborted) await once(signal, 'abort');
}
