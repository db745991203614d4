import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { demoStores } from '../demo/demo-stores.ts';
import { seedDemo } from '../demo/seed-demo.ts';
import { axeViolations } from '../embed/widget/testing/axe-violations.ts';
import { findBrowser, launchBrowser } from '../testing/browser.ts';
import { startTestServer, type TestServer } from '../testing/start-test-server.ts';

const executable = findBrowser();

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ environment: { DEMO_SHOP: 'on' } });
});
afterAll(() => server.close());

/** The status of each page that the home page leads to. */
async function linkedPages(): Promise<Record<string, number>> {
  const html = await (await server.fetch('/')).text();
  const hrefs = [...html.matchAll(/<a href="([^"]+)"/g)].map(([, href = '']) => href);
  const statuses = await Promise.all(hrefs.map(async (href) => (await server.fetch(href)).status));
  return Object.fromEntries(hrefs.map((href, at) => [href, statuses[at] ?? 0]));
}

describe('GET /', () => {
  it('is a page that names the service and a first call, under a strict policy', async () => {
    const response = await server.fetch('/');
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(response.headers.get('content-security-policy')).toMatch(
      /^default-src 'none'; style-src 'sha256-[^']+'; img-src data:;/,
    );
    const html = await response.text();
    expect(html).toContain('<title>Conversational Agent Service</title>');
    expect(html).toContain('curl "$BASE_URL/api/agents" -H "Authorization: Bearer $API_KEY"');
    expect(html).not.toMatch(/<script|svc_|str_|agt_|cbt_/);
  });

  it('leads only to what is served: to the demo shop once it exists', async () => {
    expect(Object.keys(await linkedPages())).not.toContain('/demo/');
    // The demo is not created beside the test server's other stores, but its own store is filled.
    await server.addStore(demoStores.main);
    await seedDemo(server.deps, [server.service.baseUrl]);
    const pages = await linkedPages();
    expect(pages['/demo/']).toBe(200);
    expect(new Set(Object.values(pages))).toEqual(new Set([200]));
  });

  it('has the headers only for HEAD, and is 405 with the error body for other methods', async () => {
    const head = await server.fetch('/', { method: 'HEAD' });
    expect([head.status, await head.text()]).toEqual([200, '']);
    for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS']) {
      const response = await server.fetch('/', { method });
      expect([response.status, response.headers.get('allow')], method).toEqual([405, 'GET, HEAD']);
      expect(await response.json()).toMatchObject({ status: 405 });
    }
  });

  it.each(['/x', '/index.html', '//', '/home-page.css', '/favicon.ico'])(
    'is not what an unknown path gets: %s is the JSON 404',
    async (path) => {
      const response = await server.fetch(server.service.baseUrl + path);
      expect(response.status).toBe(404);
      expect(await response.json()).toEqual({ error: 'not found', status: 404, code: 'not_found' });
    },
  );
});

describe.skipIf(executable === undefined)('the home page in a browser', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchBrowser(executable ?? '');
  });
  afterAll(() => browser.close());

  it.each(['light', 'dark'] as const)('has no axe violations, and fits a phone: %s', async (colorScheme) => {
    const page = await browser.newPage({ ignoreHTTPSErrors: true, colorScheme });
    const problems: string[] = [];
    page.on('console', (line) => problems.push(line.text()));
    await page.goto(server.service.baseUrl);
    expect(await axeViolations(page)).toEqual([]);
    await page.setViewportSize({ width: 320, height: 568 });
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(320);
    const background = await page.evaluate('getComputedStyle(document.body).backgroundColor');
    expect(background).toBe(colorScheme === 'light' ? 'rgb(251, 250, 247)' : 'rgb(20, 24, 26)');
    expect(problems).toEqual([]);
    await page.close();
  });
});
