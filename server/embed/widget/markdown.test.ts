import { describe, expect, it } from 'vitest';
import { inlineMark, linkTarget, showsHost } from './browser/markdown-syntax.ts';

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
      const start = process.threadCpuUsage();
      for (let found = inlineMark.exec(text), count = 0; found !== null && count < 10; count++)
        found = inlineMark.exec(text.slice(found.index + found[0].length));
      expect(process.threadCpuUsage(start).user / 1000).toBeLessThan(5_000);
    },
  );
});

describe('a URL in a reply', () => {
  it.each([
    ['https://shop.example/', 'shop.example'],
    ['http://shop.example:8080/', 'shop.example:8080'],
    ['mailto:us@shop.example', 'us@shop.example'],
  ])('%s is a link to %s', (href, host) => {
    expect(linkTarget(href)).toMatchObject({ href, host });
  });

  it.each([
    ['https://shop.example@evil.example/a', 'https://evil.example/a'],
    ['https://u:p@evil.example:444/', 'https://evil.example:444/'],
    ['https://\u0430pple.com', 'https://xn--pple-43d.com/'],
    ['mailto:us@shop.example?bcc=them@evil.example&body=x', 'mailto:us@shop.example'],
  ])('%s leads to %s', (text, href) => {
    expect(linkTarget(text)?.href).toBe(href);
  });

  it.each(['javascript:alert(1)', 'data:text/html,x', '/relative', '//shop.example', ' javascript:x', ''])(
    '%j stays text',
    (address) => {
      expect(linkTarget(address)).toBeUndefined();
    },
  );

  it.each([
    ['shop.example', 'https://shop.example/a', true],
    ['https://shop.example', 'https://shop.example/a', true],
    ['https://shop.example/b?c', 'https://shop.example/a', true],
    ['us@shop.example', 'mailto:us@shop.example', true],
    ['Lamp', 'https://shop.example/a', false],
    ['', 'mailto:us@shop.example', false],
    ['shop.example', 'https://shop.example:444/', false],
    ['http://shop.example', 'https://shop.example/', false],
    ['https://shop.example.evil.example', 'https://shop.example/', false],
    ['https://shop.example@evil.example', 'https://evil.example/', false],
    ['www.shop.example', 'https://shop.example/', false],
  ])('has its host in the label %j of %s: %s', (label, url, shown) => {
    const target = linkTarget(url);
    expect(target && showsHost(label, target)).toBe(shown);
  });
});
