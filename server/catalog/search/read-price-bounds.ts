import { currencyDigits } from '../money/currency-digits.ts';

export interface PriceBounds {
  /** Minor units, inclusive. */
  readonly min?: number;
  readonly max?: number;
}

const digits = String.raw`\d{1,3}(?:,\d{3})+(?:\.\d{1,2})?|\d{1,9}(?:[.,]\d{1,2})?`;
const sign = '[$€£¥]';
const money = String.raw`(?:${sign}|(?:dollars?|bucks|usd|euros?|eur|pounds?|quid|gbp|yen|jpy)\b)`;
const units = String.raw`[ck]?m|mm|k?g|[cm]?l|lumens?|lm|mah|w|watts?|v|inch(?:es)?|ft|feet|cups?|years?|yrs?|months?|days?|hours?|minutes?|people|persons?|degrees?|lit(?:er|re)s?|met(?:er|re)s?|grams?|kilos?|oz|lbs?|pieces?|pcs|packs?|pairs?|pages?|carats?|k`;
/** "Under 500 lumens" and "under 20 %" are no prices. */
const amount = String.raw`${sign}?\s?(${digits})(?![\d.,]*\d|\s?-?(?:${units})\b|\s?[%°])(?:\s?${money})?(?:\s+tops\b)?`;
const withMoney = String.raw`(?:${sign}\s?(${digits})(?!\d)|(${digits})\s?${money})`;
const to = String.raw`\s*(?:and|to|-|–)\s*`;

/** Amounts in whole units; `isBelow` is "under", which does not include its amount. */
type Read = (...amounts: number[]) => { min?: number; max?: number; isBelow?: boolean; isAbove?: boolean };
const range: Read = (...amounts) => ({ min: Math.min(...amounts), max: Math.max(...amounts) });
const around: Read = (price = 0) => ({ min: price * 0.75, max: price * 1.25 });
const upTo: Read = (max = 0) => ({ max });
const atLeast: Read = (min = 0) => ({ min });

const patterns: readonly (readonly [pattern: RegExp, read: Read])[] = [
  [asWords(`(?:between|from|about|around)\\s+${amount}${to}${amount}`), range],
  [asWords(`${sign}?\\s?(${digits})${to}${withMoney}`), range],
  [asWords(`${withMoney}${to}${amount}`), range],
  [asWords(`(?:under|below|less than|cheaper than)\\s+${amount}`), (max = 0) => ({ max, isBelow: true })],
  [
    asWords(
      `(?:up to|at most|max(?:imum)?(?: of)?|(?:no|not|nothing) (?:more than|over|above)|within|budget(?: of| is)?)\\s+${amount}`,
    ),
    upTo,
  ],
  [asWords(`${amount}\\s*(?:or less|or under|max(?:imum)?|tops|at most)\\b`), upTo],
  [asWords(`(?:over|above|more than)\\s+${amount}`), (min = 0) => ({ min, isAbove: true })],
  [asWords(`(?:at least|min(?:imum)?(?: of)?)\\s+${amount}`), atLeast],
  [asWords(`${amount}\\s*(?:or more|and up|and over)\\b`), atLeast],
  [asWords(`(?:about|around|roughly|approximately)\\s+${withMoney}`), around],
  [asWords(withMoney), upTo],
];

function asWords(source: string): RegExp {
  return new RegExp(String.raw`(?<![\w.,])${source}`, 'i');
}

const currencies: Readonly<Record<string, RegExp>> = {
  EUR: /€|\beur/i,
  GBP: /£|\bpounds?|\bquid|\bgbp/i,
  JPY: /¥|\byen|\bjpy/i,
};

const defaultCurrency = 'USD';

function currencyIn(amountText: string): string | undefined {
  return Object.keys(currencies).find((code) => currencies[code]?.test(amountText));
}

/** Whether an amount names another currency than the shop's. Dollars may be those of many countries. */
function isForeign(amountText: string, currency: string): boolean {
  const named = currencyIn(amountText);
  const isDollar = /\$|\bdollar|\bbucks|\busd/i.test(amountText);
  if (currency === '') return false;
  return named === undefined ? isDollar && Object.hasOwn(currencies, currency) : named !== currency;
}

/**
 * Finds "under $60", "100-150 euros" and the like in a text, in whole units of `currency`, or of any where it is not known. Returns the bounds in minor
 * units, and the text without them as `rest`. Amounts in another currency stay in the text.
 */
export function readPriceBounds(text: string, currency = ''): { rest: string; bounds: PriceBounds } {
  let [rest, bounds]: [string, PriceBounds] = [text, {}];
  for (const [pattern, read] of patterns) {
    const match = pattern.exec(rest);
    if (match === null || isForeign(match[0], currency)) continue;
    const scale = 10 ** currencyDigits(currency || (currencyIn(match[0]) ?? defaultCurrency));
    const { min, max, isBelow, isAbove } = read(...match.slice(1).filter(Boolean).map(numberOf));
    if ((min !== undefined && bounds.min !== undefined) || (max !== undefined && bounds.max !== undefined))
      continue;
    bounds = {
      ...bounds,
      ...(min !== undefined && { min: Math.round(min * scale) + Number(isAbove ?? false) }),
      ...(max !== undefined && { max: Math.max(0, Math.round(max * scale) - Number(isBelow ?? false)) }),
    };
    rest = rest.replace(match[0], ' ');
  }
  return { rest, bounds };
}

/** "1,000" is a thousand, "49,99" and "49.99" are decimals. */
function numberOf(text: string): number {
  return Number(text.replace(/,(?=\d{3}\b)/g, '').replace(',', '.'));
}
