import { listMessagesWithReplies } from '../db/messages.ts';
import { describe, expect, it } from 'vitest';
import type { ChatEvent } from '../../generated/events.ts';
import type { ChatLimits } from '../config/chat-limits.ts';
import { ServiceError } from '../errors.ts';
import { eventsOf } from '../testing/read-events.ts';
import { createScriptedChat } from '../testing/scripted-chat.ts';
import { calls, finishes, says, type Script } from '../testing/scripted-model.ts';
import { requestTo } from '../testing/test-chat.ts';
import type { AgentTool, AgentTools } from '../tools/types.ts';
import { collectReply } from './collect-reply.ts';
import { type KeyedReply, startReply } from './reply.ts';

const tools: AgentTools = new Map<string, AgentTool>([
  [
    'find',
    {
      description: 'finds',
      inputSchema: { type: 'object', properties: { q: { type: 'string' } } },
      fromCatalog: false,
      execute: (input) => Promise.resolve({ found: input }),
    },
  ],
  [
    'stuck',
    {
      description: 'never returns',
      inputSchema: { type: 'object' },
      fromCatalog: false,
      execute: () => new Promise(() => undefined),
    },
  ],
  [
    'search_catalog',
    {
      description: 'finds products, but none for "none"',
      inputSchema: { type: 'object' },
      fromCatalog: true,
      execute: ({ query }) => Promise.resolve({ products: query === 'none' ? [] : [{ id: 'lamp' }] }),
    },
  ],
]);

const chatWith = (scripts: Parameters<typeof createScriptedChat>[0], limits: Partial<ChatLimits> = {}) =>
  createScriptedChat(scripts, { tools, limits });
const one = (script: Script): Script[] => [script];

describe('a reply', () => {
  it('is text, tool_use and tool_result in order, then one end, and is stored', async () => {
    const { chat, ask } = await chatWith([
      [...says('Let me ', 'look. '), calls('find', { q: 'shirt' }), finishes('tool-calls')],
      [...says('Found ', 'it.'), finishes()],
    ]);
    const { events, conversationId } = await ask('a shirt?');
    expect(events).toEqual([
      { type: 'text', content: 'Let me ' },
      { type: 'text', content: 'look. ' },
      { type: 'tool_use', tool: 'find', input: { q: 'shirt' } },
      { type: 'tool_result', tool: 'find', output: { found: { q: 'shirt' } } },
      { type: 'text', content: 'Found ' },
      { type: 'text', content: 'it.' },
      { type: 'end', conversation_id: conversationId },
    ]);
    const [question, reply] = await chat.messages(conversationId);
    expect(question).toMatchObject({ role: 'user', outcome: 'complete' });
    expect(reply).toMatchObject({ role: 'assistant', outcome: 'complete' });
    expect(await chat.database.db('replies').first()).toMatchObject({
      message_id: reply?.id,
      model_provider: 'provider_one',
      model: 'scripted',
      outcome: 'complete',
      input_tokens: 22,
      output_tokens: 14,
    });
  });

  it('R-2.2-12 passes system prompt, temperature, max_tokens and the earlier turns to the model', async () => {
    const { ask, scripted } = await chatWith([
      [calls('find', { q: 'a' }), finishes('tool-calls')],
      [...says('One.'), finishes()],
      [...says('Two.'), finishes()],
    ]);
    const first = await ask('first');
    await ask('second', first.conversationId);
    const last = scripted.calls.at(-1);
    expect(last).toMatchObject({ temperature: 0.7, maxOutputTokens: 4096 });
    expect(last?.prompt.map((message) => message.role)).toEqual([
      'system',
      'user',
      'assistant',
      'tool',
      'assistant',
      'user',
    ]);
    expect(last?.prompt[0]).toMatchObject({ content: expect.stringMatching(/\nHelp\.\n/) });
  });

  it.each([
    ['none', 'nothing_found'],
    ['lamp', 'helped'],
    ['lamp none', 'nothing_found'],
    ['none lamp', 'helped'],
    ['none none', 'nothing_found'],
  ])('has the result of its last search of the catalogue: %s, %s', async (queries, result) => {
    const searches = queries
      .split(' ')
      .map((query) => [calls('search_catalog', { query }), finishes('tool-calls')]);
    const { chat, ask } = await chatWith([...searches, [...says('That is all.'), finishes()]]);
    const { conversationId } = await ask('a lamp?');
    const { store_id: storeId } = chat.agent;
    const stored = await listMessagesWithReplies(chat.database.database.reader(storeId), conversationId);
    expect(stored.at(-1)).toMatchObject({ result });
  });

  it('leaves texts of white space out of the next prompt: vendors reject them', async () => {
    const { ask, scripted } = await chatWith([
      [...says('\n\n'), calls('find', { q: 'a' }), finishes('tool-calls')],
      [...says('One.'), finishes()],
      [...says('Two.'), finishes()],
    ]);
    const { conversationId } = await ask('first');
    await ask('second', conversationId);
    for (const { prompt } of scripted.calls) expect(JSON.stringify(prompt)).not.toContain('"\\n\\n"');
  });

  it('is text at its last step, even when the model prefers to call tools', async () => {
    const { ask, scripted } = await chatWith(
      (options) =>
        options.toolChoice?.type === 'none'
          ? [...says('In words.'), finishes()]
          : [calls('find', {}, `c${options.prompt.length}`), finishes('tool-calls')],
      { maxSteps: 3 },
    );
    const { events } = await ask('loop');
    expect(scripted.calls).toHaveLength(3);
    expect(events.map((event) => event.type)).toEqual([
      'tool_use',
      'tool_result',
      'tool_use',
      'tool_result',
      'text',
      'end',
    ]);
  });

  it('has a tool_result for a call of an unknown tool, and for an invalid input', async () => {
    const broken = { ...calls('find', {}), input: '{"q":' };
    const { ask } = await chatWith([
      [calls('nothing', {}, 'a'), broken, finishes('tool-calls')],
      [...says('Sorry.'), finishes()],
    ]);
    const { events } = await ask('x');
    expect(events.map((event) => event.type)).toEqual([
      'tool_use',
      'tool_result',
      'tool_use',
      'tool_result',
      'text',
      'end',
    ]);
    expect(JSON.stringify(events)).not.toMatch(/AI_|Error:|Available tools/);
  });
});

