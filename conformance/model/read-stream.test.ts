import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Exchange } from '../exchange.ts';
import { readReply } from './read-stream.ts';

const stream = 'text/event-stream';

function response(body: string | Uint8Array, type = stream): Exchange {
  const bytes = typeof body === 'string' ? Buffer.from(body) : body;
  return {
    request: { method: 'POST', path: '/api/agents/chat/stream' },
    url: 'https://localhost/api/agents/chat/stream',
    status: 200,
    headers: { 'content-type': type },
    bytes,
    text: Buffer.from(bytes).toString(),
    json: undefined,
    ending: 'complete',
    sequence: 1,
    startedAt: 0,
    durationMs: 0,
  };
}

const event = (value: object, end = '\n'): string => `data: ${JSON.stringify(value)}${end}${end}`;
const end = { type: 'end', conversation_id: 'c' };
const requirementsOf = (exchange: Exchange): string[] =>
  readReply(exchange).findings.map(({ requirement }) => requirement);

describe('readReply', () => {
  it('R-6-07 reads any text whole with any line ends and chunks', () => {
    const texts = fc.array(fc.string({ unit: 'grapheme' }), { maxLength: 5 });
    fc.assert(
      fc.property(texts, fc.constantFrom('\n', '\r\n', '\r'), (chunks, lineEnd) => {
        const events = [...chunks.map((content) => ({ type: 'text', content })), end];
        const reply = readReply(response(events.map((one) => event(one, lineEnd)).join('')));
        expect(reply.findings).toEqual([]);
        expect(reply.text).toBe(chunks.join(''));
        expect(reply.conversationId).toBe('c');
      }),
    );
  });

  it('R-6-06 accepts an error event as the end of a reply without a conversation', () => {
    const reply = readReply(response(event({ type: 'error', code: 7 })));
    expect(reply).toMatchObject({ findings: [], failed: true, conversationId: undefined });
  });

  it.each([
    ['{"type":"end","conversation_id":"c"}\n', 'R-4.1-08'],
    [event(end).trimEnd(), 'R-4.1-08'],
    [event(end).slice(0, -1), 'R-4.1-08'],
    [`data: [DONE\n\n${event(end)}`, 'R-1-08'],
    [event({ type: 'text', content: '\ud83d' }) + event(end), 'R-6-07'],
    ['', 'R-6-10'],
  ])('reports that %j violates %s', (body, requirement) =>
    expect(requirementsOf(response(body))).toContain(requirement),
  );

  it('accepts a single mark of a character that could not be decoded, which may be of the model or the message', () => {
    const text = event({ type: 'text', content: 'Gr\uFFFD' });
    expect(requirementsOf(response(Buffer.from(text + event(end))))).toEqual([]);
  });

  it('R-6-07 reports the mark of a decoder that read half a character', () => {
    const text = ['Gr\uFFFD', '\uFFFDe'].map((content) => event({ type: 'text', content })).join('');
    expect(requirementsOf(response(Buffer.from(text + event(end))))).toEqual(['R-6-07']);
  });

  it('R-4.1-08 reports an event over several data lines', () => {
    const lines = 'data: {"type":"end",\ndata: "conversation_id":"c"}\n\n';
    expect(requirementsOf(response(Buffer.from(lines)))).toEqual(['R-4.1-08']);
  });

  it('R-4.1-08 says nothing of the order of events in a whole stream of which none can be read', () => {
    const lines = `data: ${JSON.stringify({ type: 'text', content: 'a' })}\ndata: ${JSON.stringify(end)}\n`;
    expect(requirementsOf(response(lines))).toEqual(['R-4.1-08']);
  });

  it('R-6-07 reports bytes that are not UTF-8', () => {
    const latin1 = Buffer.from(event({ type: 'text', content: 'é' }) + event(end), 'latin1');
    expect(requirementsOf(response(latin1))).toEqual(['R-6-07']);
  });

  it('R-1-02 reports JSON in place of a stream once, and another text once as R-1-08', () => {
    expect(requirementsOf(response('{"content":"Hi"}', 'application/json'))).toEqual(['R-1-02', 'R-4.1-07']);
    expect(requirementsOf(response('Hi', 'text/plain'))).toEqual(['R-1-08']);
  });
});
