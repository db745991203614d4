import { expect, it } from 'vitest';
import { csvOf } from './csv.ts';

it('quotes cells with commas, quotes and line breaks', () => {
  const rows = [['a,b', 'say "hi"', 'two\nlines', 'plain', 3, null]];
  expect(csvOf(['1', '2', '3', '4', '5', '6'], rows)).toBe(
    '1,2,3,4,5,6\r\n"a,b","say ""hi""","two\nlines",plain,3,\r\n',
  );
});

it.each(['=1+1', '+1', '-1', '@sum', '\tx', '\r=1'])('puts an apostrophe before %j', (text) => {
  expect(csvOf([], [[text]])).toContain(`'${text}`);
});

it('keeps negative numbers', () => {
  expect(csvOf([], [[-1]])).toBe('\r\n-1\r\n');
});
