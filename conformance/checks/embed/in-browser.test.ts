import { expect, it } from 'vitest';
import { verifyAuthorization, verifyPage, verifyPreflight } from './in-browser.ts';
import type { PageLog } from './watch-page.ts';

const working: PageLog = {
  origin: 'http://localhost',
  script: 200,
  failed: [],
  preflights: [],
  errors: [],
  sent: [],
  configuration: { status: 200, position: 'bottom-left' },
  bubble: 'bottom-left',
  hasColour: true,
};

it('R-4.5-03 R-4.5-04 accepts a script that requests the configuration and draws the bubble in its corner', () => {
  expect(verifyPage(working)).toEqual([]);
  expect(verifyPage({ ...working, errors: ['of the page itself'] })).toEqual([]);
});

it.each([
  [
    'R-4.5-03',
    { configuration: undefined, bubble: undefined, errors: ['Unexpected token'] },
    'Unexpected token',
  ],
  ['R-4.5-04', { bubble: undefined }, 'nothing is drawn'],
  ['R-4.5-04', { bubble: 'bottom-right' }, 'it is at bottom-right'],
  ['R-4.5-04', { hasColour: false }, 'nothing is drawn in one of'],
])('reports %s for %o', (requirement, change, actual) => {
  const [finding] = verifyPage({ ...working, ...change } as PageLog);
  expect(finding?.requirement).toBe(requirement);
  expect(finding?.actual).toContain(actual);
});

const path = '/api/widget/config';
const rejected: PageLog = {
  ...working,
  configuration: { status: 'net::ERR_FAILED' },
  bubble: undefined,
  failed: [`GET ${path} net::ERR_FAILED`],
  preflights: [{ path, reason: 'no HTTP ok status' }],
};

it.each([
  ['draws nothing', rejected],
  ['draws a bubble of its own', { ...rejected, bubble: 'bottom-right' }],
])('R-4.5-04 reports a preflight that is rejected, where the script then %s', (_, served) => {
  const [finding] = verifyPreflight(served, working);
  expect(finding?.requirement).toBe('R-4.5-04');
  expect(finding?.expected).toEqual(['preflight-allowed', path]);
  expect(finding?.actual).toBe('on a page of http://localhost the browser reports: no HTTP ok status');
});

it.each<[string, PageLog, PageLog]>([
  ['works with preflights', working, working],
  ['works although another preflight is rejected', { ...working, preflights: rejected.preflights }, working],
  ['failed for another reason than a preflight', { ...rejected, preflights: [] }, working],
  ['is of an origin whose requests are rejected, too', rejected, rejected],
  ['receives an error without preflights', rejected, { ...working, configuration: { status: 403 } }],
  ['has another origin than the page that works', rejected, { ...working, origin: 'https://localhost' }],
])('reports no preflight where a page %s', (_, served, intercepted) => {
  expect(verifyPreflight(served, intercepted)).toEqual([]);
});

const request = `https://host${path}?chatbot_id=a`;

it('R-4.5-03 reports a request for the configuration that is 401 for want of an Authorization header', () => {
  const unauthorized: PageLog = { ...rejected, configuration: { status: 401 }, sent: [`${request} {} `] };
  expect(verifyAuthorization(unauthorized)[0]?.requirement).toBe('R-4.5-03');
  expect(verifyAuthorization({ ...unauthorized, configuration: { status: 403 } })).toEqual([]);
  const sent = [`${request} {"authorization":"Bearer a"} `];
  expect(verifyAuthorization({ ...unauthorized, sent })).toEqual([]);
});
