import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadConfig } from '../config/config.ts';
import { openDatabase } from '../db/connect.ts';
import { createDatabase } from '../db/database.ts';
import type { AuditEntry } from '../services/audit.ts';
import { systemClock } from '../support/clock.ts';
import { createTestFolder } from '../testing/database.ts';
import { runInProcess } from '../testing/run-in-process.ts';
import { sampleAgent } from '../testing/sample-records.ts';
import { auditOf, addAgentTo } from '../testing/test-shop.ts';

const dataDir = createTestFolder();
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

async function json(...args: string[]) {
  const { code, stdout, stderr } = await runInProcess(dataDir, [...args, '--json']);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return JSON.parse(stdout);
}

/** The log of a store, oldest first, read beside the commands, as the service does. */
async function logOf(storeId: string): Promise<AuditEntry[]> {
  const db = await openDatabase(loadConfig({ DATA_DIR: dataDir }));
  try {
    const database = createDatabase(db, { clock: systemClock });
    return (await auditOf({ database }, storeId)).toReversed();
  } finally {
    await db.destroy();
  }
}

describe('the audit log of commands', () => {
  let storeId: string;
  let firstKey: string;
  beforeAll(async () => {
    const store = await json('stores', 'create', '--name', 'Lamps', '--plan', 'pro');
    [storeId, firstKey] = [store.id, store.api_key.key];
  });

  it('has every change that an operator makes, with what it was done to and without a secret', async () => {
    await json('stores', 'set-plan', storeId, '--plan', 'enterprise');
    const key = await json('keys', 'create', '--store', storeId, '--note', 'till');
    await json('keys', 'note', key.id, 'kiosk');
    await json('keys', 'reveal', key.id);
    const next = await json('keys', 'regenerate', key.id);
    await json('keys', 'revoke', next.id);
    await json('keys', 'revoke', next.id);
    const agent = sampleAgent(storeId);
    await addAgentTo(dataDir, agent);
    const chatbot = await json(
      'chatbots',
      'create',
      '--store',
      storeId,
      '--agent',
      agent.id,
      '--name',
      'Front',
    );
    await json('chatbots', 'update', chatbot.chatbot_id, '--store', storeId, '--title', 'Ask us');
    const url = ['--url', 'https://tools.example/mcp?token=secret-in-address'];
    await json(
      'connections',
      'add',
      'orders',
      '--store',
      storeId,
      ...url,
      '--header',
      'X-Key: secret-header',
    );
    await json('connections', 'add', 'stock', ...url);
    await json('connections', 'remove', 'orders', '--store', storeId);
    await json('stores', 'update', storeId, '--contact', ' help@shop.example\n', '--monthly-cap', '49.5');
    const file = join(dataDir, 'returns.md');
    writeFileSync(file, '# Returns\nWithin 30 days.');
    const [document] = await json('knowledge', 'import', file, '--store', storeId);
    await json('knowledge', 'delete', document.id, '--store', storeId);
    await json('keys', 'rotate-master');

    const entries = await logOf(storeId);
    expect(entries.map(({ action, subject, detail }) => [action, subject, detail])).toEqual([
      ['store.created', storeId, 'Lamps, plan pro'],
      ['api_key.created', expect.stringMatching(/^key_/), null],
      ['store.plan_changed', storeId, 'Lamps, plan enterprise'],
      ['api_key.created', key.id, null],
      ['api_key.note_changed', key.id, 'kiosk'],
      ['api_key.revealed', key.id, null],
      ['api_key.regenerated', key.id, expect.stringContaining(`replaced by ${next.id}`)],
      ['api_key.revoked', next.id, null],
      ['chatbot.created', chatbot.chatbot_id, 'Front'],
      ['chatbot.updated', chatbot.chatbot_id, 'Front'],
      ['connection.added', expect.stringMatching(/^con_/), 'orders, at https://tools.example'],
      ['connection.added', expect.stringMatching(/^con_/), 'stock, at https://tools.example'],
      ['connection.removed', null, 'orders'],
      ['store.cap_changed', storeId, '49.5 US dollars'],
      ['store.contact_changed', storeId, 'help@shop.example'],
      ['knowledge.imported', document.id, 'returns.md'],
      ['knowledge.deleted', document.id, 'returns.md'],
      ['master_key.rotated', expect.any(String), null],
    ]);
    expect(entries.every(({ actor, address }) => actor === 'operator' && address === null)).toBe(true);
    const text = JSON.stringify(entries);
    for (const secret of [firstKey, key.key, next.key, 'secret-']) expect(text).not.toContain(secret);
  });

  it('has no entry of a change that failed', async () => {
    const before = (await logOf(storeId)).length;
    const failed = await runInProcess(dataDir, ['connections', 'remove', 'unknown', '--store', storeId]);
    expect(failed.code).toBe(1);
    expect(await logOf(storeId)).toHaveLength(before);
  });
});
