import { aliases } from '../words/phrases.ts';

const maxMessageLength = 2_000;

/** A word, a number or a punctuation mark of a message. */
export interface Token {
  /** In lower case, without accents and apostrophes. */
  readonly text: string;
  /** As it was typed. */
  readonly raw: string;
  readonly amount?: number;
  /** The sign before or after the amount. */
  readonly sign?: string;
}

const pattern =
  /(?<before>[$€£¥])?\s?(?<amount>\d+(?:[.,]\d+)*)(?![\p{L}\d])\s?(?<after>[$€£¥])?|#\d+|[\p{L}\p{N}]+|[.?!;,\n&]|-(?=\s?[$€£¥]?\d)/gu;

/** The tokens of a message; a message of more than 2,000 characters is truncated. */
export function tokensOf(message: string): Token[] {
  const plain = message
    .slice(0, maxMessageLength)
    .normalize('NFKD')
    .replace(/[\p{M}\p{Cf}'’‘ʼ`´]/gu, '')
    .replace(/\bt[- ]?shirt/gi, 'tshirt')
    .replaceAll('%', ' percent')
    .replace(/\bw\/o\b/gi, 'without')
    .replace(/<\s?(?=[$€£¥]?\d)/g, ' under ')
    .replace(/>\s?(?=[$€£¥]?\d)/g, ' over ')
    .replace(/(\d)\+/g, '$1 or more');
  return [...plain.matchAll(pattern)].map(tokenOf);
}

function tokenOf({ 0: raw, groups }: RegExpExecArray | RegExpMatchArray): Token {
  const { amount, before, after } = groups ?? {};
  const sign = before ?? after;
  const text = raw.toLowerCase().trim();
  if (amount === undefined)
    return { text: Object.hasOwn(aliases, text) ? (aliases[text] ?? text) : text, raw: raw.trim() };
  return { text: amount, raw, amount: numberOf(amount), ...(sign === undefined ? {} : { sign }) };
}

// "1,000" is a thousand, "49,99" is a decimal.
function numberOf(text: string): number {
  return Number(text.replace(/,(?=\d{3}\b)/g, '').replace(',', '.'));
}
