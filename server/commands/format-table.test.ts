import { describe, expect, it } from 'vitest';
import { formatTable } from './terminal.ts';

describe('tables', () => {
  it('align columns under their header, without blanks at the end of a line', () => {
    const rows = [
      ['a', 'Lamps', 20],
      ['bcd', 'X', null],
    ];
    expect(formatTable(['ID', 'NAME', 'N'], rows)).toBe('ID   NAME   N\na    Lamps  20\nbcd  X      -\n');
  });

  it('show control characters of a name as blanks, and drop terminal sequences', () => {
    expect(formatTable(['N'], [['a\u001b[31mred\u0007b\u009b32mc']])).toBe('N\nared bc\n');
    expect(formatTable(['N'], [['one\ntwo']])).toBe('N\none two\n');
  });
});
