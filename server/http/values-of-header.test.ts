import { describe, expect, it } from 'vitest';
import { valuesOfHeader } from './authenticate.ts';

describe('the values of a header field', () => {
  it.each([
    [['Host', 'x', 'Authorization', 'Bearer a'], ['Bearer a']],
    [
      ['AUTHORIZATION', 'a', 'Accept', '*/*', 'authorization', 'b'],
      ['a', 'b'],
    ],
    [['Authorization', ''], ['']],
    [['Authorization-2', 'a', 'X', 'authorization'], []],
    [[], []],
  ])('of %j are %j, however the name is written', (rawHeaders, values) => {
    expect(valuesOfHeader({ rawHeaders }, 'authorization')).toEqual(values);
  });
});
