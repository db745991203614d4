import { dirname, join } from 'node:path';
import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { checkLayout, itInLayouts } from '../../server/dashboard/testing/check-layout.ts';
import { docsFolder } from '../../server/http/docs.ts';
import { type Contexts, findBrowser, openContexts } from '../../server/testing/browser.ts';
import { startTestServer, type TestServer } from '../../server/testing/start-test-server.ts';
import { buildDocs, writeDocs } from './build-docs.ts';
import { pages } from './layout.ts';

const executable = findBrowser();
const root = dirname(dirname(import.meta.dirname));

describe.skipIf(executable === undefined)('the docs in a browser', () => {
  let server: TestServer;
  let contexts: Contexts;
  let context: BrowserContext;
  let page: Page;
  let problems: string[];

  beforeAll(async () => {
    writeDocs(buildDocs(join(root, 'spec')), docsFolder);
    [server, contexts] = await Promise.all([startTestServer(), openContexts(executable ?? '')]);
  });
  afterAll(async () => {
    await contexts?.close();
    await server?.close();
  });
  beforeEach(() => open({ viewport: { width: 1440, height: 900 } }));
  afterEach(() => context.close());

  async function open(layout: BrowserContextOptions): Promise<void> {
    context = await contexts.open(layout);
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    page = await context.newPage();
    problems = [];
    page.on('pageerror', ({ message }) => problems.push(message));
    page.on('console', (line) => {
      if (line.type() === 'error') problems.push(line.text());
    });
  }

  async function visit(file: string): Promise<void> {
    await page.goto(`${server.service.baseUrl}/docs/${file}`);
  }

  async function checkPage(file: string): Promise<void> {
    await visit(file);
    await checkLayout(page, file);
    const box = await page.locator('.pages [aria-current]').boundingBox();
    const width = page.viewportSize()?.width ?? 0;
    expect(box && box.x >= 0 && box.x + box.width <= width, `the tab of ${file} is in view`).toBe(true);
    expect(problems).toEqual([]);
  }

  itInLayouts(
    'pages with forms, code, tables and long words are accessible and fit the window',
    async (layout) => {
      await context.close();
      await open(layout);
      for (const file of ['index.html', 'implementing.html']) await checkPage(file);
    },
  );

  it('every other page is so, too', { tags: ['nightly'] }, async () => {
    for (const [file] of pages) await checkPage(file);
  });

  it('finds sections of all pages by keyboard, and follows a hit', async () => {
    await visit('index.html');
    await page.keyboard.press('/');
    await page.keyboard.type('lone surrogate');
    await page.getByText(/\d+ found/).waitFor();
    await checkLayout(page, 'search', 'dialog.search');
    await page.keyboard.press('ArrowDown');
    const hit = page.locator('dialog.search a:focus');
    await expect.poll(() => hit.textContent()).toMatch(/^(API|Requirements|Implementing it)/);
    const href = (await hit.getAttribute('href')) ?? '';
    await page.keyboard.press('Enter');
    await page.waitForURL(`**/${href}`);
    await page.keyboard.press('/');
    await page.keyboard.type('R-4.1-03');
    await page.getByText(/\d+ found/).waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL('**/requirements.html#R-4.1-03');
    expect(problems).toEqual([]);
  });

  it('copies a sample in the language that the reader has chosen on the page', async () => {
    await visit('api.html#streamAgentChat');
    await page.locator('#streamAgentChat').getByText('Python', { exact: true }).click();
    await page.locator('#streamAgentChat').getByText('Go', { exact: true }).press('Enter');
    const sample = page.locator('#createAgent .sample[open]', { hasText: 'package main' });
    await sample.hover();
    await sample.getByRole('button', { name: 'Copy' }).click();
    await sample.getByText('Copied').waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).toMatch(
      /^package main\n[^]*"Shop assistant"/,
    );
    expect(problems).toEqual([]);
  });
});
