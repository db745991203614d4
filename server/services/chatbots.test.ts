import { afterAll, beforeAll, expect, it } from 'vitest';
import { allChatbots, findChatbot, findPublicChatbot } from '../db/chatbots.ts';
import type { Context } from '../db/database.ts';
import type { TestDatabase } from '../testing/database.ts';
import { describeOnEngines } from '../testing/databases.ts';
import { sampleAgent, sampleChatbot, sampleStore } from '../testing/sample-records.ts';
import { addStore, addAgent, addChatbot, changeStore } from '../testing/test-shop.ts';
import {
  type ChatbotChange,
  createChatbot,
  defaultSettings,
  deleteChatbot,
  replaceChatbot,
  updateChatbot,
} from './chatbots.ts';

const notFound = { code: 'not_found', message: 'chatbot not found' };

describeOnEngines('a chatbot', ({ create: createDatabase }) => {
  let database: TestDatabase;
  const [store, other] = [sampleStore(), sampleStore()];
  const agent = sampleAgent(store.id);
  const foreignAgent = sampleAgent(other.id);
  beforeAll(async () => {
    database = await createDatabase();
    for (const each of [store, other]) await addStore(database, each);
    await addAgent(database, agent);
    await addAgent(database, foreignAgent);
  });
  afterAll(() => database.close());

  const reader = (storeId = store.id) => database.database.reader(storeId);
  const change = <Result>(verb: (context: Context) => Promise<Result>, storeId = store.id) =>
    changeStore(database, storeId, verb);
  const create = (input: ChatbotChange & { name: string }, storeId = store.id) =>
    change((context) => createChatbot(context, { ...input, agent_id: input.agent_id ?? agent.id }), storeId);
  const added = async () => {
    const chatbot = sampleChatbot(store.id, agent.id, { link_hosts: ['shop.example'] });
    await addChatbot(database, chatbot);
    return chatbot;
  };

  it('keeps every field, and is found in its store and by its public id', async () => {
    const chatbot = await added();
    expect(await findChatbot(reader(), chatbot.id)).toMatchObject(chatbot);
    expect(await findPublicChatbot(database.database, chatbot.id)).toMatchObject(chatbot);
    expect(await allChatbots(reader())).toContainEqual(expect.objectContaining(chatbot));
  });

  it('R-5-14 is not found and not changed by another store', async () => {
    const chatbot = await added();
    await expect(findChatbot(reader(other.id), chatbot.id)).rejects.toMatchObject(notFound);
    const taken = change((context) => updateChatbot(context, chatbot.id, { name: 'Taken' }), other.id);
    await expect(taken).rejects.toMatchObject(notFound);
    const deleted = change((context) => deleteChatbot(context, chatbot.id, 1), other.id);
    await expect(deleted).rejects.toMatchObject(notFound);
    expect(await findChatbot(reader(), chatbot.id)).toMatchObject(chatbot);
    expect(await allChatbots(reader(other.id))).toEqual([]);
  });

  it('is replaced and deleted in its present version only', async () => {
    const chatbot = await added();
    const results = await Promise.allSettled(
      ['A', 'B', 'C', 'D'].map((name) =>
        change((context) => replaceChatbot(context, chatbot.id, { ...chatbot, name })),
      ),
    );
    const rejected = results.filter(({ status }) => status === 'rejected');
    expect(rejected).toMatchObject([1, 2, 3].map(() => ({ reason: { code: 'conflict' } })));
    const remove = (version: number) => change((context) => deleteChatbot(context, chatbot.id, version));
    await expect(remove(1)).rejects.toMatchObject({ code: 'conflict' });
    expect(await findChatbot(reader(), chatbot.id)).toMatchObject({ version: 2 });
    await remove(2);
    await expect(remove(2)).rejects.toMatchObject(notFound);
    await expect(findChatbot(reader(), chatbot.id)).rejects.toMatchObject(notFound);
  });

  it('has default settings for what was not chosen', async () => {
    const chatbot = await create({ name: 'Front page' });
    expect(chatbot).toMatchObject({ agent_id: agent.id, name: 'Front page', allowed_origins: [] });
    expect(chatbot).toMatchObject({ image_hosts: [], link_hosts: [] });
    expect(chatbot.config).toEqual(defaultSettings);
    expect(await allChatbots(reader())).toContainEqual(expect.objectContaining(chatbot));
  });

  it('changes only in the given parts, colours one by one', async () => {
    const made = await create({
      name: 'Footer',
      config: { subtitle: 'We reply at once', theme: { primary_color: '#123456' } },
    });
    const changed = await change((context) =>
      updateChatbot(context, made.id, {
        // As the address bar of a browser shows it.
        allowed_origins: ['https://shop.example:8443/'],
        config: { position: 'bottom-left', theme: { text_color: '#000' } },
      }),
    );
    expect(changed).toMatchObject({ name: 'Footer', allowed_origins: ['https://shop.example:8443'] });
    expect(changed.config).toEqual({
      ...defaultSettings,
      subtitle: 'We reply at once',
      position: 'bottom-left',
      theme: {
        ...defaultSettings.theme,
        primary_color: '#123456',
        user_message_color: '#123456',
        text_color: '#000',
      },
    });
    expect(await findChatbot(reader(), made.id)).toMatchObject(changed);
  });

  it('has a note for the team, which the audit log names when it changes, and null removes', async () => {
    const { id } = await create({ name: 'Noted', note: 'Until the new shop opens' });
    await change((context) => updateChatbot(context, id, { name: 'Renamed' }));
    expect(await findChatbot(reader(), id)).toMatchObject({ note: 'Until the new shop opens' });
    await change((context) => updateChatbot(context, id, { note: null }));
    expect(await findChatbot(reader(), id)).toMatchObject({ note: null });
    const details = await database.db('audit_log').where({ subject: id }).orderBy('sequence').pluck('detail');
    expect(details).toEqual(['Noted', 'Renamed', 'Renamed: note changed']);
    await expect(create({ name: 'Long', note: 'x'.repeat(501) })).rejects.toThrow('note must');
  });

  it('R-5-14 accepts only an agent of the same store', async () => {
    const agentNotFound = { code: 'not_found', message: 'agent not found' };
    const borrowed = { agent_id: foreignAgent.id };
    await expect(create({ ...borrowed, name: 'Borrowed' })).rejects.toMatchObject(agentNotFound);
    const own = await create({ name: 'Own' });
    const borrow = change((context) => updateChatbot(context, own.id, borrowed));
    await expect(borrow).rejects.toMatchObject(agentNotFound);
  });

  it.each<[object, string]>([
    [
      { config: { theme: { primary_color: 'blue' } } },
      'config.theme.primary_color must be a colour such as #1f6feb',
    ],
    [{ config: { theme: { primary_color: '#12345' } } }, 'config.theme.primary_color must be a colour'],
    [{ config: { bubble_style: 'oval' } }, 'config.bubble_style must be rounded, square or pill'],
    [{ config: { position: 'top-left' } }, 'config.position must be bottom-right or bottom-left'],
    [{ config: { title: '' } }, 'config.title must not be empty'],
    [{ config: { suggested_prompts: ['ok', ''] } }, 'config.suggested_prompts[1] must not be empty'],
    [{ config: { shadow: 'yes' } }, 'unknown field config.shadow'],
    [{ allowed_origins: ['https://shop.example/page'] }, 'allowed_origins[0] must be an origin'],
    [{ allowed_origins: ['http://shop.example'] }, 'allowed_origins[0] must be an origin'],
    [{ allowed_origins: ['*'] }, 'allowed_origins[0] must be one origin: wildcards'],
    [{ allowed_origins: ['null'] }, 'allowed_origins[0] must be an origin'],
    [{ link_hosts: ['shop.example', '*.shop.example'] }, 'link_hosts[1] must be a host'],
    [{ link_hosts: ['SHOP.example'] }, 'link_hosts[0] must be a host'],
    [{ link_hosts: ['münze.example'] }, 'link_hosts[0] must be a host'],
    [{ allowed_origins: ['https://*.shop.example'] }, 'allowed_origins[0] must be one origin: wildcards'],
  ])('is rejected when one field is invalid: %#', async (invalid, message) => {
    const wrong: ChatbotChange = invalid;
    await expect(create({ ...wrong, name: 'Never' })).rejects.toMatchObject({
      code: 'invalid_request',
      message: expect.stringContaining(message),
    });
  });

  it('accepts HTTPS origins and origins of this machine', async () => {
    const allowed_origins = ['https://shop.example', 'http://localhost:3000', 'http://[::1]'];
    const chatbot = await create({ name: 'Anywhere', allowed_origins });
    expect(chatbot.allowed_origins).toEqual(allowed_origins);
  });
});
