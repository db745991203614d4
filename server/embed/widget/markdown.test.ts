import { describe, expect, it } from 'vitest';
import { inlineMark, safeUrl } from './browser/markdown-syntax.ts';

describe('inline Markdown', () => {
  it.each([
    ['a **bold** word', '**bold**'],
    ['`code`', '`code`'],
    ['*soft*', '*soft*'],
    ['[label](https://shop.example/a)', '[label](https://shop.example/a)'],
    ['see https://shop.example/a.', 'https://shop.example/a'],
    ['2 * 3 * 4', undefined],
    ['[label] (apart)', undefined],
  ])('in %s is %s', (text, found) => {
    expect(inlineMark.exec(text)?.[0]).toBe(found);
  });

  it.each(['[', '[x', '**', '*a ', '`a**', '[x](', 'http://.'])(
    'of unclosed marks does not take quadratic time: %s',
    (mark) => {
      // Searching for each end in a million characters would take hours.
      const text = mark.repeat(1_000_000 / mark.length);
      const began = performance.now();
      for (let found = inlineMark.exec(text), count = 0; found !== null && count < 10; count++)
        found = inlineMark.exec(text.slice(found.index + found[0].length));
      expect(performance.now() - began).toBeLessThan(5_000);
    },
  );
});

describe('a URL in a reply', () => {
  it.each(['https://shop.example/', 'http://shop.example/', 'mailto:us@shop.example'])(
    '%s is a link',
    (address) => {
      expect(safeUrl(address)).toBe(address);
    },
  );
  it.each(['javascript:alert(1)', 'data:text/html,x', '/relative', '//shop.example', ' javascript:x', ''])(
    '%j stays text',
    (address) => {
      expect(safeUrl(address)).toBeUndefined();
    },
  );
});
