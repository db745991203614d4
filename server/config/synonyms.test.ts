import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { ConfigError } from './environment.ts';
import { loadSynonyms } from './synonyms.ts';

const folder = mkdtempSync(join(tmpdir(), 'synonyms-'));
afterAll(() => rmSync(folder, { recursive: true }));

function fileOf(text: string): { SYNONYMS_FILE: string } {
  const path = join(folder, 'synonyms.json');
  writeFileSync(path, text);
  return { SYNONYMS_FILE: path };
}

it('reads the words that shoppers use, by the word of the products', () => {
  expect([...loadSynonyms(fileOf('{"Slippers": ["houseshoes", "Mules"]}'))]).toEqual([
    ['houseshoes', 'slippers'],
    ['mules', 'slippers'],
  ]);
  expect([...loadSynonyms({})]).toEqual([]);
});

it.each(['no JSON', '["slippers"]', '{"slippers": "mules"}', '{"slippers": ["house shoes"]}'])(
  'rejects a file with %s, and names the variable',
  (text) => expect(() => loadSynonyms(fileOf(text))).toThrow(ConfigError),
);
