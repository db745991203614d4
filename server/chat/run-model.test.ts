import type { LanguageModelV4StreamPart } from '@ai-sdk/provider';
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
import { type ModelRun, runModel } from './run-model.ts';
import { type ReplyPart, userMessage } from './types.ts';

const { config } = sampleAgent('sto_1');
const inputSchema = { type: 'object' } as const;
const tools: AgentTools = new Map([
  ['find', { description: 'finds', inputSchema, execute: () => Promise.resolve({ found: 3 }) }],
  ['fail', { description: 'fails', inputSchema, execute: () => Promise.reject(new Error('secret')) }],
]);

function run(
  scripts: readonly Script[],
  signal = new AbortController().signal,
): { scripted: ScriptedModel; all: () => Promise<ReplyPart[]> } {
  const scripted = createScriptedModel(scripts);
  const limits = { maxSteps: 4, modelRetries: 0 };
  const messages = [userMessage('x')];
  const { model } = scripted;
  const all = async (): Promise<ReplyPart[]> => {
    const seen: ReplyPart[] = [];
    const prepare = async (): Promise<ModelRun> => ({ model, config, messages, tools, limits, signal });
    await runModel(prepare, (part) => seen.push(part) > 0);
    return seen;
  };
  return { scripted, all };
}

const reasons: LanguageModelV4StreamPart[] = [
  { type: 'reasoning-start', id: 'r' },
  { type: 'reasoning-delta', id: 'r', delta: 'They want ' },
  { type: 'reasoning-delta', id: 'r', delta: 'a shirt.' },
  { type: 'reasoning-end', id: 'r', providerMetadata: { vendor: { signature: 'signed' } } },
];

describe('the steps of a reply', () => {
  it('hand reasoning and what the vendor attached back to the vendor, and to nobody else', async () => {
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
    'tell the model, in our words, that its call of %s failed',
    async (name) => {
      const { scripted, all } = run([
        [calls(name, {}), finishes('tool-calls')],
        [...says('Sorry.'), finishes()],
      ]);
      const seen = await all();
      expect(seen).toContainEqual({ type: 'tool-error', toolCallId: 'call_1', toolName: name });
      const heard = scripted.calls[1]?.prompt.at(-1);
      expect(heard).toMatchObject({ role: 'tool', content: [{ output: { type: 'error-json' } }] });
      expect(JSON.stringify(heard)).not.toContain('secret');
    },
  );

  it('go on only when the vendor has finished: a cut stream is never called again', async () => {
    const { scripted, all } = run([[calls('find', {})], [...says('Three.'), finishes()]]);
    const types = (await all()).map(({ type }) => type);
    expect(types).not.toContain('finish');
    expect(scripted.calls).toHaveLength(1);
  });

  it('bring the answer of a tool while the vendor still thinks about its next part', async () => {
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
    const model = { ...createScriptedModel([]).model, doStream: () => Promise.resolve({ stream }) };
    const limits = { maxSteps: 1, modelRetries: 0 };
    const { signal } = new AbortController();
    const messages = [userMessage('x')];
    const types: string[] = [];
    const prepare = async (): Promise<ModelRun> => ({ model, config, messages, tools, limits, signal });
    await runModel(prepare, (part) => {
      types.push(part.type);
      // Only its answer lets the vendor go on.
      if (part.type === 'tool-result') goOn();
      return true;
    });
    expect(types).toEqual(['start-step', 'tool-call', 'tool-result', 'activity', 'finish-step', 'finish']);
  });

  it('give a vendor an object back where it sent a call without one', async () => {
    const { scripted, all } = run([
      [{ type: 'tool-call', toolCallId: 'call_1', toolName: 'find', input: '5' }, finishes('tool-calls')],
      [...says('Sorry.'), finishes()],
    ]);
    expect(await all()).toContainEqual(expect.objectContaining({ type: 'tool-call', input: '5' }));
    const said = scripted.calls[1]?.prompt.at(-2);
    expect(said).toMatchObject({ content: [{ type: 'tool-call', input: {} }] });
  });

  it('count tokens for each, and end with the reason of the last', async () => {
    const { all } = run([
      [calls('find', {}), finishes('tool-calls')],
      [...says('Three.'), finishes('length')],
    ]);
    const ends = (await all()).filter(({ type }) => type.startsWith('finish'));
    const usage = { inputTokens: 11, outputTokens: 7 };
    expect(ends).toEqual([
      { type: 'finish-step', usage },
      { type: 'finish-step', usage },
      { type: 'finish', finishReason: 'length', rawFinishReason: 'length' },
    ]);
  });

  it('stop the vendor when their reader leaves', async () => {
    let cancelled = false;
    const stream = new ReadableStream<LanguageModelV4StreamPart>({
      pull: (controller) => controller.enqueue({ type: 'text-delta', id: 't', delta: 'again ' }),
      cancel: () => {
        cancelled = true;
      },
    });
    const model = { ...createScriptedModel([]).model, doStream: () => Promise.resolve({ stream }) };
    const limits = { maxSteps: 4, modelRetries: 0 };
    const { signal } = new AbortController();
    const messages = [userMessage('x')];
    const prepare = async (): Promise<ModelRun> => ({ model, config, messages, tools, limits, signal });
    await runModel(prepare, ({ type }) => type !== 'text-delta');
    expect(cancelled).toBe(true);
  });
});
