import { currencyDigits } from '../../catalog/money/currency-digits.ts';

/** Converts to minor units: 49 dollars are 4900. */
export function minorUnits(amount: number, currency: string): number {
  return Math.round(amount * 10 ** currencyDigits(currency));
}