const endings: readonly [string, Script, string, number][] = [
  [
    'an error part',
    [...says('Half'), { type: 'error', error: new Error('secret') }, finishes('error')],
    'partial',
    502,
  ],
  ['a stream that throws', [...says('Half'), new Error('secret')], 'partial', 502],
  ['a call that throws', [new Error('secret')], 'failed', 502],
  ['a stream truncated before its finish', says('Half'), 'partial', 502],
  ['no words at all', [finishes()], 'failed', 502],
  ['nothing but white space', [...says(' ', '\n'), finishes()], 'partial', 502],
  ['more text than a reply may hold', [...says('Half', 'x'.repeat(1001), 'y'), 'hang'], 'partial', 502],
  [
    'a call larger than that',
    [...says('Half'), calls('find', { q: 'x'.repeat(1001) }), 'hang'],
    'partial',
    502,
  ],
  ['a finish of error', [...says('Half'), finishes('error')], 'partial', 502],
  ['silence after some words', [...says('Half'), 'hang'], 'partial', 504],
  ['no first word', ['hang'], 'failed', 504],
];

describe('a reply that fails', () => {
  it.each(endings)(
    'ends after %s in one error event in our own words',
    async (_, script, outcome, status) => {
      const limits = status === 504 ? { silenceMs: 500, firstContentMs: 1500 } : { replyCharacters: 1000 };
      const { ask, chat } = await chatWith(one(script), limits);
      const { events, conversationId } = await ask('x');
      const terminals = events.filter(({ type }) => type === 'end' || type === 'error');
      expect(terminals).toEqual([
        { type: 'error', error: expect.any(String), status, code: expect.any(String) },
      ]);
      expect(events.at(-1)).toBe(terminals[0]);
      expect(JSON.stringify(events)).not.toContain('secret');
      const stored = (await chat.messages(conversationId)).at(-1);
      expect(stored?.role).toBe('assistant');
      expect(stored?.outcome).toBe(outcome);
    },
  );

  it('may take longer to start than it may pause, and its error names which of the two it was', async () => {
    const limits = { silenceMs: 100, firstContentMs: 400 };
    const slow = await chatWith(one(['hang']), limits);
    const began = performance.now();
    expect((await slow.ask('x')).events).toEqual([
      expect.objectContaining({ error: expect.stringMatching(/start to respond/) }),
    ]);
    expect(performance.now() - began).toBeGreaterThan(390);
    const pausing = await chatWith(one([...says('Half'), 'hang']), limits);
    expect((await pausing.ask('x')).events.at(-1)).toMatchObject({ error: 'the model stopped responding' });
  });

  it('ends after the total time, even when a tool never returns', async () => {
    const { ask, chat } = await chatWith(one([calls('stuck', {}), finishes('tool-calls')]), {
      totalMs: 1500,
    });
    const { events, conversationId } = await ask('x');
    expect(events.map((event) => event.type)).toEqual(['tool_use', 'error']);
    expect(events.at(-1)).toMatchObject({ status: 504 });
    const follow = (await chat.messages(conversationId)).at(-1);
    // A call without its result would make every later request of this conversation invalid.
    expect(follow?.content).toBe('[]');
  });

  it('is stored as aborted when its client leaves, with what was said, and the model call is aborted', async () => {
    const { ask, chat, scripted } = await chatWith(one([...says('Half'), 'hang']));
    const client = new AbortController();
    const asked = ask('x', undefined, client);
    while (scripted.calls.length === 0) await new Promise(setImmediate);
    const { promise: aborted, resolve } = Promise.withResolvers<void>();
    scripted.calls[0]?.abortSignal?.addEventListener('abort', () => resolve());
    client.abort();
    await aborted;
    const { events, conversationId } = await asked;
    expect(events.filter(({ type }) => type !== 'text')).toEqual([]);
    expect((await chat.messages(conversationId)).at(-1)?.outcome).toBe('aborted');
    expect(chat.runtime.active.size).toBe(0);
  });

  it('is stored as aborted when its consumer stops between two events, and releases the conversation', async () => {
    const { chat } = await chatWith(one([...says('a', 'b', 'c'), finishes()]));
    const request = requestTo(chat.agent, 'x');
    const reply = await startReply(chat.runtime, request, new AbortController().signal);
    const seen: ChatEvent[] = [];
    for await (const event of reply.events) {
      seen.push(event);
      break;
    }
    expect(seen).toEqual([{ type: 'text', content: 'a' }]);
    const stored = (await chat.messages(reply.conversationId)).at(-1);
    expect(stored).toMatchObject({ outcome: 'aborted' });
    expect(stored?.content).toContain('"a"');
    expect(chat.runtime.active.size).toBe(0);
  });
});

