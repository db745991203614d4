import type {
  LanguageModelV4CallOptions,
  LanguageModelV4StreamPart,
  LanguageModelV4ToolResultOutput,
} from '@ai-sdk/provider';
import { generateText, isStepCount, streamText } from 'ai';
import { describe, expect, it } from 'vitest';
import { createBuiltInModel } from './built-in-model.ts';
import { shopProducts } from './testing/shop-products.ts';
import { catalogToolSet } from './testing/shopper.ts';

const model = createBuiltInModel();
const searchTool = { type: 'function' as const, name: 'search_catalog', inputSchema: {} };

function ask(message: string, more: Partial<LanguageModelV4CallOptions> = {}): LanguageModelV4CallOptions {
  return {
    prompt: [{ role: 'user', content: [{ type: 'text', text: message }] }],
    tools: [searchTool],
    ...more,
  };
}

async function partsOf(options: LanguageModelV4CallOptions): Promise<LanguageModelV4StreamPart[]> {
  const { stream } = await model.doStream(options);
  const parts: LanguageModelV4StreamPart[] = [];
  for await (const part of stream) parts.push(part);
  return parts;
}

async function textOf(options: LanguageModelV4CallOptions): Promise<string> {
  const { content } = await model.doGenerate(options);
  return content.map((part) => (part.type === 'text' ? part.text : '')).join('');
}

/** The reply after this search result. */
function afterSearch(output: LanguageModelV4ToolResultOutput, toolName = 'search_catalog'): Promise<string> {
  const call = { toolCallId: 'call_1', toolName };
  const { prompt } = ask('shirts');
  return textOf({
    prompt: [
      ...prompt,
      { role: 'assistant', content: [{ type: 'tool-call', ...call, input: { query: 'shirts', limit: 5 } }] },
      { role: 'tool', content: [{ type: 'tool-result', ...call, output }] },
    ],
    tools: [searchTool],
  });
}

const shirt = {
  id: 'a',
  title: 'Plain Shirt',
  description: '',
  price: { amount: 2500, currency: 'USD' },
  available: true,
  colors: [],
  sizes: [],
};
const found = { products: [shirt], total: 1 };

describe('the stream', () => {
  it('has the parts of a text in order, in several chunks that add up to the text', async () => {
    const parts = await partsOf(ask('hello'));
    const types = parts.map(({ type }) => type);
    expect(types.slice(0, 3)).toEqual(['stream-start', 'response-metadata', 'text-start']);
    expect(types.slice(-2)).toEqual(['text-end', 'finish']);
    const deltas = parts.flatMap((part) => (part.type === 'text-delta' ? [part.delta] : []));
    expect(deltas.length).toBeGreaterThan(3);
    expect(deltas.join('')).toBe(await textOf(ask('hello')));
  });

  it('has a call with its complete input', async () => {
    const parts = await partsOf(ask('blue shirts'));
    const call = parts.find((part) => part.type === 'tool-call');
    expect(JSON.parse(call?.input ?? '')).toEqual({
      query: 'shirts',
      filters: { color: 'blue' },
      match: 'all',
      limit: 5,
    });
    expect(parts.at(-1)).toMatchObject({ type: 'finish', finishReason: { unified: 'tool-calls' } });
  });

  it('counts tokens by four characters', async () => {
    const text = await textOf(ask('hello'));
    const finish = (await partsOf(ask('hello'))).at(-1);
    expect(finish).toMatchObject({ usage: { outputTokens: { total: Math.ceil(text.length / 4) } } });
  });

  it('gives every call of a conversation its own id', async () => {
    const tools = await catalogToolSet(shopProducts);
    const prompt = 'is the harbour oxford shirt in stock?';
    const { steps } = await generateText({ model, prompt, tools, stopWhen: isStepCount(8) });
    const ids = steps.flatMap((step) => step.toolCalls.map(({ toolCallId }) => toolCallId));
    expect(new Set(ids).size).toBe(2);
  });
});

