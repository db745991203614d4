const count = new Intl.NumberFormat('en');
const compact = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 });
const share = new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 0 });

const change = new Intl.NumberFormat('en', {
  style: 'percent',
  maximumFractionDigits: 0,
  signDisplay: 'exceptZero',
});

/** What stands where there is no number. */
export const noValue = '–';

/** 1,204. */
export function formatCount(value: number): string {
  return count.format(value);
}

/** 1.2M; all digits below 10,000. */
export function formatCompact(value: number): string {
  return value < 10_000 ? count.format(value) : compact.format(value);
}

/** The part of a whole as 84%; a dash without a whole. */
export function formatShare(part: number, whole: number): string {
  return whole === 0 ? noValue : share.format(part / whole);
}

const minBase = 20;
const maxChange = 2;

/** How much a number has changed: +9%, -12%; nothing where it was small before, or is many times as much. */
export function formatChange(now: number, before: number): string {
  const by = now / before - 1;
  return before < minBase || by > maxChange ? '' : change.format(by);
}

/** Parts of a whole in percent that add up to 100: the largest remainders are rounded up. */
export function formatShares(parts: readonly number[]): readonly string[] {
  const whole = parts.reduce((sum, part) => sum + part, 0);
  if (whole === 0) return parts.map(() => noValue);
  const exact = parts.map((part) => (100 * part) / whole);
  const down = exact.map(Math.floor);
  const missing = 100 - down.reduce((sum, part) => sum + part, 0);
  const byRemainder = exact
    .map((part, index) => ({ index, remainder: part % 1 }))
    .toSorted((a, b) => b.remainder - a.remainder);
  for (const { index } of byRemainder.slice(0, missing)) down[index] = (down[index] ?? 0) + 1;
  return down.map((part) => share.format(part / 100));
}

/** Milliseconds as 340 ms, 1.2 s or 75 s; a dash without a measurement. */
export function formatDuration(ms: number | null): string {
  if (ms === null) return noValue;
  if (ms < 1_000) return `${count.format(ms)} ms`;
  return ms < 20_000 ? `${(ms / 1_000).toFixed(1)} s` : `${count.format(Math.round(ms / 1_000))} s`;
}

/** An amount in minor units of its currency: $129.00. */
export function formatPrice({ amount, currency }: { readonly amount: number; readonly currency: string }) {
  const format = new Intl.NumberFormat('en', { style: 'currency', currency });
  return format.format(amount / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2));
}

/** An amount of money: $12.40. */
export function formatCost({ amount, currency }: { readonly amount: number; readonly currency: string }) {
  // A reply costs less than a cent.
  const digits = amount > 0 && amount < 0.1 ? { minimumFractionDigits: 4 } : {};
  return new Intl.NumberFormat('en', { style: 'currency', currency, ...digits }).format(amount);
}
