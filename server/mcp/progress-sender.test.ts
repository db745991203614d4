import type { ProgressNotification } from '@modelcontextprotocol/server';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createProgressSender } from './send-message-tool.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

interface Sent {
  readonly at: number;
  readonly params: ProgressNotification['params'];
}

/** Adds each text after a wait of milliseconds, waits a second more, and stops. */
function play(script: readonly (readonly [wait: number, text: string])[], progressToken?: string): Sent[] {
  const sent: Sent[] = [];
  const sender = createProgressSender({
    _meta: progressToken === undefined ? {} : { progressToken },
    notify: async ({ params }) => void sent.push({ at: Date.now(), params }),
  });
  for (const [wait, text] of script) {
    vi.advanceTimersByTime(wait);
    sender.add(text);
  }
  vi.advanceTimersByTime(1_000);
  sender.stop();
  return sent;
}

const scripts = fc.array(fc.tuple(fc.integer({ min: 0, max: 600 }), fc.string({ minLength: 1 })), {
  minLength: 1,
});

describe('progress of a reply', () => {
  it('R-4.6-07 is sent at most four times in a second, always grows, and contains everything once', () => {
    fc.assert(
      fc.property(scripts, (script) => {
        const sent = play(script, 'token');
        sent.slice(1).forEach(({ at, params }, index) => {
          expect(at - (sent[index]?.at ?? 0)).toBeGreaterThanOrEqual(250);
          expect(params.progress).toBeGreaterThan(sent[index]?.params.progress ?? 0);
        });
        expect(sent.map(({ params }) => params.message).join('')).toBe(
          script.map(([, text]) => text).join(''),
        );
        expect(sent.every(({ params }) => params.progressToken === 'token')).toBe(true);
      }),
    );
  });

  it('begins with the first text', () => {
    expect(play([[0, 'Hello']], 'token')).toMatchObject([
      { at: Date.now() - 1_000, params: { message: 'Hello' } },
    ]);
  });

  it('is not sent to a client that did not ask for it', () => {
    expect(play([[0, 'Hello']])).toEqual([]);
  });

  it('is not sent after the stop', () => {
    const notify = vi.fn<() => Promise<void>>(async () => undefined);
    const sender = createProgressSender({ _meta: { progressToken: 1 }, notify });
    sender.add('a');
    sender.add('b');
    sender.stop();
    vi.advanceTimersByTime(1_000);
    expect(notify).toHaveBeenCalledTimes(1);
  });
});
