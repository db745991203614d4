import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemClock } from '../support/clock.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { sampleAgent, sampleStore } from '../testing/sample-records.ts';
import {
  type ChatbotChange,
  type ChatbotDeps,
  createChatbot,
  defaultSettings,
  listChatbots,
  updateChatbot,
} from './chatbots.ts';
import { addStore, addAgent } from '../testing/test-shop.ts';

describe('a chatbot', () => {
  let database: TestDatabase;
  let deps: ChatbotDeps;
  const [store, other] = [sampleStore(), sampleStore()];
  const agent = sampleAgent(store.id);
  const foreignAgent = sampleAgent(other.id);
  beforeAll(async () => {
    database = await createTestDatabase();
    deps = { database: database.database, repositories: database.repositories, clock: systemClock };
    for (const each of [store, other]) await addStore(deps, each);
    await addAgent(database, agent);
    await addAgent(database, foreignAgent);
  });
  afterAll(() => database.close());

  it('has default settings for what was not chosen', async () => {
    const chatbot = await createChatbot(deps, store.id, { agentId: agent.id, name: 'Front page' });
    expect(chatbot).toMatchObject({ agentId: agent.id, name: 'Front page', allowedOrigins: [] });
    expect(chatbot).toMatchObject({ imageHosts: [], linkHosts: [] });
    expect(chatbot.config).toEqual(defaultSettings);
    expect(await listChatbots(deps, store.id)).toContainEqual(chatbot);
  });

  it('changes only in the given parts, colours one by one', async () => {
    const made = await createChatbot(deps, store.id, {
      agentId: agent.id,
      name: 'Footer',
      config: { subtitle: 'We reply at once', theme: { primary_color: '#123456' } },
    });
    const changed = await updateChatbot(deps, store.id, made.id, {
      // As the address bar of a browser shows it.
      allowedOrigins: ['https://shop.example:8443/'],
      config: { position: 'bottom-left', theme: { text_color: '#000' } },
    });
    expect(changed).toMatchObject({ name: 'Footer', allowedOrigins: ['https://shop.example:8443'] });
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
    expect(await deps.repositories.chatbots.find(store.id, made.id)).toEqual(changed);
  });

  it('R-5-14 accepts only an agent of the same store', async () => {
    const input = { agentId: foreignAgent.id, name: 'Borrowed' };
    await expect(createChatbot(deps, store.id, input)).rejects.toMatchObject({ code: 'not_found' });
    const own = await createChatbot(deps, store.id, { agentId: agent.id, name: 'Own' });
    const change = { agentId: foreignAgent.id };
    await expect(updateChatbot(deps, store.id, own.id, change)).rejects.toMatchObject({ code: 'not_found' });
    await expect(updateChatbot(deps, other.id, own.id, {})).rejects.toMatchObject({ code: 'not_found' });
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
    [{ allowedOrigins: ['https://shop.example/page'] }, 'allowedOrigins[0] must be an origin'],
    [{ allowedOrigins: ['http://shop.example'] }, 'allowedOrigins[0] must be an origin'],
    [{ allowedOrigins: ['*'] }, 'allowedOrigins[0] must be one origin: wildcards'],
    [{ allowedOrigins: ['null'] }, 'allowedOrigins[0] must be an origin'],
    [{ linkHosts: ['shop.example', '*.shop.example'] }, 'linkHosts[1] must be a host'],
    [{ linkHosts: ['SHOP.example'] }, 'linkHosts[0] must be a host'],
    [{ linkHosts: ['münze.example'] }, 'linkHosts[0] must be a host'],
    [{ allowedOrigins: ['https://*.shop.example'] }, 'allowedOrigins[0] must be one origin: wildcards'],
  ])('is rejected when one field is invalid: %#', async (change, message) => {
    const wrong: ChatbotChange = change;
    const input = { ...wrong, agentId: agent.id, name: 'Never' };
    await expect(createChatbot(deps, store.id, input)).rejects.toMatchObject({
      code: 'invalid_request',
      message: expect.stringContaining(message),
    });
  });

  it('accepts HTTPS origins and origins of this machine', async () => {
    const allowedOrigins = ['https://shop.example', 'http://localhost:3000', 'http://[::1]'];
    const chatbot = await createChatbot(deps, store.id, {
      agentId: agent.id,
      name: 'Anywhere',
      allowedOrigins,
    });
    expect(chatbot.allowedOrigins).toEqual(allowedOrigins);
  });
});
