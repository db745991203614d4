import { currencyDigits } from '../../catalog/money/currency-digits.ts';

/** Minor units of a currency: 49 dollars are 4900. */
export function minorUnits(amount: number, currency: string): number {
  return Math.round(amount * 10 ** currencyDigits(currency));
}

/** As people read it: 4900 and USD give "$49.00". */
export function formatMoney(amount: number, currency: string): string {
  return new Intl.NumberFormat('en-US', { style: 'currency', currency }).format(
    amount / 10 ** currencyDigits(currency),
  );
}
