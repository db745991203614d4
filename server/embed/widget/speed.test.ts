import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BrowserShop, openBrowserShop } from '../../testing/browser-shop.ts';
import { findBrowser } from '../../testing/browser.ts';

const executable = findBrowser();

interface Measured {
  /** Milliseconds from the configuration's last byte to the frame that shows the bubble. */
  readonly painted: number;
  /**
   * CPU time of the page's longest task, in milliseconds. The browser's own long tasks are wall time, which includes
   * other processes.
   */
  readonly longestTask: number;
  /** Cumulative layout shift of page and widget, before the first click and in total. */
  readonly loadShift: number;
  readonly shift: number;
}

const observe = `{
  globalThis.measured = { shift: 0 };
  new PerformanceObserver((list) => { for (const { value, hadRecentInput } of list.getEntries()) if (!hadRecentInput) measured.shift += value; })
    .observe({ type: 'layout-shift', buffered: true });
  addEventListener('agent-chatbot-ready', () => requestAnimationFrame(() => setTimeout(() => {
    const [config] = performance.getEntriesByType('resource').filter(({ name }) => name.includes('/widget/config'));
    measured.painted = performance.now() - config.responseEnd;
  })));
}`;

const tasksCategory = 'disabled-by-default-devtools.timeline';

interface TraceEvent {
  readonly name: string;
  /** `X` is a complete event; the task in which the trace ended has no duration. */
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  /** CPU time in microseconds. */
  readonly tdur: number;
}

/** CPU time of the main thread's longest task, in milliseconds. */
async function stopTracing(page: Page): Promise<number> {
  const trace = await page.context().browser()?.stopTracing();
  const { traceEvents } = JSON.parse(String(trace)) as { traceEvents: TraceEvent[] };
  const main = traceEvents.find(({ name }) => name === 'EvaluateScript');
  const tasks = traceEvents.filter(
    ({ name, ph, pid, tid }) => name === 'RunTask' && ph === 'X' && pid === main?.pid && tid === main.tid,
  );
  expect(tasks).not.toEqual([]);
  return Math.max(...tasks.map(({ tdur }) => tdur)) / 1000;
}

describe.skipIf(executable === undefined)('the speed of the chatbot', () => {
  let shop: BrowserShop;
  beforeAll(async () => {
    shop = await openBrowserShop(executable ?? '');
  });
  afterAll(() => shop.close());

  async function measure(): Promise<Measured> {
    const { page } = await shop.visit({
      async prepare(fresh) {
        await fresh.addInitScript(observe);
        await fresh
          .context()
          .browser()
          ?.startTracing(fresh, { categories: ['-*', tasksCategory] });
      },
    });
    await page.waitForFunction('measured.painted !== undefined');
    const loadShift = (await page.evaluate('measured.shift')) as number;
    await page.locator('agent-chatbot .launcher').click();
    await page.locator('agent-chatbot textarea').fill('A lamp');
    await page.locator('agent-chatbot textarea').press('Enter');
    await page.locator('agent-chatbot [role=status]').getByText('Here is one').waitFor({ state: 'attached' });
    const measured = (await page.evaluate('measured')) as Pick<Measured, 'painted' | 'shift'>;
    const longestTask = await stopTracing(page);
    await page.context().close();
    return { ...measured, loadShift, longestTask };
  }

  it('R-4.5-04 paints the bubble within 100 ms of its configuration, without a shift and without a long task', async () => {
    const runs: Measured[] = [];
    const isGood = ({ painted, longestTask }: Measured): boolean => painted < 100 && longestTask <= 50;
    // Other load only makes a run slower, so one good run of ten suffices.
    while (runs.length < 10 && !runs.some(isGood)) runs.push(await measure());
    expect(runs.filter(isGood), JSON.stringify(runs)).not.toEqual([]);
    for (const { loadShift, shift } of runs) {
      expect(loadShift).toBe(0);
      // 0.1 counts as good.
      expect(shift).toBeLessThan(0.01);
    }
  });
});
