import { describe, expect, it } from 'vitest';
import { matches, notExpired, parseBaseline } from './baseline.ts';

const failure = {
  requirement: 'R-2.1-04',
  check: 'agents/keeps-text',
  expected: 'name of 65 characters is "Shop"',
  case: 'lengths',
};

describe('a baseline entry', () => {
  it.each([
    [{}, true],
    [{ expected: 'name of 101 characters is "Other \\" shop"' }, true],
    [{ expected: 'description of 65 characters is "Shop"' }, false],
    [{ case: 'lengths' }, true],
    [{ case: 'characters' }, false],
    [{ check: 'agents/list' }, false],
  ])('with %j matches by clause, check, expectation and kind of case: %j', (more, expected) => {
    const { requirement, check } = failure;
    expect(matches({ requirement, check, ...more }, failure)).toBe(expected);
  });

  it('is accepted until the end of the day on which it expires', () => {
    const entry = { ...failure, expires: '2027-01-31' };
    expect(notExpired([entry], Date.UTC(2027, 0, 31, 23))).toEqual([entry]);
    expect(notExpired([entry], Date.UTC(2027, 1, 1))).toEqual([]);
  });
});

describe('parseBaseline', () => {
  it('reads entries with a reason and a date', () => {
    const failures = [{ ...failure, reason: 'fixed in March', expires: '2027-03-31' }];
    expect(parseBaseline(JSON.stringify({ requirementsVersion: '1', failures }))).toEqual(failures);
  });

  it.each([
    [{ requirement: 'R-2.1-04' }, 'has requirement and check'],
    [{ ...failure, because: 'of this' }, 'because, which is unknown'],
    [{ ...failure, reason: 5 }, 'reason, which is unknown or not a text'],
    [{ ...failure, expires: 'soon' }, 'expires is a date such as 2027-01-31, not soon'],
  ])('rejects %j', (entry, message) => {
    expect(() => parseBaseline(JSON.stringify({ failures: [entry] }))).toThrow(message);
  });
});