describe('max_tokens', () => {
  it.each([1, 5, 12])('R-2.2-12 truncates the reply at %i tokens and reports it', async (maxOutputTokens) => {
    const whole = await textOf(ask('hello'));
    const { content, finishReason, usage } = await model.doGenerate(ask('hello', { maxOutputTokens }));
    expect(content).toEqual([{ type: 'text', text: whole.slice(0, maxOutputTokens * 4) }]);
    expect(finishReason.unified).toBe('length');
    expect(usage.outputTokens.total).toBe(maxOutputTokens);
  });

  it('does not change a shorter reply', async () => {
    const result = await model.doGenerate(ask('hello', { maxOutputTokens: 4096 }));
    expect(result.finishReason.unified).toBe('stop');
  });

  it('replies with text when a call would not fit', async () => {
    const { content, finishReason } = await model.doGenerate(ask('blue shirts', { maxOutputTokens: 6 }));
    expect(content).toEqual([{ type: 'text', text: 'My replies are limited t' }]);
    expect(finishReason.unified).toBe('length');
  });
});

describe('abort', () => {
  const reason = new Error('the shopper left');

  it('rejects a call that was aborted before', async () => {
    const abortSignal = AbortSignal.abort(reason);
    await expect(model.doGenerate(ask('hello', { abortSignal }))).rejects.toBe(reason);
    await expect(model.doStream(ask('hello', { abortSignal }))).rejects.toBe(reason);
  });

  it('ends the stream at once with the reason of the signal', async () => {
    const controller = new AbortController();
    const { stream } = await model.doStream(ask('hello', { abortSignal: controller.signal }));
    const reader = stream.getReader();
    await reader.read();
    const pending = reader.read();
    controller.abort(reason);
    await expect(pending).rejects.toBe(reason);
    await expect(reader.read()).rejects.toBe(reason);
  });

  it('reaches the SDK as an abort part, in the middle of the text', async () => {
    const controller = new AbortController();
    const { fullStream } = streamText({ model, prompt: 'hello', abortSignal: controller.signal });
    const types: string[] = [];
    for await (const part of fullStream) {
      types.push(part.type);
      if (part.type === 'text-delta') controller.abort(reason);
    }
    expect(types.at(-1)).toBe('abort');
    expect(types.filter((type) => type === 'text-delta').length).toBeLessThan(3);
  });
});

describe('tools', () => {
  it.each([
    ['none are given', { tools: [] }],
    ['they are forbidden', { toolChoice: { type: 'none' as const } }],
    ['none of them searches', { tools: [{ ...searchTool, name: 'get_weather' }] }],
  ])('replies that it cannot look products up when %s', async (_, more) => {
    expect(await textOf(ask('blue shirts', more))).toContain("I can't look products up here");
  });

  it('finds tools under a prefix', async () => {
    const { content } = await model.doGenerate(
      ask('shirts', { tools: [{ ...searchTool, name: 'product_catalog_search_catalog' }] }),
    );
    expect(content[0]).toMatchObject({ type: 'tool-call', toolName: 'product_catalog_search_catalog' });
  });

  it('reads results as JSON', async () => {
    expect(await afterSearch({ type: 'json', value: found })).toContain(
      '1. **Plain Shirt** – $25.00, in stock.',
    );
  });

  it.each<[string, LanguageModelV4ToolResultOutput]>([
    ['an error text', { type: 'error-text', value: 'boom: secret stack' }],
    ['an error object', { type: 'error-json', value: { message: 'secret' } }],
    ['a denial', { type: 'execution-denied', reason: 'secret' }],
    ['an error field', { type: 'json', value: { error: 'secret' } }],
    ['text that is not JSON', { type: 'text', value: 'secret' }],
    ['something else', { type: 'json', value: ['secret'] }],
  ])('replies that the catalogue cannot be reached after %s', async (_, output) => {
    const text = await afterSearch(output);
    expect(text).toContain("I can't look that up right now");
    expect(text).not.toContain('secret');
  });

  it('drops products without a price or a title', async () => {
    const { price: _, ...unpriced } = { ...shirt, id: 'b', title: 'Unpriced Shirt' };
    const text = await afterSearch({ type: 'json', value: { products: [unpriced, shirt, null], total: 3 } });
    expect(text).toContain('Plain Shirt');
    expect(text).not.toContain('Unpriced');
  });
});
