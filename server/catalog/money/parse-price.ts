import type { Price } from '../../db/records.ts';
import { currencyDigits, isCurrencyCode } from './currency-digits.ts';

const grouped = /^\d{1,3}(,\d{3})+(\.\d+)?$/;
const decimalComma = /^\d+,\d{1,2}$/;
const decimalPoint = /^\d+(\.\d+)?$/;
const priceText = /^(?:([A-Z]{3})\s*)?([$€£¥]?)\s*(-?[\d.,]+)\s*(?:([A-Z]{3})|[$€£¥])?$/i;
const maxAmount = 1_000_000_000_000;
/** Characters of a price; the patterns are for short text. */
const maxLength = 64;

/** A text is not a valid price. The message is for the person who imports it. */
export class PriceError extends Error {}

/** A price has no currency, and no other one is given: all prices of the file are in doubt. */
export class CurrencyMissing extends Error {}

/**
 * Reads a price in whole units as shops write it: `19.99`, `1,299.00 USD`, `19,99 EUR`, `$5`. A text without a code is
 * in `fallback` (ISO 4217). Throws PriceError for another text, a negative amount, or too many decimals, and
 * CurrencyMissing without a code and a fallback.
 */
export function parsePrice(text: string, fallback: string | undefined): Price {
  const trimmed = text.trim();
  const match = trimmed.length > maxLength ? null : priceText.exec(trimmed);
  if (match === null) throw new PriceError(`"${trimmed.slice(0, 40)}" is not a price`);
  const [, before, , number = '', after] = match;
  const currency = currencyOf(before ?? after, fallback);
  return { amount: minorUnits(number, currency), currency };
}

/** Reads a price in minor units, as in catalogue protocols. Throws PriceError and CurrencyMissing. */
export function minorPrice(amount: number, code: string | undefined, fallback: string | undefined): Price {
  if (!Number.isSafeInteger(amount))
    throw new PriceError(`amount ${amount} is not a whole number of minor units`);
  if (amount < 0) throw new PriceError(`amount ${amount} is negative`);
  if (amount > maxAmount) throw new PriceError(`amount ${amount} is too large`);
  return { amount, currency: currencyOf(code, fallback) };
}

function withDecimalPoint(text: string): string {
  if (grouped.test(text)) return text.replaceAll(',', '');
  if (decimalComma.test(text)) return text.replace(',', '.');
  if (decimalPoint.test(text)) return text;
  throw new PriceError(text.startsWith('-') ? `"${text}" is negative` : `"${text}" is not a price`);
}

function minorUnits(text: string, currency: string): number {
  const digits = currencyDigits(currency);
  const [whole = '', fraction = ''] = withDecimalPoint(text).split('.');
  const significant = fraction.replace(/0+$/, '');
  if (significant.length > digits) {
    throw new PriceError(`"${text}" has more decimals than ${currency}, which has ${digits}`);
  }
  // Digits are joined as text: 19.99 * 100 is not 1999 in floating point.
  const amount = Number(whole + significant.padEnd(digits, '0'));
  if (amount > maxAmount) throw new PriceError(`"${text}" is too large`);
  return amount;
}

function currencyOf(code: string | undefined, fallback: string | undefined): string {
  const currency = (code ?? fallback)?.toUpperCase();
  if (currency === undefined) throw new CurrencyMissing();
  if (!isCurrencyCode(currency)) throw new PriceError(`"${currency}" is not a currency code`);
  return currency;
}
