import type { Browser, Page, Request, Route } from 'playwright-core';
import { isObject } from '../../exchange.ts';

/** What a page with the embed script did. */
export interface PageLog {
  readonly origin: string;
  /** The status of the script's response, or why there was none. */
  script: number | string | undefined;
  /** The first response of the widget configuration endpoint, or why there was none; `position` and `theme` as configured. */
  configuration:
    | {
        readonly status: number | string;
        readonly position?: unknown;
        readonly theme?: unknown;
        readonly chatbotId?: string | null;
      }
    | undefined;
  /** Requests to the deployment that failed, such as `POST /embed/session 403`. */
  readonly failed: string[];
  /** Preflights that the browser rejected, by the path of the request and in the browser's words. */
  readonly preflights: { readonly path: string; readonly reason: string }[];
  /** Uncaught errors of the page. */
  readonly errors: string[];
  /** The corner in which something is drawn. */
  bubble: string | undefined;
  /** What the page's requests sent: addresses, headers and bodies. */
  readonly sent: string[];
  /** Whether the page has a colour of the theme; undefined where all are greys, or not of six hexadecimal digits. */
  hasColour: boolean | undefined;
}

/** A page with the embed script. */
export interface PageOptions {
  readonly baseUrl: string;
  readonly chatbotId: string;
  readonly origin: string;
  /** True where a server has the page: nothing is intercepted, so that the browser sends its preflights. */
  readonly isServed?: true;
  /** The position that the script receives in place of the configured one. */
  readonly position?: string;
}

const maxWatchMs = 5000;
const maxQuietMs = 1000;
const pollMs = 50;
const viewport = { width: 1000, height: 700 };

// The first point from below that is not the empty page. Finds closed shadow roots and frames, too.
const findBubble = `(() => {
  for (let y = ${viewport.height} - 8; y > 0; y -= 8)
    for (let x = 8; x < ${viewport.width}; x += 8) {
      const element = document.elementFromPoint(x, y);
      if (element && element !== document.body && element !== document.documentElement)
        return (y > ${viewport.height / 2} ? 'bottom' : 'top') + (x > ${viewport.width / 2} ? '-right' : '-left');
    }
})()`;

// What most pages have: the embed script is neither the first script of its page nor the last one.
const otherScripts = ['<script>window.dataLayer = [];</script>', '<script>dataLayer.push({});</script>'];

/** The HTML of a page, which includes the embed script as source 4.5 says. */
export function pageSource({ baseUrl, chatbotId }: Pick<PageOptions, 'baseUrl' | 'chatbotId'>): string {
  const id = chatbotId.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
  const tag = `<script async src="${baseUrl}/embed/chatbot.js" data-chatbot-id="${id}"></script>`;
  return `<!doctype html><html lang="en"><head><title>A shop</title></head><body>${otherScripts.join(tag)}</body></html>`;
}

/** The configured position and theme in a response. */
async function configurationIn(request: Request) {
  // A page that closes ends what it reads.
  const read = request.response().then((response): Promise<unknown> | undefined => response?.json());
  const body: unknown = await read.catch(() => undefined);
  const { position, theme } = isObject(body) && isObject(body['config']) ? body['config'] : {};
  return { position, theme };
}

/** Logs how a request to the deployment ended. */
async function logRequest(log: PageLog, request: Request, status: number | string): Promise<void> {
  const { pathname, searchParams } = new URL(request.url());
  if (pathname === '/embed/chatbot.js') log.script ??= status;
  if (pathname === '/api/widget/config' && typeof log.configuration?.status !== 'number')
    log.configuration = {
      status,
      chatbotId: searchParams.get('chatbot_id'),
      ...(await configurationIn(request)),
    };
  if (typeof status === 'string' || status >= 400)
    log.failed.push(`${request.method()} ${pathname} ${status}`);
}

// Shades, as of gradients and shadows, are near enough: another colour is not.
const maxDistance = 16;

