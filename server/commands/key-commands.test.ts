import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestFolder } from '../testing/database.ts';
import { runInProcess } from '../testing/run-in-process.ts';

const dataDir = createTestFolder();
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

const run = (...args: string[]) => runInProcess(dataDir, args);

async function json(...args: string[]) {
  const { code, stdout, stderr } = await run(...args, '--json');
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return JSON.parse(stdout);
}

describe('the keys commands', () => {
  let storeId: string;
  beforeAll(async () => {
    ({ id: storeId } = await json('stores', 'create', '--name', 'Lamps', '--plan', 'pro'));
  });

  it('show note, creation, last use and end of a key, and keep the old one for an overlap', async () => {
    const old = await json('keys', 'create', '--store', storeId, '--note', 'checkout');
    expect(old).toMatchObject({ note: 'checkout', last_used_at: null, expires_at: null });
    const before = Date.now();
    const next = await json('keys', 'regenerate', old.id, '--overlap', '24h');
    expect(next).toMatchObject({ note: 'checkout', expires_at: null });
    expect(await json('keys', 'note', next.id, 'checkout, new server')).toMatchObject({ id: next.id });
    const list = (await run('keys', 'list', '--store', storeId)).stdout;
    expect(list).toMatch(/^ID +KEY +STATE +CREATED +LAST USED +NOTE\n/);
    const [, expires = ''] = new RegExp(`^${old.id} .* expires (\\S+) .* - +checkout$`, 'm').exec(list) ?? [];
    expect(Date.parse(expires) - before).toBeGreaterThanOrEqual(24 * 3_600_000);
    expect(Date.parse(expires) - Date.now()).toBeLessThanOrEqual(24 * 3_600_000);
    expect(list).toMatch(new RegExp(`^${next.id} .* active .* - +checkout, new server$`, 'm'));
    expect(await run('keys', 'regenerate', old.id)).toEqual({
      code: 1,
      stdout: '',
      stderr: `agent-service: the key ${old.id} is already replaced and expires at ${expires}: revoke it to end it now\n`,
    });
  });

  it('reject an overlap that is not a time of at most 30 days', async () => {
    for (const overlap of ['31d', '1.5h']) {
      const { code, stderr } = await run('keys', 'regenerate', 'key_1', '--overlap', overlap);
      expect(code).toBe(2);
      expect(stderr).toMatch(/at most 30d/);
    }
  });

  it('rotate-master replaces the key in master.key, says what to do next, and keys can still be revealed', async () => {
    const { id, key } = await json('keys', 'create', '--store', storeId);
    const file = join(dataDir, 'master.key');
    const old = readFileSync(file, 'utf8');
    const rotated = await run('keys', 'rotate-master');
    expect(rotated).toMatchObject({ code: 0, stderr: '' });
    expect(rotated.stdout).toMatch(
      /^Sealed \d+ API keys and 0 connections .*\nBack up .*master\.key\. .*\n$/,
    );
    expect(readFileSync(file, 'utf8')).toMatch(/^[0-9a-f]{64}\n$/);
    expect(readFileSync(file, 'utf8')).not.toBe(old);
    expect((await run('keys', 'reveal', id)).stdout).toBe(`${key}\n`);
  });

  it('never print a key that was pasted in place of an id, a command or an option', async () => {
    const { key } = await json('keys', 'create', '--store', storeId);
    for (const args of [
      ['keys', 'reveal', key],
      ['stores', 'set-plan', key, '--plan', 'pro'],
      ['keys', key],
      ['keys', 'regenerate', storeId, '--overlap', key],
    ]) {
      const { code, stdout, stderr } = await run(...args);
      expect(code).toBeGreaterThan(0);
      expect(stderr).not.toBe('');
      expect(stdout + stderr).not.toContain(key.slice(4));
    }
  });

  it('end, as the service does, with one line and create no master key when it is lost', async () => {
    rmSync(join(dataDir, 'master.key'));
    for (const args of [['stores', 'list'], ['serve']]) {
      const lost = await runInProcess(dataDir, args, { env: { PORT: '0', HTTP_PORT: '0' } });
      expect(lost).toMatchObject({ code: 1, stdout: '' });
      expect(lost.stderr).toMatch(
        /^agent-service: .*master\.key is missing.*restore the file from its backup\n$/,
      );
      expect(readdirSync(dataDir)).not.toContain('master.key');
    }
  });
});
