import type { Browser, Page, Request, Route } from 'playwright-core';
import { isObject } from '../../exchange.ts';

/** What a page with the embed script did. */
export interface PageLog {
  readonly origin: string;
  /** The status of the script's response, or why there was none. */
  script: number | string | undefined;
  /** The first response of the widget configuration endpoint, `position` and `theme` as configured. */
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
  /** Uncaught errors of the page. */
  readonly errors: string[];
  /** The corner in which something is drawn. */
  bubble: string | undefined;
  /** What the page's requests sent: addresses, headers and bodies. */
  readonly sent: string[];
  /** Whether the page has a colour of the theme; undefined where all are greys, or not of six hexadecimal digits. */
  hasColour: boolean | undefined;
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

function pageSource(baseUrl: string, chatbotId: string): string {
  const id = chatbotId.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
  const tag = `<script async src="${baseUrl}/embed/chatbot.js" data-chatbot-id="${id}"></script>`;
  return `<!doctype html><html lang="en"><head><title>A shop</title></head><body>${tag}</body></html>`;
}

/** The configured position and theme in a response. */
async function configurationIn(request: Request) {
  const response = await request.response();
  const body: unknown = await response?.json().catch(() => undefined);
  const { position, theme } = isObject(body) && isObject(body['config']) ? body['config'] : {};
  return { position, theme };
}

/** Logs how a request to the deployment ended. */
async function logRequest(log: PageLog, request: Request, status: number | string): Promise<void> {
  const { pathname, searchParams } = new URL(request.url());
  if (pathname === '/embed/chatbot.js') log.script ??= status;
  if (pathname === '/api/widget/config')
    log.configuration ??= {
      ...{ status, chatbotId: searchParams.get('chatbot_id') },
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
  const reader = await page.context().newPage();
  const began = performance.now();
  do {
    const screenshot = `data:image/png;base64,${(await page.screenshot()).toString('base64')}`;
    log.hasColour = (await reader.evaluate(findColour(screenshot, colours))) as boolean;
    if (log.hasColour) return;
    await page.waitForTimeout(pollMs);
  } while (performance.now() - began < maxFadeMs);
}

/** Waits until the bubble shows, or nothing is requested for a second. */
async function watchUntilQuiet(page: Page, log: PageLog): Promise<void> {
  const began = performance.now();
  let active = began;
  page.on('request', () => (active = performance.now()));
  page.on('response', () => (active = performance.now()));
  while (performance.now() - began < maxWatchMs && performance.now() - active < maxQuietMs) {
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

/** Opens a page at any origin, which includes the embed script as source 4.5 says, and watches what it does, with another position than the configured one where given. */
export async function watchPage(
  browser: Browser,
  baseUrl: string,
  chatbotId: string,
  origin: string,
  position?: string,
): Promise<PageLog> {
  const log: PageLog = {
    ...{ origin, script: undefined, configuration: undefined },
    ...{ failed: [], errors: [], sent: [], bubble: undefined, hasColour: undefined },
  };
  const context = await browser.newContext({ ignoreHTTPSErrors: true, viewport });
  try {
    const page = await context.newPage();
    const address = `${origin}/agent-conformance-page`;
    const source = pageSource(baseUrl, chatbotId);
    await page.route(address, (route) =>
      route.fulfill({ contentType: 'text/html; charset=utf-8', body: source }),
    );
    if (position !== undefined) await changePosition(page, position);
    const isOfDeployment = (url: string): boolean => url.startsWith(`${baseUrl}/`) && url !== address;
    page.on('pageerror', ({ message }) => log.errors.push(message));
    page.on('request', (request) => {
      log.sent.push(`${request.url()} ${JSON.stringify(request.headers())} ${request.postData() ?? ''}`);
    });
    page.on('requestfailed', (request) => {
      const reason = request.failure()?.errorText ?? 'failed';
      if (isOfDeployment(request.url())) void logRequest(log, request, reason);
    });
    page.on('response', (response) => {
      if (isOfDeployment(response.url())) void logRequest(log, response.request(), response.status());
    });
    await page.goto(address);
    await watchUntilQuiet(page, log);
    if (log.bubble !== undefined && log.configuration !== undefined) await watchPosition(page, log);
    if (position === undefined) await watchColour(page, log);
    return log;
  } finally {
    await context.close();
  }
}