/** The red, green and blue of the theme's colours, without greys: pages have white and black by themselves. */
function coloursOf(theme: unknown): readonly (readonly number[])[] {
  const texts = Object.values(isObject(theme) ? theme : {}).map(String);
  return texts
    .filter((text) => /^#[0-9a-f]{6}$/i.test(text))
    .map((text) => [1, 3, 5].map((at) => Number.parseInt(text.slice(at, at + 2), 16)))
    .filter((channels) => Math.max(...channels) - Math.min(...channels) > 2 * maxDistance);
}

/** Whether a screenshot, a data URL, has a pixel near a colour. Read in the page, which decodes images. */
function findColour(screenshot: string, colours: readonly (readonly number[])[]): string {
  return `(async () => {
    const image = new Image();
    image.src = ${JSON.stringify(screenshot)};
    await image.decode();
    const canvas = new OffscreenCanvas(image.width, image.height).getContext('2d');
    canvas.drawImage(image, 0, 0);
    const { data } = canvas.getImageData(0, 0, image.width, image.height);
    const isNear = (at, colour) =>
      colour.every((value, index) => Math.abs(data[at + index] - value) <= ${maxDistance});
    for (let at = 0; at < data.length; at += 4)
      if (${JSON.stringify(colours)}.some((colour) => isNear(at, colour))) return true;
    return false;
  })()`;
}

const maxFadeMs = 2000;

/** Looks for the configured colours until one is drawn: bubbles fade in. */
async function watchColour(page: Page, log: PageLog): Promise<void> {
  const colours = coloursOf(log.configuration?.theme);
  if (log.bubble === undefined || colours.length === 0) return;
  const began = performance.now();
  do {
    const screenshot = `data:image/png;base64,${(await page.screenshot()).toString('base64')}`;
    log.hasColour = (await page.evaluate(findColour(screenshot, colours))) as boolean;
    if (log.hasColour) return;
    await page.waitForTimeout(pollMs);
  } while (performance.now() - began < maxFadeMs);
}

/** Waits until the bubble shows, or nothing is requested for a second. */
async function watchUntilQuiet(page: Page, log: PageLog, isActive: () => boolean): Promise<void> {
  const began = performance.now();
  while (performance.now() - began < maxWatchMs && isActive()) {
    log.bubble = (await page.evaluate(findBubble)) as string | undefined;
    if (log.bubble !== undefined && log.configuration !== undefined) return;
    await page.waitForTimeout(pollMs);
  }
}

/** Waits until the bubble is in its corner: some move to it. */
async function watchPosition(page: Page, log: PageLog): Promise<void> {
  const began = performance.now();
  while (log.bubble !== log.configuration?.position && performance.now() - began < maxFadeMs) {
    await page.waitForTimeout(pollMs);
    log.bubble = (await page.evaluate(findBubble)) as string | undefined;
  }
}

const configurations = '**/api/widget/config?*';

/** Responds with the configuration of the deployment, in which the position is another one. */
async function fulfillWith(route: Route, position: string): Promise<void> {
  const response = await route.fetch();
  const body: unknown = await response.json();
  const config = isObject(body) ? body['config'] : undefined;
  if (!isObject(body) || !isObject(config)) return route.fulfill({ response });
  await route.fulfill({ response, json: { ...body, config: { ...config, position } } });
}

/** Gives the page its configuration with another position. */
async function changePosition(page: Page, position: string): Promise<void> {
  // A page that closes ends its requests.
  const keep = (route: Route): Promise<void> => route.continue().catch(() => undefined);
  await page.route(configurations, (route) => fulfillWith(route, position).catch(() => keep(route)));
}

// Chromium reports why it rejected a preflight to the console only.
const rejectedPreflight =
  /^Access to \S+ at '(.+)' from origin '.*' has been blocked by CORS policy: (.*preflight.*)$/s;

/**
 * Logs what the page requests, and its errors. `address` is that of the page itself. Returns whether a request is under
 * way, with its preflight, or one ended in the last second.
 */
function logEvents(page: Page, log: PageLog, baseUrl: string, address: string): () => boolean {
  const pending = new Set<Request | Promise<void>>();
  let active = performance.now();
  const end = (ended: Request | Promise<void>): void => {
    pending.delete(ended);
    active = performance.now();
  };
  const isOfDeployment = (url: string): boolean => url.startsWith(`${baseUrl}/`) && url !== address;
  const logResult = (request: Request, status: number | string): void => {
    if (!isOfDeployment(request.url())) return;
    const logged = logRequest(log, request, status);
    pending.add(logged);
    void logged.then(() => end(logged));
  };
  page.on('pageerror', ({ message }) => log.errors.push(message));
  page.on('console', (message) => {
    const [, url = '', reason = ''] = rejectedPreflight.exec(message.text()) ?? [];
    if (isOfDeployment(url)) log.preflights.push({ path: new URL(url).pathname, reason });
  });
  page.on('request', (request) => {
    pending.add(request);
    log.sent.push(`${request.url()} ${JSON.stringify(request.headers())} ${request.postData() ?? ''}`);
  });
  page.on('response', (response) => logResult(response.request(), response.status()));
  page.on('requestfinished', end);
  page.on('requestfailed', (request) => {
    logResult(request, request.failure()?.errorText ?? 'failed');
    end(request);
  });
  return () => pending.size > 0 || performance.now() - active < maxQuietMs;
}

/**
 * Opens a page at any origin, which includes the embed script, and watches what it does. A page that is not served is
 * intercepted: Chromium then allows every preflight itself, whatever the deployment responds.
 */
export async function watchPage(browser: Browser, options: PageOptions): Promise<PageLog> {
  const { baseUrl, origin, isServed, position } = options;
  const log: PageLog = {
    origin,
    script: undefined,
    configuration: undefined,
    failed: [],
    preflights: [],
    errors: [],
    sent: [],
    bubble: undefined,
    hasColour: undefined,
  };
  const context = await browser.newContext({ ignoreHTTPSErrors: true, viewport });
  try {
    const page = await context.newPage();
    const address = `${origin}/agent-conformance-page`;
    const html = { contentType: 'text/html; charset=utf-8', body: pageSource(options) };
    if (isServed !== true) await page.route(address, (route) => route.fulfill(html));
    if (position !== undefined) await changePosition(page, position);
    const isActive = logEvents(page, log, baseUrl, address);
    await page.goto(address);
    await watchUntilQuiet(page, log, isActive);
    if (log.bubble !== undefined && log.configuration !== undefined) await watchPosition(page, log);
    if (position === undefined) await watchColour(page, log);
    return log;
  } finally {
    await context.close();
  }
}
