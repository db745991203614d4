import { expect, it } from 'vitest';
import { verifyPage } from './in-browser.ts';
import type { PageLog } from './watch-page.ts';

const working: PageLog = {
  ...{ origin: 'http://localhost', script: 200, failed: [], errors: [], sent: [] },
  ...{ configuration: { status: 200, position: 'bottom-left' }, bubble: 'bottom-left', hasColour: true },
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
