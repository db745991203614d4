import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { verifyEvent, verifyOrder } from './verify-events.ts';

const text = { type: 'text', content: 'a' };
const use = { type: 'tool_use', tool: 't', input: {} };
const result = { type: 'tool_result', tool: 't', output: {} };
const end = { type: 'end', conversation_id: 'c' };
const error = { type: 'error', anything: 1 };

describe('verifyEvent', () => {
  it.each([
    text,
    use,
    result,
    end,
    error,
    { type: 'error' },
    { ...text, content: '', extra: null },
    { type: 'delta' },
  ])('R-6-01 accepts %j', (event) => expect(verifyEvent(event)).toEqual([]));

  it.each([
    [null, 'R-6-01'],
    [[text], 'R-6-01'],
    [{ type: 7 }, 'R-6-01'],
    [{ type: 'text' }, 'R-6-02'],
    [{ ...text, content: 7 }, 'R-6-02'],
    [{ ...use, tool: undefined }, 'R-6-03'],
    [{ ...use, input: [] }, 'R-6-03'],
    [{ ...result, tool: null }, 'R-6-04'],
    [{ ...result, output: 'x' }, 'R-6-04'],
    [{ content: 'a' }, 'R-4.1-08'],
    [{ type: 'end', conversation_id: '' }, 'R-2.4-01'],
  ])('reports that %j violates %s', (event, requirement) => {
    expect(verifyEvent(event).map(({ requirement: id }) => id)).toEqual([requirement]);
  });
});

it('R-4.1-09 reports an end event without a conversation_id for both of its clauses', () => {
  expect(verifyEvent({ type: 'end' }).map(({ requirement: id }) => id)).toEqual(['R-6-05', 'R-4.1-09']);
});

describe('verifyOrder', () => {
  it.each([
    [[text, text, end]],
    [[end]],
    [[error]],
    [[text, error]],
    [[use, use, text, result, result, end]],
    [[use, result, result, end]],
    [[error, end]],
  ])('R-6-10 accepts %j', (events) => expect(verifyOrder(events)).toEqual([]));

  it.each([
    [[], 'R-6-10'],
    [[text], 'R-6-10'],
    [[text], 'R-6-09'],
    [[text, { type: 'failure' }], 'R-6-06'],
    [[text, end, end], 'R-6-09'],
    [[end, text], 'R-6-09'],
    [[end, error], 'R-6-09'],
    [[result, end], 'R-6-14'],
    [[result, use, end], 'R-6-14'],
    [[use, { ...result, tool: 'other' }, end], 'R-6-14'],
  ])('reports that %j violates %s', (events, requirement) => {
    expect(verifyOrder(events).map(({ requirement: id }) => id)).toContain(requirement);
  });

  it('R-6-14 accepts any interleaving in which each result follows its call, and no other', () => {
    const tool = fc.constantFrom('a', 'b');
    fc.assert(
      fc.property(
        fc.array(fc.record({ tool, text: fc.boolean() }), { maxLength: 8 }),
        fc.boolean(),
        (calls, whole) => {
          const uses = calls.map((call) => ({ type: 'tool_use', tool: call.tool, input: {} }));
          const results = calls
            .map((call) => ({ type: 'tool_result', tool: call.tool, output: {} }))
            .toReversed();
          const texts = calls.filter((call) => call.text).map(() => text);
          const sent = whole ? uses : uses.slice(1);
          const isEachCalled = calls.every((call) => sent.some((one) => one.tool === call.tool));
          const events = [...sent, ...texts, ...results, end];
          expect(verifyOrder(events).length === 0).toBe(isEachCalled);
        },
      ),
    );
  });
});
