import type { Browser } from 'playwright-core';
import { Untested, type Check, type CheckContext, type Finding } from '../../check.ts';
import { secretsOf } from '../../client/redact.ts';
import { launchChromium } from './chromium.ts';
import { watchPage, type PageLog } from './watch-page.ts';

const shopOrigin = 'http://localhost:4173';

/** Whether the deployment rejected what the script requested: which pages may use a chatbot is open (decision 0016). */
function isRejected({ script, failed, bubble }: PageLog): boolean {
  return script === 200 && failed.length > 0 && bubble === undefined;
}

/** Verifies that the browser loads the script for a page of another origin, as far as its own header is concerned. */
function verifyLoads({ origin, script }: PageLog): readonly Finding[] {
  if (typeof script !== 'string' || !script.endsWith('ERR_BLOCKED_BY_RESPONSE.NotSameOrigin')) return [];
  const expected = 'a script that a page of a shop can load';
  return [{ requirement: 'R-4.5-05', expected, actual: `${script} on a page of ${origin}` }];
}

/** Verifies what a page with the script did. Source 4.5. */
export function verifyPage(log: PageLog): readonly Finding[] {
  const { configuration, bubble, errors, hasColour } = log;
  const error = errors[0] === undefined ? '' : `; the page reports ${errors[0]}`;
  if (configuration === undefined) {
    const expected = 'the script requests /api/widget/config on load';
    return [{ requirement: 'R-4.5-03', expected, actual: `no request to it${error}` }];
  }
  if (bubble === undefined) {
    const expected = 'the script draws the chat bubble';
    return [{ requirement: 'R-4.5-04', expected, actual: `nothing is drawn on the page${error}` }];
  }
  const found: Finding[] = [];
  if (hasColour === false) {
    const expected = 'the bubble with a colour of the configured theme';
    const actual = `nothing is drawn in one of ${JSON.stringify(configuration.theme)}`;
    found.push({ requirement: 'R-4.5-04', expected, actual });
  }
  if (bubble !== configuration.position && typeof configuration.position === 'string') {
    const expected = `the bubble at ${configuration.position}, as configured`;
    found.push({ requirement: 'R-4.5-04', expected, actual: `it is at ${bubble}` });
  }
  return found;
}

/** Verifies that the script requested the chatbot of its attribute, whatever the response. Source 4.5. */
function verifyChatbotId(log: PageLog | undefined, chatbotId: string | undefined): readonly Finding[] {
  const requested = log?.configuration?.chatbotId;
  if (requested === undefined || requested === chatbotId) return [];
  const expected = `the configuration of the chatbot ${JSON.stringify(chatbotId)}, as in data-chatbot-id`;
  return [{ requirement: 'R-4.5-03', expected, actual: `a request for ${JSON.stringify(requested)}` }];
}

/** Source 5.9: a key that a page sends is in its code, or in what its code receives. */
function verifyNoKey(keys: readonly string[], logs: readonly PageLog[]): readonly Finding[] {
  const sent = logs.flatMap((log) => log.sent).find((one) => keys.some((key) => one.includes(key)));
  if (sent === undefined) return [];
  const actual = `the key in the request of ${sent.split(/[ ?]/)[0] ?? ''}`;
  return [{ requirement: 'R-5-10', expected: 'no API key in what a page with the script sends', actual }];
}

const corners = ['bottom-right', 'bottom-left'];

/** The bubble moves when the configuration has the other position: a script may have one for all chatbots. */
async function verifyOtherPosition(context: CheckContext, browser: Browser, log: PageLog): Promise<void> {
  const { baseUrl, stores } = context.target;
  const { bubble, configuration, origin } = log;
  const other = corners.find((one) => one !== bubble);
  if (bubble === undefined || other === undefined || bubble !== configuration?.position) return;
  const again = await watchPage(browser, baseUrl, stores.main.chatbotId ?? '', origin, other);
  if (again.configuration?.position !== other || again.bubble !== bubble) return;
  const expected = `the bubble at ${other}, where the configuration that the script receives has that position`;
  context.report({ requirement: 'R-4.5-04', expected, actual: `it is at ${bubble}, as with ${bubble}` });
}

/** Reports the page that the deployment lets use the chatbot: one of a shop, or one of its own origin. */
async function run(context: CheckContext): Promise<void> {
  const { baseUrl, stores, browserPath = '' } = context.target;
  const browser = await launchChromium(browserPath);
  try {
    const logs: PageLog[] = [];
    for (const origin of [shopOrigin, baseUrl]) {
      const log = await watchPage(browser, baseUrl, stores.main.chatbotId ?? '', origin);
      logs.push(log);
      if (!isRejected(log)) break;
    }
    const log = logs.at(-1);
    context.report(verifyNoKey(secretsOf(context.target), logs));
    context.report(verifyChatbotId(log, stores.main.chatbotId));
    const blocked = logs.flatMap(verifyLoads);
    if (blocked.length > 0) return context.report(blocked);
    if (log === undefined || log.script !== 200)
      throw new Untested(`the script does not load in a page: ${log?.script ?? 'no response'}`);
    if (!isRejected(log)) {
      context.report(verifyPage(log));
      return await verifyOtherPosition(context, browser, log);
    }
    const rejections = logs.map(({ origin, failed }) => `${origin} (${failed.join(', ')})`).join(' and ');
    const clauses =
      log.configuration === undefined ? (['R-4.5-03', 'R-4.5-04'] as const) : (['R-4.5-04'] as const);
    context.untested(`the chatbot may not be used on pages of ${rejections}; allow one of them`, ...clauses);
  } finally {
    await browser.close();
  }
}

/** Source 4.5, in a real browser where there is one. */
export const embedInBrowser: Check = {
  id: 'embed/in-browser',
  title: 'In a page the embed script requests the widget configuration and draws the bubble in its corner',
  requirements: ['R-4.5-03', 'R-4.5-04', 'R-4.5-05', 'R-5-10'],
  level: 'stated',
  profile: 'full',
  // Requests of the browser, preflights included, for three pages.
  cost: { requests: 18, messages: 0, agents: 0 },
  needs: ['chatbot', 'browser'],
  writes: false,
  run,
};
