import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { anyChatbotQuery, plainChatbotQueries, queryOf } from './chatbot-queries.ts';
import { anyHeaderSet, fewerHeaders } from './header-sets.ts';
import { anyKeyEdit, editedHeader, plainKeyEdits } from './key-edits.ts';

const key = `svc_${'a1B2'.repeat(8)}`;

it('an edited key is never the right one, and a shell computes the same header', () => {
  const edits = [...plainKeyEdits, ...fc.sample(anyKeyEdit, { numRuns: 100, seed: 1 })];
  const headers = edits.flatMap((edit) => editedHeader(key, edit) ?? []);
  expect(headers.length).toBeGreaterThan(100);
  for (const { value } of headers) expect(value.trim()).not.toBe(`Bearer ${key}`);
  const script = headers.map(({ shell }) => `printf '%s\\0' "${shell}"`).join('\n');
  const env = { CONFORMANCE_API_KEY: key, PATH: '/usr/bin:/bin' };
  const printed = execFileSync('sh', ['-c', script], { encoding: 'utf8', env }).split('\0').slice(0, -1);
  expect(printed).toEqual(headers.map(({ value }) => value));
});

it('a query spells the id itself, or another one, as its kind says', () => {
  const id = 'bot 1/ä&b=c+d%20';
  const queries = [...plainChatbotQueries, ...fc.sample(anyChatbotQuery, { numRuns: 500, seed: 1 })];
  for (const query of queries) {
    const found = new URLSearchParams(queryOf(id, query)).getAll('chatbot_id');
    expect(found).toHaveLength(1);
    expect(found[0] === id).toBe(query.kind === 'same');
  }
});

it('a set of headers has each name once, and simpler ones have fewer', () => {
  const property = fc.property(anyHeaderSet, (set) => {
    const names = set.headers.map(([name]) => name.toLowerCase());
    expect(new Set(names).size).toBe(names.length);
    for (const { headers, authorization } of fewerHeaders(set))
      expect(headers.length < names.length || authorization === 'authorization').toBe(true);
  });
  fc.assert(property, { numRuns: 200, seed: 1 });
});