describe('a reply that cannot be stored', () => {
  it('ends in an error event and not in end', async () => {
    const { chat } = await chatWith(one([...says('a', 'b'), finishes()]));
    const request = requestTo(chat.agent, 'x');
    const reply = await startReply(chat.runtime, request, new AbortController().signal);
    const events: ChatEvent[] = [];
    for await (const event of reply.events) {
      if (events.length === 0) await chat.database.db.destroy();
      events.push(event);
    }
    expect(events.at(-1)).toEqual({
      type: 'error',
      error: 'internal server error',
      status: 500,
      code: 'internal',
    });
    expect(events.filter(({ type }) => type === 'end' || type === 'error')).toHaveLength(1);
    expect(chat.runtime.active.size).toBe(0);
  });
});

describe('a reply with an Idempotency-Key', () => {
  it('is stored as failed when a tool is not available before its first words', async () => {
    const { chat } = await chatWith(one([...says('Hi'), finishes()]));
    const away = new ServiceError('unavailable', 'the tool is not available');
    const runtime = { ...chat.runtime, tools: { toolsFor: () => Promise.reject(away) } };
    let isFinished = false;
    const keyed: KeyedReply = {
      begin: async () => undefined,
      finish: async () => void (isFinished = true),
    };
    const request = requestTo(chat.agent, 'Hello');
    const reply = await startReply(runtime, request, new AbortController().signal, keyed);
    expect(await eventsOf(reply)).toMatchObject([{ type: 'error', status: 503 }]);
    expect(isFinished).toBe(true);
    const outcomes = (await chat.messages(reply.conversationId)).map(({ outcome }) => outcome);
    expect(outcomes).toEqual(['complete', 'failed']);
  });
});

describe('a reply as one object', () => {
  it('has the text and every completed call', async () => {
    const { chat } = await chatWith([
      [
        ...says('Hm. '),
        calls('find', { q: 'a' }, 'a'),
        calls('find', { q: 'b' }, 'b'),
        finishes('tool-calls'),
      ],
      [...says('Done.'), finishes()],
    ]);
    const request = requestTo(chat.agent, 'x');
    const reply = await startReply(chat.runtime, request, new AbortController().signal);
    expect(await collectReply(reply)).toEqual({
      conversation_id: reply.conversationId,
      content: 'Hm. Done.',
      tool_calls: [
        { tool: 'find', input: { q: 'a' }, output: { found: { q: 'a' } } },
        { tool: 'find', input: { q: 'b' }, output: { found: { q: 'b' } } },
      ],
    });
  });
});
