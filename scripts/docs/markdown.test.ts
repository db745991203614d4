import { describe, expect, it } from 'vitest';
import { html } from './html.ts';
import { inline, markdown } from './markdown.ts';

describe('html', () => {
  it('escapes every string, in attributes and in lists too, and nothing twice', () => {
    const name = '<b a="1">&';
    expect(html`<i title="${name}">${[name]}${html`${name}`}</i>`.html).toBe(
      `<i title="${escaped}">${escaped}${escaped}</i>`,
    );
  });
  const escaped = '&lt;b a=&quot;1&quot;&gt;&amp;';
});

describe('inline', () => {
  it.each([
    ['plain', 'plain'],
    ['a `b<c` d', 'a <code>b&lt;c</code> d'],
    ['**loud**', '<strong>loud</strong>'],
    ['see R-4.1-03.', 'see <a href="requirements.html#R-4.1-03">R-4.1-03</a>.'],
    ['(decision 0012)', '(<a href="requirements.html#decision-0012">decision 0012</a>)'],
    ['`R-4.1-03`', '<code>R-4.1-03</code>'],
  ])('%s', (given, want) => {
    expect(inline(given).html).toBe(want);
  });
});

describe('markdown', () => {
  const flat = (text: string): string => markdown(text).html.replaceAll(/\s*\n\s*/g, '');

  it.each([
    ['one\ntwo\n\nthree', '<p>one two</p><p>three</p>'],
    ['- a\n- b\n  c', '<ul><li>a</li><li>b c</li></ul>'],
  ])('%j', (given, want) => {
    expect(flat(given)).toBe(want);
  });

  it('writes a table with its head', () => {
    const table = flat('| A | B |\n|---|---|\n| 1 | `2` |');
    expect(table).toContain('<th scope="col">A</th><th scope="col">B</th>');
    expect(table).toContain('<td>1</td><td><code>2</code></td>');
  });
});
