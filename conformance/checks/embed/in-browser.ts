import { unexpected } from '../../model/verify-error.ts';
import type { Browser } from 'playwright-core';
import { Untested, type Check, type CheckContext, type Finding } from '../../check.ts';
import { secretsOf } from '../../client/redact.ts';
import { launchChromium } from './chromium.ts';
import { servePage } from './page-server.ts';
import { pageSource, watchPage, type PageLog, type PageOptions } from './watch-page.ts';

// The origin that operators allow. Where the port is taken, a page on a free one shows the preflights of deployments
// that allow every origin.
const shopPort = 4173;
const shopOrigin = `http://localhost:${shopPort}`;

/** Whether the deployment rejected what the script requested: which pages may use a chatbot is open (decision 0016). */
function isRejected({ script, failed, preflights, configuration, bubble }: PageLog): boolean {
  // A script may draw a bubble of its own where it receives no configuration.
  const isUnconfigured = preflights.length > 0 && typeof configuration?.status !== 'number';
  return script === 200 && failed.length > 0 && (bubble === undefined || isUnconfigured);
}

/**
 * Verifies that the browser's preflight is allowed where the request itself is: `served` is a page with preflights, and
 * `intercepted` one without. Where both are rejected, or they have other origins, nothing follows: which origins are
 * allowed is open. Source 4.5.
 */
export function verifyPreflight(served: PageLog, intercepted: PageLog): readonly Finding[] {
  const [preflight] = served.preflights;
  const { origin, configuration, bubble } = intercepted;
  const isReceived = typeof configuration?.status === 'number' && configuration.status < 400;
  if (preflight === undefined || !isRejected(served) || origin !== served.origin) return [];
  if (!isReceived || bubble === undefined) return [];
  const actual = `on a page of ${origin} the browser reports: ${preflight.reason}`;
  return [{ requirement: 'R-4.5-04', expected: ['preflight-allowed', preflight.path], actual }];
}

// The preflight is not handled at all: a 403 may be of an origin that is not allowed.
const unhandled = [401, 404, 405, 501];

/** Reports a preflight that no origin passes: one that is not handled, or that leaves out a header of the script. */
async function reportPreflight(
  { client, report }: CheckContext,
  served: PageLog,
  intercepted: PageLog,
): Promise<void> {
  const [found] = verifyPreflight(served, intercepted);
  const [preflight] = served.preflights;
  if (found === undefined || preflight === undefined) return;
  const { status } = await client.send({
    method: 'OPTIONS',
    path: preflight.path,
    credential: { type: 'none' },
    headers: {
      origin: served.origin,
      'access-control-request-method': 'GET',
      'access-control-request-headers': 'authorization',
    },
  });
  if (unhandled.includes(status) || /^(?:Request header field|Method) /.test(preflight.reason)) report(found);
}

/** Verifies that the browser loads the script for a page of another origin, as far as its own header is concerned. */
function verifyLoads({ origin, script }: PageLog): readonly Finding[] {
  if (typeof script !== 'string' || !script.endsWith('ERR_BLOCKED_BY_RESPONSE.NotSameOrigin')) return [];
  const expected = 'script-loads-in-page';
  return [{ requirement: 'R-4.5-05', expected, actual: `${script} on a page of ${origin}` }];
}

/** Verifies what a page with the script did. Source 4.5. */
export function verifyPage(log: PageLog): readonly Finding[] {
  const { configuration, bubble, errors, hasColour } = log;
  const error = errors[0] === undefined ? '' : `; the page reports ${errors[0]}`;
  if (configuration === undefined) {
    const expected = 'script-requests-config';
    return [{ requirement: 'R-4.5-03', expected, actual: `no request to it${error}` }];
  }
  if (bubble === undefined) {
    const expected = 'bubble-drawn';
    return [{ requirement: 'R-4.5-04', expected, actual: `nothing is drawn on the page${error}` }];
  }
  const found: Finding[] = [];
  if (hasColour === false) {
    const actual = `nothing is drawn in one of ${JSON.stringify(configuration.theme)}`;
    found.push({ requirement: 'R-4.5-04', expected: 'bubble-has-theme', actual });
  }
  if (bubble !== configuration.position && typeof configuration.position === 'string') {
    const expected = ['bubble-at-position', configuration.position] as const;
    found.push({ requirement: 'R-4.5-04', expected, actual: `it is at ${bubble}` });
  }
  return found;
}

