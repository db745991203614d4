import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createLog } from '../support/log.ts';
import { type Answered, requestLog } from './request-context.ts';

const answers: fc.Arbitrary<Answered> = fc.record({
  requestId: fc.stringMatching(/^req_[0-9A-Za-z]{22}$/),
  method: fc.constantFrom('GET', 'POST', 'OPTIONS', 'M-SEARCH'),
  path: fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('/api/agents', '/"\\\n', '/svc_0')),
  status: fc.integer({ min: 100, max: 599 }),
  milliseconds: fc.integer({ min: 0, max: 1_000_000 }).map((tenths) => tenths / 10),
  storeId: fc.option(fc.stringMatching(/^str_[0-9A-Za-z]{22}$/), { nil: undefined }),
  aborted: fc.boolean(),
});

describe('the line of an answered request', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('is the one that pino would write', () => {
    const lines: string[] = [];
    const root = createLog('info', { write: (line) => void lines.push(line) });
    for (const log of [root, root.child({ part: 'of a test' })]) {
      const write = requestLog(log);
      fc.assert(
        fc.property(answers, (answered) => {
          lines.length = 0;
          write(answered);
          log.info({ ...answered, aborted: answered.aborted ? true : undefined }, 'request');
          expect(lines[0]).toBe(lines[1]);
        }),
      );
    }
  });

  it('is not written when the level is above it', () => {
    const lines: string[] = [];
    const log = createLog('warn', { write: (line) => void lines.push(line) });
    const [answered] = fc.sample(answers, 1);
    if (answered !== undefined) requestLog(log)(answered);
    log.warn('something else');
    expect(lines).toHaveLength(1);
  });
});
