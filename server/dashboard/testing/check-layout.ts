import type { BrowserContextOptions, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { axeViolations } from '../../embed/widget/testing/axe-violations.ts';

type Layout = readonly [colorScheme: 'light' | 'dark', width: number];

const wide = 1440;
const narrow = 390;

/** A test of screens in two layouts, the one of a wide window at night. */
export function itInLayouts(title: string, check: (context: BrowserContextOptions) => Promise<void>): void {
  it(`${title}: dark, ${narrow} px`, () => check(contextOf(['dark', narrow])));
  it(`${title}: light, ${wide} px`, { tags: ['nightly'] }, () => check(contextOf(['light', wide])));
}

function contextOf([colorScheme, width]: Layout): BrowserContextOptions {
  return { colorScheme, viewport: { width, height: 900 } };
}

/** Opens a screen from the navigation, which is behind a button on narrow screens. */
export async function openScreen(page: Page, name: string): Promise<void> {
  const link = page.getByRole('link', { name, exact: true });
  const menu = page.getByRole('button', { name: /Menu/ });
  await link.or(menu).filter({ visible: true }).first().waitFor();
  if (await menu.isVisible()) await menu.click();
  await link.click();
}

/**
 * Expects no axe violation, within `scope` where it is given, and nothing that is wider than the window, also of a wide
 * window at 200 % zoom. `screen` names the page in a failure.
 */
export async function checkLayout(page: Page, screen: string, scope?: string): Promise<void> {
  expect([screen, ...(await axeViolations(page, scope))]).toEqual([screen]);
  await checkWidth(page, screen);
  if (page.viewportSize()?.width === wide) await checkWidths(page, screen, [wide / 2]);
}

/** Expects nothing that is wider than the window in windows of these widths. */
export async function checkWidths(
  page: Page,
  screen: string,
  widths: readonly number[] = [wide, wide / 2, narrow],
): Promise<void> {
  const before = page.viewportSize();
  for (const width of widths) {
    await page.setViewportSize({ width, height: 450 });
    await checkWidth(page, `${screen}, ${width} px`);
  }
  if (before !== null) await page.setViewportSize(before);
}

async function checkWidth(page: Page, screen: string): Promise<void> {
  const overflow = 'document.documentElement.scrollWidth - window.innerWidth';
  expect(await page.evaluate(overflow), screen).toBeLessThanOrEqual(0);
}
