import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../testing/start-test-server.ts';
import { embedSnippet } from './embed-script.ts';

describe('the snippet of a chatbot', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.close());

  it('is a script tag with data-chatbot-id and async whose address serves the script', async () => {
    const { chatbotId } = server.shop;
    const { tag } = await embedSnippet(server.deps, chatbotId, {
      baseUrl: server.service.baseUrl,
      lang: 'de',
    });
    const address = `${server.service.baseUrl}/embed/chatbot.js`;
    expect(tag).toBe(
      `<script src="${address}" data-chatbot-id="${chatbotId}" data-lang="de" async></script>`,
    );
    expect((await server.fetch('/embed/chatbot.js')).status).toBe(200);
  });

  it('R-4.5-13 can be pinned: its address is immutable, and its integrity matches the served script', async () => {
    const snippet = await embedSnippet(server.deps, server.shop.chatbotId, {
      baseUrl: server.service.baseUrl,
    });
    const [, path = '', integrity] =
      /src="https:\/\/[^/]+([^"]+)" integrity="([^"]+)"/.exec(snippet.pinned_tag) ?? [];
    const response = await server.fetch(path);
    expect(response.headers.get('cache-control')).toContain('immutable');
    const digest = await crypto.subtle.digest('SHA-384', await response.arrayBuffer());
    expect(integrity).toBe(`sha384-${Buffer.from(digest).toString('base64')}`);
  });

  it.each([
    [{ baseUrl: 'https://agents.example/path' }, 'origin'],
    [{ baseUrl: 'https://agents.example', lang: '"><script>' }, 'language'],
  ])('is rejected for %j', async (choices, word) => {
    await expect(embedSnippet(server.deps, server.shop.chatbotId, choices)).rejects.toThrow(word);
  });

  it('is rejected for an unknown chatbot', async () => {
    const choices = { baseUrl: 'https://agents.example' };
    await expect(embedSnippet(server.deps, 'cbt_nothing', choices)).rejects.toThrow('chatbot not found');
  });
});
