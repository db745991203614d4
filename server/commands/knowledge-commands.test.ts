import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestFolder } from '../testing/database.ts';
import { runInProcess } from '../testing/run-in-process.ts';

const dataDir = createTestFolder();
const files = createTestFolder();
afterAll(() => [dataDir, files].forEach((folder) => rmSync(folder, { recursive: true, force: true })));

const run = (...args: string[]) => runInProcess(dataDir, args);

async function json(...args: string[]) {
  const { code, stdout, stderr } = await run(...args, '--json');
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return JSON.parse(stdout);
}

function write(name: string, text: string): string {
  const path = join(files, name);
  writeFileSync(path, text);
  return path;
}

describe('knowledge commands', () => {
  let store: string[];
  beforeAll(async () => {
    const { id } = await json('stores', 'create', '--name', 'Lamps', '--plan', 'pro');
    store = ['--store', id];
    mkdirSync(join(files, 'faq', '.git'), { recursive: true });
    write('faq/.git/hidden.md', '# Hidden\ntext');
    write('faq/notes.json', '{}');
  });

  it('import a file and a folder, search, list and delete', async () => {
    const returns = write('returns.md', '# Returns\nWithin 14 days.');
    write('faq/shipping.md', '# Shipping\nTo Norway, too.');
    const [first] = await json('knowledge', 'import', returns, ...store);
    expect(first).toMatchObject({ source: 'returns.md', title: 'Returns', format: 'markdown', passages: 1 });
    await json('knowledge', 'import', join(files, 'faq'), ...store);
    const sources = async () =>
      (await json('knowledge', 'list', ...store)).map((one: typeof first) => one.source);
    expect(await sources()).toEqual(['returns.md', 'shipping.md']);

    write('returns.md', '# Returns\nWithin 30 days.');
    const [second] = await json('knowledge', 'import', returns, ...store);
    const found = await run('knowledge', 'search', 'Can I return it?', ...store);
    expect(found.stdout).toBe('Returns (returns.md)\n  Within 30 days.\n\n');

    await json('knowledge', 'delete', second.id, ...store);
    expect(await sources()).toEqual(['shipping.md']);
    expect((await run('knowledge', 'delete', second.id, ...store)).code).toBe(1);
  });

  it('name the contact of the store where no passage is found', async () => {
    const [, storeId = ''] = store;
    await json('stores', 'update', storeId, '--contact', ' help@shop.example\nMonday to Friday');
    const found = await json('knowledge', 'search', 'Is it vegan?', ...store);
    expect(found).toEqual({ passages: [], contact: 'help@shop.example Monday to Friday' });
    expect(await json('stores', 'update', storeId, '--contact', '')).toMatchObject({ contact: null });
    const tooLong = await run('stores', 'update', storeId, '--contact', 'x'.repeat(501));
    expect([tooLong.code, tooLong.stderr]).toEqual([
      2,
      'agent-service: contact must be at most 500 characters\n',
    ]);
  });

  it.each([
    ['missing.md', 1, 'no such file or folder'],
    ['faq/notes.json', 2, 'notes.json: only Markdown (.md), HTML (.html), text (.txt) and tables'],
    ['faq/.git', 0, ''],
  ])('report for %s exit code %i and one line', async (name, code, message) => {
    const result = await run('knowledge', 'import', join(files, name), ...store);
    expect(result.code).toBe(code);
    expect(result.stderr).toContain(message);
    expect(result.stderr.split('\n').length).toBeLessThanOrEqual(2);
  });

  it.each([
    ['http://shop.example/faq', 'only https addresses are allowed'],
    ['https://127.0.0.1/faq', 'the address is not public'],
    ['https://localhost/faq', 'the name resolves to an address that is not public'],
  ])('do not fetch %s', async (address, message) => {
    const result = await run('knowledge', 'import', address, ...store);
    expect([result.code, result.stderr]).toEqual([2, expect.stringContaining(message)]);
  });

  it('reject a store that does not exist', async () => {
    for (const command of [['import', join(files, 'faq')], ['list'], ['search', 'x']]) {
      const result = await run('knowledge', ...command, '--store', 'str_unknown');
      expect([result.code, result.stderr]).toEqual([1, 'agent-service: there is no store str_unknown\n']);
    }
  });
});
