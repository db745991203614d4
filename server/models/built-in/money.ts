import { currencyDigits } from '../../catalog/money/currency-digits.ts';

/** Converts to minor units: 49 dollars are 4900. */
export function minorUnits(amount: number, currency: string): number {
  return Math.round(amount * 10 ** currencyDigits(currency));
}

/** Formats minor units: 4900 and USD become "$49.00". */
export function formatMoney(amount: number, currency: string): string {
  return formatOf(currency).format(amount / 10 ** currencyDigits(currency));
}

/** Cached: creating a formatter is expensive. */
const formats = new Map<string, Intl.NumberFormat>();

function formatOf(currency: string): Intl.NumberFormat {
  let format = formats.get(currency);
  if (format === undefined) {
    format = new Intl.NumberFormat('en-US', { style: 'currency', currency });
    formats.set(currency, format);
  }
  return format;
}
