import type { BrowserContextOptions, Page } from 'playwright-core';
import { expect } from 'vitest';
import { axeViolations } from '../../embed/widget/testing/axe-violations.ts';

type Layout = readonly [colorScheme: 'light' | 'dark', width: number, deviceScaleFactor: number];

/** What every screen is checked in. 720 px at a scale of 2 is 1,440 px at 200 % zoom. */
export const layouts: readonly Layout[] = [
  ['light', 1440, 1],
  ['dark', 390, 1],
  ['dark', 720, 2],
];

export function contextOf([colorScheme, width, deviceScaleFactor]: Layout): BrowserContextOptions {
  return { colorScheme, viewport: { width, height: 900 / deviceScaleFactor }, deviceScaleFactor };
}

/** Expects no axe violation, and nothing that is wider than the window; `screen` names the page in a failure. */
export async function checkLayout(page: Page, screen: string): Promise<void> {
  expect([screen, ...(await axeViolations(page))]).toEqual([screen]);
  const overflow = 'document.documentElement.scrollWidth - window.innerWidth';
  expect(await page.evaluate(overflow), screen).toBeLessThanOrEqual(0);
}