/** Verifies that the script requested the chatbot of its attribute, whatever the response. Source 4.5. */
function verifyChatbotId(log: PageLog | undefined, chatbotId: string | undefined): readonly Finding[] {
  const requested = log?.configuration?.chatbotId;
  if (requested === undefined || requested === chatbotId) return [];
  const expected = ['config-of-own-chatbot', JSON.stringify(chatbotId)] as const;
  return [{ requirement: 'R-4.5-03', expected, actual: `a request for ${JSON.stringify(requested)}` }];
}

/** Verifies that the script sends the header without which its request for the configuration is 401. Source 4.4 and 4.5. */
export function verifyAuthorization({ configuration, sent }: PageLog): readonly Finding[] {
  const requests = sent.filter((one) => new URL(one.split(' ')[0] ?? '').pathname === '/api/widget/config');
  if (configuration?.status !== 401 || requests.some((one) => /"authorization":/i.test(one))) return [];
  const expected = 'script-authorizes';
  return [{ requirement: 'R-4.5-03', expected, actual: 'no such header, and status 401' }];
}

/** Source 5.9: a key that a page sends is in its code, or in what its code receives. */
function verifyNoKey(keys: readonly string[], logs: readonly PageLog[]): readonly Finding[] {
  const sent = logs.flatMap((log) => log.sent).find((one) => keys.some((key) => one.includes(key)));
  if (sent === undefined) return [];
  const actual = `the key in the request of ${sent.split(/[ ?]/)[0] ?? ''}`;
  return [{ requirement: 'R-5-10', expected: 'page-sends-no-key', actual }];
}

type Embed = Pick<PageOptions, 'baseUrl' | 'chatbotId'>;

function embedOf({ target: { baseUrl, stores } }: CheckContext): Embed {
  return { baseUrl, chatbotId: stores.main.chatbotId ?? '' };
}

/** A token that any visitor of a page receives is no key, whatever else it opens. Source 5.6 and 5.9. */
async function verifyVisitorToken(
  { client, report, target }: CheckContext,
  logs: readonly PageLog[],
): Promise<void> {
  const tokens = logs.flatMap(({ sent }) => sent.map((one) => /"authorization":"([^"]+)"/i.exec(one)?.[1]));
  const id = encodeURIComponent(target.stores.main.chatbotId ?? '');
  for (const value of new Set(tokens.filter((token) => token !== undefined)))
    for (const path of ['/api/agents', `/api/agents?chatbot_id=${id}`]) {
      const credential = { type: 'header', value, shell: '<the token of a visitor>' } as const;
      const exchange = await client.send({ method: 'GET', path, credential });
      if (exchange.status >= 300) continue;
      report(unexpected('R-5-06', 'visitor-token-lists-nothing', exchange));
    }
}

const corners = ['bottom-right', 'bottom-left'];

/** The bubble moves when the configuration has the other position: a script may have one for all chatbots. */
async function verifyOtherPosition(context: CheckContext, browser: Browser, log: PageLog): Promise<void> {
  const { bubble, configuration, origin } = log;
  const position = corners.find((one) => one !== bubble);
  if (bubble === undefined || position === undefined || bubble !== configuration?.position) return;
  const again = await watchPage(browser, { ...embedOf(context), origin, position });
  if (again.configuration?.position !== position || again.bubble !== bubble) return;
  const expected = ['bubble-follows-position', position] as const;
  context.report({ requirement: 'R-4.5-04', expected, actual: `it is at ${bubble}, as with ${bubble}` });
}

