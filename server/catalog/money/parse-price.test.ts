import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { currencyDigits } from './currency-digits.ts';
import { minorPrice, parsePrice, PriceError } from './parse-price.ts';

const accepted: [string, string, number, string][] = [
  ['19.99', 'USD', 1999, 'USD'],
  ['19.9', 'USD', 1990, 'USD'],
  ['19', 'USD', 1900, 'USD'],
  ['0', 'USD', 0, 'USD'],
  [' 0.29 ', 'USD', 29, 'USD'],
  ['1.15', 'USD', 115, 'USD'],
  ['19.9900', 'USD', 1999, 'USD'],
  ['19.99 EUR', 'USD', 1999, 'EUR'],
  ['eur 19.99', 'USD', 1999, 'EUR'],
  ['19,99 EUR', 'USD', 1999, 'EUR'],
  ['1,299.00 USD', 'EUR', 129900, 'USD'],
  ['1,299', 'USD', 129900, 'USD'],
  ['$5', 'USD', 500, 'USD'],
  ['4000 JPY', 'USD', 4000, 'JPY'],
  ['4000.00', 'JPY', 4000, 'JPY'],
  ['1.234', 'KWD', 1234, 'KWD'],
];
const rejected: [string, string, string][] = [
  ['', 'USD', 'not a price'],
  ['free', 'USD', 'not a price'],
  ['NaN', 'USD', 'not a price'],
  ['Infinity', 'USD', 'not a price'],
  ['1e3', 'USD', 'not a price'],
  ['-5.00', 'USD', 'negative'],
  ['1.2.3', 'USD', 'not a price'],
  ['1,2,3', 'USD', 'not a price'],
  ['19.999', 'USD', 'more decimals'],
  ['4000.5', 'JPY', 'more decimals'],
  ['5 XQQ', 'USD', 'not a currency code'],
  ['99999999999999', 'USD', 'too large'],
];

function amountOrError(text: string): unknown {
  try {
    return parsePrice(text, 'USD').amount;
  } catch (error) {
    return error;
  }
}

describe('parsePrice', () => {
  it.each(accepted)('reads "%s" in %s', (text, fallback, amount, currency) => {
    expect(parsePrice(text, fallback)).toEqual({ amount, currency });
  });

  it.each(rejected)('rejects "%s" in %s: %s', (text, fallback, reason) => {
    expect(() => parsePrice(text, fallback)).toThrow(PriceError);
    expect(() => parsePrice(text, fallback)).toThrow(reason);
  });

  it('parses every amount in the formats that shops write', () => {
    const amounts = fc.integer({ min: 0, max: 100_000_000_000 });
    fc.assert(
      fc.property(amounts, fc.constantFrom('USD', 'EUR', 'JPY', 'KWD', 'BHD'), (amount, currency) => {
        const digits = currencyDigits(currency);
        const padded = String(amount).padStart(digits + 1, '0');
        const [whole, fraction] = [
          padded.slice(0, padded.length - digits),
          padded.slice(padded.length - digits),
        ];
        const text = digits === 0 ? whole : `${whole}.${fraction}`;
        expect(parsePrice(text, currency)).toEqual({ amount, currency });
        expect(parsePrice(`${text} ${currency}`, 'GBP')).toEqual({ amount, currency });
        const withCommas = whole.replace(/\B(?=(\d{3})+$)/g, ',') + (digits === 0 ? '' : `.${fraction}`);
        expect(parsePrice(withCommas, currency)).toEqual({ amount, currency });
      }),
    );
  });

  it('returns a whole amount or throws PriceError for any text', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.stringMatching(/^[-$€,. 0-9A-Z]{0,12}$/)), (text) => {
        const read = amountOrError(text);
        expect(read instanceof PriceError || (Number.isSafeInteger(read) && Number(read) >= 0)).toBe(true);
      }),
    );
  });
});

describe('minorPrice', () => {
  it('accepts whole amounts', () => {
    expect(minorPrice(1999, undefined, 'USD')).toEqual({ amount: 1999, currency: 'USD' });
    expect(minorPrice(0, 'jpy', 'USD')).toEqual({ amount: 0, currency: 'JPY' });
  });

  it.each([-1, 1.5, NaN, Infinity, 1e13])('rejects %s', (amount) => {
    expect(() => minorPrice(amount, undefined, 'USD')).toThrow(PriceError);
  });
});
