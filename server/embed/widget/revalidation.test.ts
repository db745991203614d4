import { changeStore } from '../../testing/test-shop.ts';
import { createHash, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { updateChatbot } from '../../services/chatbots.ts';
import { findBrowser, launchBrowser } from '../../testing/browser.ts';
import { type PageHost, startPageHost } from '../../testing/page-host.ts';
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts';

const executable = findBrowser();

/** The SHA-256 of the public key of the service's certificate, as Chromium names a trusted key. */
function keyHashOf({ service }: TestServer): string {
  const certificate = readFileSync(join(dirname(service.caFile ?? ''), 'server.pem'));
  const key = new X509Certificate(certificate).publicKey.export({ type: 'spki', format: 'der' });
  return createHash('sha256').update(key).digest('base64');
}

/** The statuses of the configuration's responses so far; 204 are preflights. */
function statusesOfReads({ logLines }: TestServer): (number | undefined)[] {
  const requests = logLines.map((line) => JSON.parse(line) as { path?: string; status?: number });
  const reads = requests.filter(({ path, status }) => path === '/api/widget/config' && status !== 204);
  return reads.map(({ status }) => status);
}

describe.skipIf(executable === undefined)('the configuration of the chatbot in a browser', () => {
  let server: TestServer;
  let host: PageHost;
  let browser: Browser;
  beforeAll(async () => {
    server = await startTestServer();
    host = await startPageHost(server.service.caFile ?? '');
    // A browser caches nothing from servers whose certificate it does not trust.
    const args = [`--ignore-certificate-errors-spki-list=${keyHashOf(server)}`];
    browser = await launchBrowser(executable ?? '', { args });
  });
  afterAll(async () => {
    await browser.close();
    await host.close();
    await server.close();
  });

  it('R-4.4-03 R-4.5-03 is loaded once, revalidated with 304 on the next page, and loaded again after a change', async () => {
    const { store, chatbotId } = server.shop;
    const change = (input: object): Promise<unknown> =>
      changeStore(server.deps, store.id, (context) => updateChatbot(context, chatbotId, input));
    await change({ allowed_origins: [host.origin] });
    const script = `${server.service.baseUrl}/embed/chatbot.js`;
    const tag = `<script src="${script}" data-chatbot-id="${chatbotId}" async></script>`;
    const url = host.add({ html: `<!doctype html><html lang="en"><body>${tag}</body></html>` });
    const page = await browser.newPage();
    const titleOfNextView = async (): Promise<string | null> => {
      await page.goto(url);
      await page.locator('agent-chatbot .launcher').click();
      return page.locator('agent-chatbot h2').textContent();
    };
    expect([await titleOfNextView(), await titleOfNextView()]).toEqual(['Shop', 'Shop']);
    await change({ config: { title: 'Changed' } });
    expect(await titleOfNextView()).toBe('Changed');
    // The log line may come after the page has shown the configuration.
    await expect.poll(() => statusesOfReads(server)).toEqual([200, 304, 200]);
  });
});
