import { isObject } from '../../support/json.ts';
import { currencyDigits, isCurrencyCode } from './currency-digits.ts';

/** Formats minor units: 4900 and USD become "$49.00". */
export function formatMoney(amount: number, currency: string): string {
  return formatOf(currency).format(amount / 10 ** currencyDigits(currency));
}

/**
 * The output of a tool in which every price (an object with an amount in minor units and a currency) has its text as
 * `formatted`, too: models read minor units as whole ones.
 */
export function withFormattedPrices(output: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(output).map(([key, value]) => [key, formatted(value)]));
}

function formatted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(formatted);
  if (!isObject(value)) return value;
  const { amount, currency } = value;
  if (typeof amount !== 'number' || typeof currency !== 'string' || !isCurrencyCode(currency)) {
    return withFormattedPrices(value);
  }
  return { ...value, formatted: formatMoney(amount, currency) };
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
