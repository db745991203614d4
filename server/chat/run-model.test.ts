import type { LanguageModelV4, LanguageModelV4StreamPart } from '@ai-sdk/provider';
import { describe, expect, it } from 'vitest';
import { sampleAgent } from '../testing/sample-records.ts';
import {
  calls,
  createScriptedModel,
  finishes,
  says,
  type Script,
  type ScriptedModel,
} from '../testing/scripted-model.ts';
import type { AgentTools } from '../tools/types.ts';
import { userMessage } from './prompt.ts';
import { type ModelRun, runModel } from './run-model.ts';
import type { ReplyPart } from './types.ts';

const { config } = sampleAgent('sto_1');
const inputSchema = { type: 'object' } as const;
const tools: AgentTools = new Map([
  [
    'find',
    { description: 'finds', inputSchema, fromCatalog: false, execute: () => Promise.resolve({ found: 3 }) },
  ],
  [
    'fail',
    {
      description: 'fails',
      inputSchema,
      fromCatalog: false,
      execute: () => Promise.reject(new Error('secret')),
    },
  ],
]);

function partsOf(model: LanguageModelV4, change: Partial<ModelRun> = {}): AsyncGenerator<ReplyPart, void> {
  const { signal } = new AbortController();
  const limits = { maxSteps: 4, modelRetries: 0 };
  const prepare = () => Promise.resolve({ tools, instructions: 'Help.', messages: [userMessage('x')] });
  const outage = { fallback: null, onFallback: () => undefined, admit: () => Promise.resolve(true) };
  return runModel({ model, question: 'x', ...outage, config, limits, signal, prepare, ...change });
}

/** A model with one stream. */
function streaming(stream: ReadableStream<LanguageModelV4StreamPart>): LanguageModelV4 {
  return { ...createScriptedModel([]).model, doStream: () => Promise.resolve({ stream }) };
}

function run(scripts: readonly Script[]): { scripted: ScriptedModel; all: () => Promise<ReplyPart[]> } {
  const scripted = createScriptedModel(scripts);
  return { scripted, all: () => collect(partsOf(scripted.model)) };
}

async function collect(parts: AsyncIterable<ReplyPart>): Promise<ReplyPart[]> {
  const seen: ReplyPart[] = [];
  for await (const part of parts) seen.push(part);
  return seen;
}

const reasons: LanguageModelV4StreamPart[] = [
  { type: 'reasoning-start', id: 'r' },
  { type: 'reasoning-delta', id: 'r', delta: 'They want ' },
  { type: 'reasoning-delta', id: 'r', delta: 'a shirt.' },
  { type: 'reasoning-end', id: 'r', providerMetadata: { vendor: { signature: 'signed' } } },
];

