import { currencyDigits } from '../money/currency-digits.ts';

export interface PriceBounds {
  /** Minor units, inclusive. */
  readonly min?: number;
  readonly max?: number;
}

// Only amounts with a currency: "under 500 lumens" is not a price.
const number = String.raw`(\d{1,9}(?:\.\d{1,3})?)`;
const sign = String.raw`[$€£¥]\s?`;
const word = String.raw`\s?(?:dollars?|bucks|euros?|pounds?|yen|usd|eur|gbp|jpy)\b`;
const amount = `(?:${sign}${number}|${number}${word})`;
const between = new RegExp(
  String.raw`\b(?:between|from)\s+(?:${sign})?${number}(?:${word})?\s+(?:and|to)\s+${amount}`,
  'i',
);
const atMost = new RegExp(
  String.raw`\b(?:under|below|less than|cheaper than|up to|at most|max(?:imum)?)\s+${amount}`,
  'i',
);
const atLeast = new RegExp(String.raw`\b(?:over|above|more than|at least|min(?:imum)?)\s+${amount}`, 'i');

/**
 * Finds "under $60" and the like in a query, in whole units of `currency`. Returns the bounds in minor units, and the
 * query without them as `rest`.
 */
export function readPriceBounds(query: string, currency: string): { rest: string; bounds: PriceBounds } {
  const scale = 10 ** currencyDigits(currency);
  const minor = (groups: readonly (string | undefined)[]): number => Math.round(firstNumber(groups) * scale);
  const range = between.exec(query);
  if (range !== null) {
    const [low, high] = [minor(range.slice(1, 2)), minor(range.slice(2))];
    const bounds = { min: Math.min(low, high), max: Math.max(low, high) };
    return { rest: query.replace(range[0], ' '), bounds };
  }
  const most = atMost.exec(query);
  const least = atLeast.exec(query);
  const rest = query.replace(most?.[0] ?? '', ' ').replace(least?.[0] ?? '', ' ');
  return {
    rest,
    bounds: {
      ...(most === null ? {} : { max: minor(most.slice(1)) }),
      ...(least === null ? {} : { min: minor(least.slice(1)) }),
    },
  };
}

function firstNumber(groups: readonly (string | undefined)[]): number {
  return Number(groups.find((group) => group !== undefined));
}
