import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ClauseFailure } from './clause-result.ts';
import { markDifference, responseExcerpt } from './response-excerpt.ts';

function failure(expected: string, actual: string, body: unknown, status = 201): ClauseFailure {
  const response = {
    status,
    contentType: 'application/json',
    body: JSON.stringify(body),
    ending: 'complete' as const,
  };
  return {
    requirement: 'R-2.1-04',
    slug: 'kept',
    checkId: 'a/b',
    replay: 'a/b@1',
    expected,
    actual,
    response,
  };
}

describe('markDifference', () => {
  it('marks what is inserted, replaced, or beside what is missing, and keeps the text', () => {
    expect(markDifference('"name"', '"xname"')).toEqual({ before: '"', marked: 'x', after: 'name"' });
    expect(markDifference('0.25', '"0.25"').marked).toBe('"0.25"');
    expect(markDifference('" name"', '"name"').marked).toBe('"n');
    const texts = fc.property(fc.string(), fc.string({ minLength: 1 }), (sent, got) => {
      const { before, marked, after } = markDifference(sent, got);
      expect(before + marked + after).toBe(got);
      if (sent !== got) expect(marked).not.toBe('');
    });
    fc.assert(texts);
  });
});

describe('responseExcerpt', () => {
  it('shows the lines around the field, with the difference marked', () => {
    const body = { id: 'a', a: 1, b: 2, c: 3, d: 4, config: { temperature: 0.75 }, e: 5 };
    const lines = responseExcerpt(failure('config.temperature as it was sent', 'sent 0.25, got 0.75', body));
    expect(lines).toHaveLength(9);
    expect(lines.find(({ marked }) => marked !== '')).toEqual({
      before: '    "temperature": 0.',
      marked: '7',
      after: '5',
    });
  });

  it('marks the status where another one is expected', () => {
    const [head] = responseExcerpt(failure('status 400', 'status 201', {}));
    expect(head).toEqual({ before: 'HTTP ', marked: '201', after: ' application/json' });
  });

  it('marks the name that an object comes wrapped in', () => {
    const lines = responseExcerpt(
      failure('id is a string', 'id is missing', { agent: { id: 'a', name: 'b' } }),
    );
    expect(lines.filter(({ marked }) => marked !== '')).toEqual([
      { before: '  ', marked: '"agent"', after: ': {' },
    ]);
  });

  it('is empty without a response', () => {
    const { response: _none, ...rest } = failure('a response', 'no response', {});
    expect(responseExcerpt(rest)).toEqual([]);
  });
});