describe('the steps of a reply', () => {
  it('return reasoning and metadata to the vendor, and to no one else', async () => {
    const signedCall = { ...calls('find', {}), providerMetadata: { vendor: { thought: 'kept' } } };
    const { scripted, all } = run([
      [...reasons, signedCall, finishes('tool-calls')],
      [...says('Three.'), finishes()],
    ]);
    const seen = await all();
    expect(JSON.stringify(seen)).not.toMatch(/shirt|signed|kept/);
    expect(scripted.calls[1]?.prompt.slice(2)).toEqual([
      {
        role: 'assistant',
        content: [
          {
            type: 'reasoning',
            text: 'They want a shirt.',
            providerOptions: { vendor: { signature: 'signed' } },
          },
          {
            type: 'tool-call',
            toolCallId: 'call_1',
            toolName: 'find',
            input: {},
            providerOptions: { vendor: { thought: 'kept' } },
          },
        ],
      },
      {
        role: 'tool',
        content: [
          {
            type: 'tool-result',
            toolCallId: 'call_1',
            toolName: 'find',
            output: { type: 'json', value: { found: 3 } },
          },
        ],
      },
    ]);
  });

  it.each(['constructor', 'fail', 'gone'])(
    'report a failed call of %s to the model in our own words',
    async (name) => {
      const { scripted, all } = run([
        [calls(name, {}), finishes('tool-calls')],
        [...says('Sorry.'), finishes()],
      ]);
      const seen = await all();
      expect(seen).toContainEqual({ type: 'tool-error', toolCallId: 'call_1', toolName: name });
      const last = scripted.calls[1]?.prompt.at(-1);
      expect(last).toMatchObject({ role: 'tool', content: [{ output: { type: 'error-json' } }] });
      expect(JSON.stringify(last)).not.toContain('secret');
    },
  );

  it('end after a truncated stream: the vendor is not called again', async () => {
    const { scripted, all } = run([[calls('find', {})], [...says('Three.'), finishes()]]);
    const types = (await all()).map(({ type }) => type);
    expect(types).not.toContain('finish');
    expect(scripted.calls).toHaveLength(1);
  });

  it('bring the result of a tool while the next part of the vendor is pending', async () => {
    const { promise: more, resolve: goOn } = Promise.withResolvers<void>();
    const script = [calls('find', {}), finishes('tool-calls')];
    const stream = new ReadableStream<LanguageModelV4StreamPart>({
      async pull(controller) {
        const part = script.shift();
        if (script.length === 0) await more;
        if (part === undefined) controller.close();
        else controller.enqueue(part);
      },
    });
    const types: string[] = [];
    for await (const { type } of partsOf(streaming(stream), { limits: { maxSteps: 1, modelRetries: 0 } })) {
      types.push(type);
      // Only its result lets the vendor go on.
      if (type === 'tool-result') goOn();
    }
    expect(types).toEqual(['start-step', 'tool-call', 'tool-result', 'activity', 'finish-step', 'finish']);
  });

  it('return an object to a vendor that sent a call without one', async () => {
    const { scripted, all } = run([
      [{ type: 'tool-call', toolCallId: 'call_1', toolName: 'find', input: '5' }, finishes('tool-calls')],
      [...says('Sorry.'), finishes()],
    ]);
    expect(await all()).toContainEqual(expect.objectContaining({ type: 'tool-call', input: '5' }));
    const said = scripted.calls[1]?.prompt.at(-2);
    expect(said).toMatchObject({ content: [{ type: 'tool-call', input: {} }] });
  });

  it('report tokens for each, and end with the reason of the last', async () => {
    const { all } = run([
      [calls('find', {}), finishes('tool-calls')],
      [...says('Three.'), finishes('length')],
    ]);
    const ends = (await all()).filter(({ type }) => type.startsWith('finish'));
    const usage = { inputTokens: 11, cachedTokens: 0, outputTokens: 7 };
    expect(ends).toEqual([
      { type: 'finish-step', usage },
      { type: 'finish-step', usage },
      { type: 'finish', finishReason: 'length', rawFinishReason: 'length' },
    ]);
  });

  it('stop the vendor when their consumer stops', async () => {
    let cancelled = false;
    const stream = new ReadableStream<LanguageModelV4StreamPart>({
      pull: (controller) => controller.enqueue({ type: 'text-delta', id: 't', delta: 'again ' }),
      cancel: () => {
        cancelled = true;
      },
    });
    for await (const { type } of partsOf(streaming(stream))) if (type === 'text-delta') break;
    expect(cancelled).toBe(true);
  });

  it.each<[string, Partial<LanguageModelV4>]>([
    ['its call', { doStream: () => new Promise(() => undefined) }],
    ['a part', { doStream: () => Promise.resolve({ stream: new ReadableStream() }) }],
  ])('end on an abort, even where the vendor ignores it and never sends %s', async (_what, vendor) => {
    const controller = new AbortController();
    const { signal } = controller;
    const parts = partsOf({ ...createScriptedModel([]).model, ...vendor }, { signal });
    setImmediate(() => controller.abort('stopped'));
    const ending = collect(parts).then(
      () => 'ended',
      (error: unknown) => error,
    );
    expect(await ending).toBeOneOf(['stopped', 'ended']);
  });

  it('end on an abort, even where their preparation never ends', async () => {
    const controller = new AbortController();
    const prepare = () => new Promise<never>(() => undefined);
    const next = partsOf(createScriptedModel([]).model, { prepare, signal: controller.signal }).next();
    controller.abort('stopped');
    await expect(next).rejects.toBe('stopped');
  });

  it('close a stream that the vendor opens after an abort', async () => {
    const { promise: cancelled, resolve: cancel } = Promise.withResolvers<void>();
    const { promise: opened, resolve: open } = Promise.withResolvers<void>();
    const stream = new ReadableStream<LanguageModelV4StreamPart>({ cancel });
    const doStream = () => opened.then(() => ({ stream }));
    const controller = new AbortController();
    const { signal } = controller;
    const all = collect(partsOf({ ...createScriptedModel([]).model, doStream }, { signal }));
    controller.abort('stopped');
    await expect(all).rejects.toBe('stopped');
    open();
    await cancelled;
  });
});
