import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import definitions from './browser/definitions.json' with { type: 'json' };

it('the README has the definitions of the pages, and no others', () => {
  const readme = readFileSync(new URL('README.md', import.meta.url), 'utf8');
  const [, section = ''] = /\n## What the numbers mean\n(.*?)\n## /s.exec(readme) ?? [];
  const rows = [...section.matchAll(/^\| ([A-Z][\w ]+) \| (.+) \|$/gm)].map(([, name, text]) => [name, text]);
  const expected = Object.values(definitions).map(({ name, text, ...more }) => {
    return [name, 'example' in more ? `${text} Example: ${more.example}.` : text];
  });
  expect(rows).toEqual(expected);
});
