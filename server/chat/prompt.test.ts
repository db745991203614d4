import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { MessageRecord } from '../db/records.ts';
import { buildHistory, estimateTokens, storedContent, toolsAsText, userMessage } from './prompt.ts';
import type { ModelMessage } from './types.ts';

let position = 0;
function record(role: 'user' | 'assistant', messages: ModelMessage[]): MessageRecord {
  return {
    id: `msg_${position}`,
    store_id: 's',
    conversation_id: 'c',
    position: position++,
    role,
    content: storedContent(messages),
    text: '',
    outcome: 'complete',
    created_at: '2026-01-02T03:04:05.678Z',
  };
}

const question = (text: string): MessageRecord => record('user', [userMessage(text)]);
const toolReply = (id: string, text: string): MessageRecord =>
  record('assistant', [
    {
      role: 'assistant',
      content: [{ type: 'tool-call', toolCallId: id, toolName: 'find', input: { q: text } }],
    },
    {
      role: 'tool',
      content: [
        { type: 'tool-result', toolCallId: id, toolName: 'find', output: { type: 'json', value: text } },
      ],
    },
    { role: 'assistant', content: [{ type: 'text', text }] },
  ]);

function callIds(messages: readonly ModelMessage[], type: 'tool-call' | 'tool-result'): string[] {
  return messages.flatMap((message) =>
    message.content.flatMap((part) => (part.type === type ? [part.toolCallId] : [])),
  );
}

describe('the history in a prompt', () => {
  it('is every message, in order, while it fits', () => {
    const history = buildHistory([question('a'), toolReply('1', 'b'), question('c')], 10_000, true);
    expect(history.map((message) => message.role)).toEqual([
      'user',
      'assistant',
      'tool',
      'assistant',
      'user',
    ]);
  });

  it('loses its oldest turns first, but never the question', () => {
    const records = [question('old'.repeat(100)), toolReply('1', 'x'), question('new'.repeat(100))];
    expect(buildHistory(records, 20, true)).toEqual([userMessage('new'.repeat(100))]);
    expect(buildHistory(records, 20_000, true)).toHaveLength(5);
  });

  it('begins with a question, even when only the newest messages are given', () => {
    const history = buildHistory([toolReply('1', 'b'), question('c')], 10_000, true);
    expect(history).toEqual([userMessage('c')]);
  });

  it('reads what version 0.1 stored: questions as plain texts', () => {
    const old = { ...question('x'), content: '[{"role":"user","content":"an old one"}]' };
    expect(buildHistory([old], 10_000, true)).toEqual([userMessage('an old one')]);
  });

  it('keeps each call with its result, within the token budget, for every conversation', () => {
    const turn = fc.tuple(fc.string({ maxLength: 200 }), fc.boolean());
    fc.assert(
      fc.property(fc.array(turn, { minLength: 1, maxLength: 20 }), fc.nat(2000), (turns, budget) => {
        const records = turns.flatMap(([text, hasReply], index) =>
          hasReply ? [question(text), toolReply(String(index), text)] : [question(text)],
        );
        const history = buildHistory(records, budget, true);
        expect(callIds(history, 'tool-call')).toEqual(callIds(history, 'tool-result'));
        expect(history[0]?.role).toBe('user');
        const turnsKept = history.filter(({ role }) => role === 'user').length;
        const tokens = history.reduce((sum, message) => sum + estimateTokens(message), 0);
        expect(turnsKept === 1 || tokens <= budget).toBe(true);
      }),
    );
  });

  it('has no tool calls for an agent that lost its tools', () => {
    const history = buildHistory([question('a'), toolReply('1', 'b'), question('c')], 10_000, false);
    expect(history.map((message) => message.role)).toEqual(['user', 'assistant', 'user']);
  });

  it('has its tool calls as text where a provider would drop them', () => {
    const texts = toolsAsText(buildHistory([question('a'), toolReply('1', 'shirt')], 10_000, true));
    expect(texts.map(({ role }) => role)).toEqual(['user', 'assistant', 'user', 'assistant']);
    expect(JSON.stringify(texts)).toMatch(/find.*shirt/);
    expect(callIds(texts, 'tool-call')).toEqual([]);
  });
});
