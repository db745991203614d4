import { addConversation } from '../testing/add-messages.ts';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseKey } from '../auth/api-key.ts';
import { openKeyring } from '../auth/open-keyring.ts';
import { openDatabase } from '../db/connect.ts';
import { readKeyByHash } from '../db/api-keys.ts';
import { createDatabase, type Database } from '../db/database.ts';
import { systemClock } from '../support/clock.ts';
import { createTestFolder } from '../testing/database.ts';
import { runCommand } from '../testing/run-command.ts';
import { runInProcess } from '../testing/run-in-process.ts';
import { startScriptedVendor } from '../testing/scripted-vendor.ts';
import { sampleAgent, sampleConversation, sampleMessage } from '../testing/sample-records.ts';
import { auditOf, addAgentTo } from '../testing/test-shop.ts';
import { importsOf } from '../testing/test-imports.ts';

describe('agent-service on the command line', () => {
  let dataDir: string;
  let storeId: string;
  let keyId: string;
  let key: string;

  async function json(...args: string[]) {
    const { code, stdout, stderr } = await runInProcess(dataDir, [...args, '--json']);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    return JSON.parse(stdout);
  }

  async function withDatabase<Result>(work: (database: Database) => Promise<Result>): Promise<Result> {
    const db = await openDatabase({ databaseUrl: null, dataDir });
    try {
      return await work(createDatabase(db, { clock: systemClock }));
    } finally {
      await db.destroy();
    }
  }

  function isActive(text: string): Promise<boolean> {
    return withDatabase(async (database) => {
      const parsed = parseKey(text);
      const settings = { masterKey: null, masterKeyPrevious: null, dataDir };
      const keyring = await openKeyring(settings, { database });
      return parsed !== undefined && (await readKeyByHash(database, keyring.hashesOf(parsed))) !== undefined;
    });
  }

  beforeAll(async () => {
    dataDir = createTestFolder();
    const made = await json('stores', 'create', '--name', 'Lamps & Co', '--plan', 'pro', '--agents', '7');
    ({
      id: storeId,
      api_key: { id: keyId, key },
    } = made);
  });
  afterAll(() => rmSync(dataDir, { recursive: true }));

  it('writes results and errors to their streams, and ends the process with the exit code', async () => {
    const list = await runCommand(dataDir, ['stores', 'list', '--json']);
    expect(list).toMatchObject({ code: 0, stdout: expect.stringContaining(storeId), stderr: '' });
    const stderr = 'agent-service: there is no store str_none\n';
    expect(await runCommand(dataDir, ['keys', 'list', '--store', 'str_none'])).toEqual({
      code: 1,
      stdout: '',
      stderr,
    });
    expect(await runCommand(dataDir, ['keys', 'list'])).toMatchObject({ code: 2, stdout: '' });
  });

  it('R-5-03 creates a store with a key that opens it', async () => {
    const stores = await json('stores', 'list');
    expect(stores).toContainEqual(
      expect.objectContaining({ id: storeId, name: 'Lamps & Co', agent_limit: 7 }),
    );
    expect(key).toMatch(/^svc_[0-9A-Za-z]{32}$/);
    expect(await isActive(key)).toBe(true);
  });

  it('R-5-04 lists keys without showing them, and reveals one on demand', async () => {
    const list = await runInProcess(dataDir, ['keys', 'list', '--store', storeId]);
    expect(list.stdout).toContain(keyId);
    expect(list.stdout).not.toContain(key.slice(4, 20));
    expect((await runInProcess(dataDir, ['keys', 'reveal', keyId])).stdout).toBe(`${key}\n`);
  });

  it('R-5-08 regenerates a key: the new one works, the old one does not', async () => {
    const old = await json('keys', 'create', '--store', storeId);
    const next = await json('keys', 'regenerate', old.id);
    expect([await isActive(old.key), await isActive(next.key)]).toEqual([false, true]);
    const again = await runInProcess(dataDir, ['keys', 'regenerate', old.id]);
    expect(again).toEqual({
      code: 1,
      stdout: '',
      stderr: `agent-service: the key ${old.id} is already revoked\n`,
    });
  });

  it('changes the plan of a store and shows its limits', async () => {
    const { id } = await json('stores', 'create', '--name', 'Grows', '--plan', 'free');
    await json('stores', 'set-plan', id, '--plan', 'enterprise', '--requests-per-minute', '900');
    const { stdout } = await runInProcess(dataDir, ['stores', 'list']);
    expect(stdout).toMatch(new RegExp(`^${id} +Grows +enterprise +900 +unlimited `, 'm'));
  });

  it('caps what the replies of a store may cost in a month', async () => {
    const { id } = await json('stores', 'create', '--name', 'Thrifty', '--plan', 'free');
    expect(await json('stores', 'update', id, '--monthly-cap', '49.5')).toMatchObject({ monthly_cap: 49.5 });
    const { stdout } = await runInProcess(dataDir, ['stores', 'list']);
    expect(stdout).toMatch(new RegExp(`^${id} +Thrifty +free +20 +3 +49.5 `, 'm'));
    expect(await json('stores', 'update', id, '--monthly-cap', 'none')).toMatchObject({ monthly_cap: null });
    expect((await runInProcess(dataDir, ['stores', 'update', id, '--monthly-cap', '-1'])).code).toBe(2);
  });

  it('changes nothing of a store when one of its new settings is invalid', async () => {
    const { id } = await json('stores', 'create', '--name', 'Careful', '--plan', 'free');
    const change = ['--monthly-cap', '5', '--contact', 'x'.repeat(501)];
    expect((await runInProcess(dataDir, ['stores', 'update', id, ...change])).code).toBe(2);
    const stores = await json('stores', 'list');
    expect(stores).toContainEqual(expect.objectContaining({ id, monthly_cap: null, contact: null }));
  });

  it('checks the models that are configured, without a database', async () => {
    const none = await runInProcess(createTestFolder(), ['check-models']);
    expect(none).toMatchObject({ code: 0, stdout: expect.stringMatching(/^No vendor is configured/) });
    const vendor = await startScriptedVendor(() => 401);
    const wrong = await runInProcess(dataDir, ['check-models'], { env: vendor.env });
    await vendor.close();
    expect(wrong.stdout).toMatch(
      /provider_one +openai +gpt-4.1-mini +\d+ ms +401: PROVIDER_ONE_API_KEY is invalid/,
    );
    expect(wrong).toMatchObject({ code: 1, stderr: 'agent-service: 1 of 1 vendors cannot be used\n' });
  });

  it('creates, changes and lists chatbots, and lists agents', async () => {
    const agent = sampleAgent(storeId);
    await addAgentTo(dataDir, agent);
    expect(await json('agents', 'list', '--store', storeId)).toMatchObject([
      { id: agent.id, config: agent.config },
    ]);
    const create = ['chatbots', 'create', '--store', storeId, '--agent', agent.id, '--name', 'Front'];
    const colors = ['--theme', 'primary_color=#123456', '--theme', 'text_color=#000'];
    const links = ['--link-host', 'shop.example', '--link-host', 'help.shop.example'];
    const made = await json(...create, '--prompt', 'A', '--prompt', 'B', ...colors, ...links);
    const update = ['chatbots', 'update', made.chatbot_id, '--store', storeId];
    const changed = await json(...update, '--position', 'bottom-left', '--origin', 'https://shop.example');
    expect(await json('chatbots', 'list', '--store', storeId)).toEqual([changed]);
    await json('chatbots', 'disable', made.chatbot_id, '--store', storeId);
    const listed = await runInProcess(dataDir, ['chatbots', 'list', '--store', storeId]);
    expect(listed.stdout).toMatch(/STATUS .*\n.* disabled /);
    await json('chatbots', 'enable', made.chatbot_id, '--store', storeId);
    const { tag } = await json('chatbots', 'snippet', made.chatbot_id);
    expect(tag).toBe(
      `<script src="https://localhost:8443/embed/chatbot.js" data-chatbot-id="${made.chatbot_id}" async></script>`,
    );
    const elsewhere = ['--base-url', 'https://agents.example', '--lang', 'de'];
    const { stdout } = await runInProcess(dataDir, ['chatbots', 'snippet', made.chatbot_id, ...elsewhere]);
    expect(stdout).toMatch(/src="https:\/\/agents\.example\/embed\/chatbot\.js" .* data-lang="de"/);
    expect(stdout).toMatch(/integrity="sha384-/);
    expect(changed).toMatchObject({
      agent_id: agent.id,
      allowed_origins: ['https://shop.example'],
      config: {
        position: 'bottom-left',
        suggested_prompts: ['A', 'B'],
        theme: { primary_color: '#123456', text_color: '#000' },
      },
      link_hosts: ['shop.example', 'help.shop.example'],
    });
    expect(await json(...update, '--no-link-host')).toMatchObject({ link_hosts: [] });
    const replaced = await json(...update, '--no-link-host', '--link-host', 'blog.example');
    expect(replaced).toMatchObject({ link_hosts: ['blog.example'] });
  });

  it('imports a catalogue completely or not at all, and lists the rejected lines', async () => {
    const input = '{"id":"a","title":"A","price":"19.99"}\n{"id":"b"}\n';
    const withoutCurrency = ['catalog', 'import', '-', '--store', storeId];
    const failure = await runInProcess(dataDir, withoutCurrency, { input });
    expect(failure.stderr).toMatch(/prices without a currency: .*\(--currency EUR\)\n$/);
    const importing = [...withoutCurrency, '--currency', 'EUR'];
    const rejected = await runInProcess(dataDir, importing, { input });
    expect(rejected.code).toBe(1);
    expect(rejected.stdout).toContain('line 2: ');
    expect(rejected.stderr).toMatch(/^agent-service: nothing was imported: .*--partial.*\n$/);
    const partial = await runInProcess(dataDir, [...importing, '--partial', '--json'], { input });
    expect(partial.code).toBe(0);
    expect(JSON.parse(partial.stdout)).toMatchObject({
      written: true,
      rows: 2,
      products: 1,
      rejected: [{ line: 2 }],
    });
    await withDatabase(async (database) => {
      const [done, failed] = await importsOf({ database }, storeId);
      expect(done).toMatchObject({ status: 'done', source: 'command', products: 1, rejected_lines: 1 });
      expect(failed).toMatchObject({ status: 'failed', error: 'lines are rejected', products: 1 });
      const [entry] = await auditOf({ database }, storeId);
      expect(entry).toMatchObject({ actor: 'operator', action: 'catalog.imported', subject: done?.id });
    });
  });

  it('changes, disables, enables and deletes agents, and disables and deletes chatbots', async () => {
    const { id: store } = await json('stores', 'create', '--name', 'Agents', '--plan', 'free');
    const agent = { ...sampleAgent(store), id: 'agt_commands' };
    await addAgentTo(dataDir, agent);
    const prompt = join(dataDir, 'prompt.txt');
    writeFileSync(prompt, 'Be brief.');
    const update = ['agents', 'update', agent.id, '--store', store, '--prompt-file', prompt];
    const [changed] = await json(...update, '--name', 'Ana', '--temperature', '0.2');
    expect(changed).toMatchObject({ name: 'Ana', config: { system_prompt: 'Be brief.', temperature: 0.2 } });
    expect(changed.config.model_id).toBe(agent.config.model_id);
    const hot = await runInProcess(dataDir, [...update, '--temperature', '1.5']);
    expect(hot).toMatchObject({ code: 2, stderr: 'agent-service: config.temperature must be <= 1\n' });
    // Read before the transaction: the error is not that of the unknown agent.
    const missing = ['--prompt-file', join(dataDir, 'missing.txt')];
    const unread = await runInProcess(dataDir, [
      'agents',
      'update',
      'agt_none',
      '--store',
      store,
      ...missing,
    ]);
    expect(unread).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/cannot read .*missing.txt: ENOENT/),
    });
    expect(await json('agents', 'disable', agent.id, '--store', store)).toMatchObject([
      { status: 'disabled' },
    ]);
    expect(await json('agents', 'enable', agent.id, '--store', store)).toMatchObject([{ status: 'active' }]);
    const chatbot = await json(
      'chatbots',
      'create',
      '--store',
      store,
      '--agent',
      agent.id,
      '--name',
      'Front',
    );
    const used = await runInProcess(dataDir, ['agents', 'delete', agent.id, '--store', store]);
    expect(used).toMatchObject({ code: 1, stderr: expect.stringContaining('a chatbot uses this agent') });
    const ofChatbot = [chatbot.chatbot_id, '--store', store];
    expect(await json('chatbots', 'disable', ...ofChatbot)).toMatchObject({ status: 'disabled' });
    expect(await json('chatbots', 'enable', ...ofChatbot)).toMatchObject({ status: 'active' });
    await json('chatbots', 'delete', ...ofChatbot);
    expect(await json('agents', 'delete', agent.id, '--store', store)).toEqual({ deleted: agent.id });
    expect(await json('agents', 'list', '--store', store)).toEqual([]);
  });

  it('rejects an update without a change, with the options that it takes, and audits nothing', async () => {
    const entries = () => withDatabase((database) => auditOf({ database }, storeId));
    const before = await entries();
    for (const [update, advice] of [
      [['agents', 'update', 'agt_1', '--store', storeId], /give --name, .* or --max-tokens\n$/],
      [['chatbots', 'update', 'cbt_1', '--store', storeId], /give --title, .* --agent, or --name\n$/],
      [['stores', 'update', storeId], /give --monthly-cap or --contact\n$/],
    ] as const) {
      const { code, stderr } = await runInProcess(dataDir, [...update]);
      expect([code, stderr]).toEqual([2, expect.stringMatching(/^agent-service: nothing to change: .+\n$/)]);
      expect(stderr).toMatch(advice);
    }
    expect(await entries()).toEqual(before);
  });

  it('names the option of a store that is given by its position', async () => {
    for (const args of [
      ['agents', 'list', storeId],
      ['chatbots', 'update', storeId, 'cbt_1', '--title', 'Ask us'],
      ['conversations', 'erase', storeId, '--visitor', 'vis_1'],
    ]) {
      const { code, stderr } = await runInProcess(dataDir, args);
      expect({ code, stderr }).toEqual({
        code: 2,
        stderr: "error: required option '--store <store-id>' not specified\n(add --help for usage)\n",
      });
    }
  });

  it('lists, exports and erases the conversations of a visitor', async () => {
    const { id: store } = await json('stores', 'create', '--name', 'Erasure', '--plan', 'free');
    const agent = { ...sampleAgent(store), id: 'agt_erasure' };
    await addAgentTo(dataDir, agent);
    await withDatabase(async (database) => {
      for (const visitor_id of ['vis_a', 'vis_b']) {
        const conversation = sampleConversation(store, agent.id, { id: `cnv_${visitor_id}`, visitor_id });
        await addConversation({ database }, conversation, sampleMessage(store, conversation.id));
      }
    });
    const ofVisitor = ['--store', store, '--visitor', 'vis_a'];
    expect(await json('conversations', 'list', ...ofVisitor)).toMatchObject([{ id: 'cnv_vis_a' }]);
    const { stdout } = await runInProcess(dataDir, ['conversations', 'export', ...ofVisitor, '--json']);
    expect(JSON.parse(stdout)).toMatchObject({ id: 'cnv_vis_a', messages: [{ role: 'user' }] });
    expect(await json('conversations', 'erase', ...ofVisitor)).toEqual({ deleted: 1 });
    expect(await json('conversations', 'list', '--store', store)).toMatchObject([{ id: 'cnv_vis_b' }]);
  });

  it('names the picture hosts of a catalogue that chatbots do not show, and allows them on request', async () => {
    const { id } = await json('stores', 'create', '--name', 'Pictures', '--plan', 'free');
    const agent = { ...sampleAgent(id), id: 'agt_pictures' };
    await addAgentTo(dataDir, agent);
    await json(
      'chatbots',
      'create',
      '--store',
      id,
      '--agent',
      agent.id,
      '--name',
      'Front',
      '--image-host',
      'a.example',
    );
    const input = '{"id":"a","title":"A","price":"5 EUR","image_url":"https://cdn.example/a.jpg"}\n';
    const importing = ['catalog', 'import', '-', '--store', id, '--shop-url', 'https://shop.example'];
    const first = await runInProcess(dataDir, importing, { input });
    expect(first.stdout).toContain('pictures of cdn.example are not shown yet');
    expect(first.stdout).not.toContain('no link');
    const second = await runInProcess(dataDir, [...importing, '--allow-image-hosts'], { input });
    expect(second.stdout).not.toContain('not shown');
    const [chatbot] = await json('chatbots', 'list', '--store', id);
    expect(chatbot.image_hosts).toEqual(['a.example', 'cdn.example']);
  });

  it('exits with 2 and one line of advice on wrong usage', async () => {
    for (const args of [
      ['stores', 'create', '--plan', 'pro'],
      ['stores', 'create', '--name', '', '--plan', 'pro'],
      ['stores', 'set-plan', storeId, '--plan', 'gold'],
      ['keys', 'list'],
      ['no-such-command'],
    ]) {
      const { code, stdout, stderr } = await runInProcess(dataDir, args);
      expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
      expect(stderr).toMatch(/^(error|agent-service): .+\n(\(add --help for usage\)\n)?$/);
    }
  });

  it('exits with 1 and one line when it fails', async () => {
    const unknown = await runInProcess(dataDir, ['keys', 'create', '--store', 'str_none']);
    expect(unknown).toEqual({ code: 1, stdout: '', stderr: 'agent-service: there is no store str_none\n' });
    const port = await runInProcess(dataDir, ['stores', 'list'], { env: { PORT: 'many' } });
    expect(port).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^agent-service: PORT must be .*\n$/),
    });
    const masterKey = await runInProcess(dataDir, ['stores', 'list'], {
      env: { MASTER_KEY: '0'.repeat(64) },
    });
    expect(masterKey.stderr).toMatch(
      /^agent-service: the keys in the database belong to another master key.*\n$/,
    );
    const folder = join(dataDir, 'service.db', 'inside');
    const { code, stderr } = await runInProcess(folder, ['stores', 'list']);
    expect({ code, lines: stderr.trimEnd().split('\n').length }).toEqual({ code: 1, lines: 1 });
  });

  it('rejects a wildcard in --origin with the reason in one line, and changes nothing', async () => {
    const agent = sampleAgent(storeId);
    await addAgentTo(dataDir, agent);
    const rejected = {
      code: 2,
      stdout: '',
      stderr:
        'agent-service: --origin must be one origin: wildcards such as *.shop.example are not supported, so give each subdomain\n',
    };
    const create = ['chatbots', 'create', '--store', storeId, '--agent', agent.id, '--name', 'Wild'];
    const before = await json('chatbots', 'list', '--store', storeId);
    expect(await runInProcess(dataDir, [...create, '--origin', 'https://*.shop'])).toEqual(rejected);
    expect(await json('chatbots', 'list', '--store', storeId)).toEqual(before);
    const { chatbot_id } = await json(...create, '--origin', 'https://shop.example');
    const update = ['chatbots', 'update', chatbot_id, '--store', storeId, '--origin', 'https://*.shop'];
    expect(await runInProcess(dataDir, update)).toEqual(rejected);
    expect(await json('chatbots', 'list', '--store', storeId)).toContainEqual(
      expect.objectContaining({ chatbot_id, allowed_origins: ['https://shop.example'] }),
    );
  });
});
