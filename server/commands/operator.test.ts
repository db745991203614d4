import { describe, expect, it } from 'vitest';
import { formatTable } from './operator.ts';

describe('a table', () => {
  it('aligns columns under their header, without trailing blanks', () => {
    const rows = [
      ['a', 'Lamps', 20],
      ['bcd', 'X', null],
    ];
    expect(formatTable(['ID', 'NAME', 'N'], rows)).toBe('ID   NAME   N\na    Lamps  20\nbcd  X      -\n');
  });

  it('shows control characters of a name as blanks, and removes terminal sequences', () => {
    expect(formatTable(['N'], [['a\u001b[31mred\u0007b\u009b32mc']])).toBe('N\nared bc\n');
    expect(formatTable(['N'], [['one\ntwo']])).toBe('N\none two\n');
  });
});
