import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ChatEvent } from '../../generated/events.ts';
import { loadChatLimits } from '../config/chat-limits.ts';
import { systemClock } from '../support/clock.ts';
import { ReplyStopped } from './endings.ts';
import { type ReplyResult, type ReplyRun, runReply } from './run-reply.ts';
import type { PartSink, ReplyPart } from './types.ts';
import { checkEvent } from './validate-event.ts';

const id = fc.constantFrom('1', '2', '3');
const toolName = fc.constantFrom('find', 'order');
const anything = fc.oneof(fc.jsonValue(), fc.constant(undefined));
const call = { toolCallId: id, toolName };

/** Any part at any place: more than the SDK would do, and all that a provider may make it do. */
const part: fc.Arbitrary<ReplyPart> = fc.oneof(
  fc.constant({ type: 'start-step' as const }),
  fc.constant({ type: 'activity' as const }),
  fc.record({ type: fc.constant('text-delta' as const), text: fc.string({ unit: 'binary' }) }),
  fc.record({ type: fc.constant('tool-call' as const), ...call, input: anything }),
  fc.record({
    type: fc.constant('tool-result' as const),
    ...call,
    output: anything,
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

function from(parts: readonly ReplyPart[]): (take: PartSink) => Promise<void> {
  return async (take) => {
    for (const each of parts) if (!(await take(each))) return;
  };
}

interface Played {
  readonly events: ChatEvent[];
  readonly results: ReplyResult[];
}

/** `isSlow` readers answer later whether they took an event. */
async function play(
  parts: readonly ReplyPart[],
  readAtMost = Number.POSITIVE_INFINITY,
  isSlow = false,
): Promise<Played> {
  const results: ReplyResult[] = [];
  const controller = new AbortController();
  const settle = (result: ReplyResult): Promise<void> => {
    results.push(result);
    return Promise.resolve();
  };
  const limits = loadChatLimits({});
  const run: ReplyRun = {
    conversationId: 'cnv_1',
    parts: from(parts),
    limits,
    clock: systemClock,
    checkEvent,
    controller,
    settle,
  };
  const events: ChatEvent[] = [];
  await runReply(run, (event) => {
    const goesOn = events.push(event) < readAtMost;
    return isSlow ? new Promise((resolve) => setImmediate(resolve, goesOn)) : goesOn;
  });
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

  it('has every tool_result after a tool_use of its tool that was not answered yet', async () => {
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

  it('is settled once however early its reader leaves', async () => {
    await fc.assert(
      fc.asyncProperty(script, fc.integer({ min: 1, max: 5 }), fc.boolean(), async (parts, most, isSlow) => {
        const { events, results } = await play(parts, most, isSlow);
        expect(results).toHaveLength(1);
        // What is sent after the last that was wanted is the end of a reply that was over by then.
        expect(events.filter((event) => !isTerminal(event)).length).toBeLessThanOrEqual(most);
      }),
    );
  });

  it('ends at once, and with one event, when it is stopped while its reader is behind', async () => {
    const { promise: isTaken, resolve: take } = Promise.withResolvers<boolean>();
    const controller = new AbortController();
    const events: ChatEvent[] = [];
    const ended = runReply(
      {
        conversationId: 'cnv_1',
        parts: from([
          { type: 'text-delta', text: 'a' },
          { type: 'text-delta', text: 'b' },
          { type: 'finish', finishReason: 'stop' },
        ]),
        limits: loadChatLimits({}),
        clock: systemClock,
        checkEvent,
        controller,
        settle: () => Promise.resolve(),
      },
      (event) => {
        events.push(event);
        return event.type === 'text' ? isTaken : true;
      },
    );
    controller.abort(new ReplyStopped('too_long'));
    expect(await ended).toMatchObject({ complete: false });
    take(true);
    await new Promise(setImmediate);
    expect(events.map(({ type }) => type)).toEqual(['text', 'error']);
  });

  it('asks no source when it was stopped before it began', async () => {
    const controller = new AbortController();
    controller.abort(new ReplyStopped('client_gone'));
    let asked = false;
    const parts = async (): Promise<void> => void (asked = true);
    const settled: ReplyResult[] = [];
    const settle = async (result: ReplyResult): Promise<void> => void settled.push(result);
    const limits = loadChatLimits({});
    const run = {
      conversationId: 'cnv_1',
      parts,
      limits,
      clock: systemClock,
      checkEvent,
      controller,
      settle,
    };
    await runReply(run, () => true);
    expect(asked).toBe(false);
    expect(settled).toMatchObject([{ complete: false, error: null }]);
  });
});