/** Opens a page of a shop that a server has, where it can listen. */
async function watchServedPage(browser: Browser, embed: Embed): Promise<PageLog | undefined> {
  const page = await servePage(pageSource(embed), shopPort);
  if (page === undefined) return undefined;
  try {
    return await watchPage(browser, { ...embed, origin: page.origin, isServed: true });
  } finally {
    await page.close();
  }
}

/** Opens intercepted pages until the deployment lets one use the chatbot: of a shop, or of its own origin. */
async function watchInterceptedPages(browser: Browser, embed: Embed, origin: string): Promise<PageLog[]> {
  const logs: PageLog[] = [];
  for (const each of new Set([origin, shopOrigin, embed.baseUrl])) {
    const log = await watchPage(browser, { ...embed, origin: each });
    logs.push(log);
    if (!isRejected(log)) break;
  }
  return logs;
}

/** Verifies the page that the deployment lets use the chatbot. */
async function verifyInBrowser(context: CheckContext, browser: Browser): Promise<void> {
  const embed = embedOf(context);
  const served = await watchServedPage(browser, embed);
  const intercepted =
    served === undefined || isRejected(served)
      ? await watchInterceptedPages(browser, embed, served?.origin ?? shopOrigin)
      : [];
  const logs = [...(served === undefined ? [] : [served]), ...intercepted];
  const log = logs.at(-1);
  const leaked = verifyNoKey(secretsOf(context.target), logs);
  context.report(leaked);
  if (leaked.length === 0) await verifyVisitorToken(context, logs);
  context.report(verifyChatbotId(log, embed.chatbotId));
  const blocked = logs.flatMap(verifyLoads);
  if (blocked.length > 0) return context.report(blocked);
  if (log === undefined || log.script !== 200)
    throw new Untested(`the script does not load in a page: ${log?.script ?? 'no response'}`);
  if (!isRejected(log)) {
    if (served !== undefined) await reportPreflight(context, served, log);
    context.report(verifyPage(log));
    if (log.origin === embed.baseUrl) {
      const reason = `the chatbot works on a page of the deployment's own origin alone: allow ${shopOrigin}`;
      context.untested(reason, 'R-4.5-04');
    }
    return verifyOtherPosition(context, browser, log);
  }
  const unauthorized = verifyAuthorization(log);
  if (unauthorized.length > 0) return context.report(unauthorized);
  // The last two are those of the origins that an operator can allow: a free port is another one in each run.
  const rejected = intercepted.slice(-2).map(({ origin, failed }) => `${origin} (${failed.join(', ')})`);
  const clauses =
    log.configuration === undefined ? (['R-4.5-03', 'R-4.5-04'] as const) : (['R-4.5-04'] as const);
  const reason = `the chatbot may not be used on pages of ${rejected.join(' and ')}; allow one of them`;
  context.untested(reason, ...clauses);
}

/** Source 4.5, in a real browser where there is one. */
export const embedInBrowser: Check = {
  id: 'embed/in-browser',
  title: 'In a page the embed script requests the widget configuration and draws the bubble in its corner',
  requirements: ['R-4.5-03', 'R-4.5-04', 'R-4.5-05', 'R-5-06', 'R-5-10'],
  profile: 'full',
  // Requests of the browser, preflights included, for five pages (a served one, three origins, the other position), and two
  // with each token of a page.
  costFor: () => ({ requests: 41, messages: 0, agents: 0 }),
  needs: ['chatbot', 'browser'],
  isReadOnly: true,
  run: async (context) => {
    const browser = await launchChromium(context.target.browserPath ?? '');
    try {
      await verifyInBrowser(context, browser);
    } finally {
      await browser.close();
    }
  },
};
