import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ChatEvent } from '../../generated/events.ts';
import { loadChatLimits } from '../config/chat-limits.ts';
import { systemClock } from '../support/clock.ts';
import { ReplyStopped } from './endings.ts';
import { ReplyMeter } from './reply-meter.ts';
import { type ReplyRun, runReply } from './run-reply.ts';
import type { ReplyResult } from './settle-reply.ts';
import type { ReplyPart } from './types.ts';
import { validateEvents } from './validate-event.ts';

const id = fc.constantFrom('1', '2', '3');
const toolName = fc.constantFrom('find', 'order');
const anything = fc.oneof(fc.jsonValue(), fc.constant(undefined));
const call = { toolCallId: id, toolName };

/** Any part at any place: more than the SDK would do, and all that a provider may make it do. */
const part: fc.Arbitrary<ReplyPart> = fc.oneof(
  fc.constant({ type: 'activity' as const }),
  fc.record({ type: fc.constant('start-step' as const), inputTokens: fc.nat() }),
  fc.record({ type: fc.constant('text-delta' as const), text: fc.string({ unit: 'binary' }) }),
  fc.record({ type: fc.constant('tool-call' as const), ...call, input: anything }),
  fc.record({
    type: fc.constant('tool-result' as const),
    ...call,
    output: anything,
    fromCatalog: fc.boolean(),
  }),
  fc.record({ type: fc.constant('tool-error' as const), ...call }),
  fc.record({ type: fc.constant('finish-step' as const), usage: fc.record({ inputTokens: fc.nat() }) }),
);
const ending: fc.Arbitrary<ReplyPart> = fc.oneof(
  fc.record({
    type: fc.constant('finish' as const),
    finishReason: fc.constantFrom('stop', 'length', 'error', 'other', 'interrupted', 'tool-calls'),
    rawFinishReason: fc.constantFrom('raw', undefined),
  }),
  fc.record({ type: fc.constant('error' as const), error: anything }),
);

async function* from(parts: readonly ReplyPart[]): AsyncGenerator<ReplyPart, void> {
  yield* parts;
}

function runOf(change: Partial<ReplyRun>): ReplyRun {
  return {
    conversationId: 'cnv_1',
    visitor: null,
    parts: from([]),
    limits: loadChatLimits({}),
    meter: new ReplyMeter(systemClock),
    controller: new AbortController(),
    settle: () => Promise.resolve(),
    ...change,
  };
}

interface Played {
  readonly events: ChatEvent[];
  readonly results: ReplyResult[];
}

/** Reads the events, at most `maxEvents` of them; a slow consumer pauses after each. */
async function play(
  parts: readonly ReplyPart[],
  maxEvents = Number.POSITIVE_INFINITY,
  isSlow = false,
): Promise<Played> {
  const results: ReplyResult[] = [];
  const settle = async (result: ReplyResult): Promise<void> => void results.push(result);
  const events: ChatEvent[] = [];
  for await (const event of validateEvents(runReply(runOf({ parts: from(parts), settle })))) {
    if (isSlow) await new Promise(setImmediate);
    if (events.push(event) >= maxEvents) break;
  }
  return { events, results };
}

const isTerminal = ({ type }: ChatEvent): boolean => type === 'end' || type === 'error';
const script = fc.array(fc.oneof({ weight: 9, arbitrary: part }, { weight: 1, arbitrary: ending }), {
  maxLength: 25,
});

describe('a reply, whatever the model does', () => {
  it('is content, then exactly one terminal event, and settled once', async () => {
    await fc.assert(
      fc.asyncProperty(script, fc.boolean(), async (parts, isSlow) => {
        const { events, results } = await play(parts, undefined, isSlow);
        const terminals = events.filter(isTerminal).length;
        expect(terminals).toBe(1);
        expect(events.slice(0, -1).some(isTerminal)).toBe(false);
        expect(results).toHaveLength(1);
      }),
    );
  });

  it('has every tool_result after a pending tool_use of its tool', async () => {
    await fc.assert(
      fc.asyncProperty(script, async (parts) => {
        const { events } = await play(parts);
        const open: string[] = [];
        for (const event of events) {
          if (event.type === 'tool_use') open.push(event.tool);
          if (event.type !== 'tool_result') continue;
          const place = open.indexOf(event.tool);
          expect(place).toBeGreaterThanOrEqual(0);
          open.splice(place, 1);
        }
      }),
    );
  });

  it('ends well only when the model finished and said something', async () => {
    await fc.assert(
      fc.asyncProperty(script, async (parts) => {
        const { events, results } = await play(parts);
        const text = events.map((event) => (event.type === 'text' ? event.content : '')).join('');
        expect(results[0]?.transcript.text).toBe(text);
        if (events.at(-1)?.type === 'end') expect(text.trim()).not.toBe('');
      }),
    );
  });

  it('is settled once however early its consumer stops', async () => {
    await fc.assert(
      fc.asyncProperty(script, fc.integer({ min: 1, max: 5 }), fc.boolean(), async (parts, max, isSlow) => {
        const { events, results } = await play(parts, max, isSlow);
        expect(results).toHaveLength(1);
        expect(events.length).toBeLessThanOrEqual(max);
        if (!events.some(isTerminal)) expect(results).toMatchObject([{ complete: false }]);
      }),
    );
  });

  it('emits nothing but its terminal event after a stop', async () => {
    const controller = new AbortController();
    const parts = from([
      { type: 'text-delta', text: 'a' },
      { type: 'text-delta', text: 'b' },
      { type: 'finish', finishReason: 'stop' },
    ]);
    const results: ReplyResult[] = [];
    const settle = async (result: ReplyResult): Promise<void> => void results.push(result);
    const events: ChatEvent[] = [];
    for await (const event of runReply(runOf({ parts, controller, settle }))) {
      events.push(event);
      controller.abort(new ReplyStopped('too_long'));
    }
    expect(events.map(({ type }) => type)).toEqual(['text', 'error']);
    expect(results).toMatchObject([{ complete: false, transcript: { text: 'a' } }]);
  });

  it('asks no source when it was stopped before its start', async () => {
    const controller = new AbortController();
    controller.abort(new ReplyStopped('client_gone'));
    let isAsked = false;
    const parts = {
      [Symbol.asyncIterator]: () => {
        isAsked = true;
        return from([]);
      },
    };
    const results: ReplyResult[] = [];
    const settle = async (result: ReplyResult): Promise<void> => void results.push(result);
    const first = await runReply(runOf({ parts, controller, settle })).next();
    expect(first.done).toBe(true);
    expect(isAsked).toBe(false);
    expect(results).toMatchObject([{ complete: false, error: null }]);
  });
});
