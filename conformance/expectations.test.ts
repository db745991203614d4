import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readExpectation } from './check.ts';
import sentences from './expectations.json' with { type: 'json' };

const source = ['checks', 'model', 'runner']
  .map((name) => join(import.meta.dirname, name))
  .flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
      .map((file) => readFileSync(join(folder, file), 'utf8')),
  )
  .join('\n');

it('names each expectation by one slug of small letters, which a rule or a check uses', () => {
  const slugs = Object.keys(sentences);
  expect(slugs.filter((slug) => !/^[a-z0-9]+(?:-[a-z0-9]+)+$/.test(slug))).toEqual([]);
  expect(slugs.filter((slug) => !source.includes(`'${slug}'`))).toEqual([]);
  expect(new Set(Object.values(sentences)).size).toBe(slugs.length);
});

it('has the values of an expectation in its sentence, and further ones behind it', () => {
  expect(readExpectation('list-status')).toEqual({ slug: 'list-status', expected: 'status 200' });
  expect(readExpectation(['error-status', 404, ' for {}']).expected).toBe('status 404 for {}');
});
