import type { MoneyBounds } from '../intent.ts';
import type { Taken } from './normal-text.ts';

const currencyWords: readonly (readonly [RegExp, string])[] = [
  [/€|\beuros?\b|\beur\b/, 'EUR'],
  [/£|\bpounds?\b|\bquid\b|\bgbp\b/, 'GBP'],
  [/¥|\byen\b|\bjpy\b/, 'JPY'],
  [/\$|\bdollars?\b|\bbucks?\b|\busd\b/, 'USD'],
];
const moneyWord = String.raw`(?:[$€£¥]|(?:us )?dollars?\b|bucks?\b|usd\b|euros?\b|eur\b|pounds?\b|quid\b|gbp\b|yen\b|jpy\b)`;
const unitWord = String.raw`(?:kg|kilos?|g|grams?|lbs?|oz|ounces?|ml|l|litres?|liters?|cm|mm|m|km|miles?|metres?|meters?|inch(?:es)?|in|ft|feet|years?|months?|days?|hours?|minutes?|people|persons?|men|pockets?|pieces?|packs?|stars?|seasons?|degrees|watts?|w|lumens?)\b(?! (?:blue|black|white|red|green))`;
const number = String.raw`(\d{1,7}(?:,\d{3})*(?:\.\d{1,2})?)`;
const markedAmount = String.raw`(?:${moneyWord} ?${number}|${number} ?${moneyWord})(?![\p{L}\p{N}])`;
// A bare number is money only after a word such as "under", and not before a unit or inside "2-person".
const amount = String.raw`(?:${markedAmount}|${number}(?![\p{L}\p{N}%"]|[.,-]?\d|-\p{L}| ?${unitWord}))`;
const filler = String.raw`(?:(?:about|around|the|a|price|of|is|:) ){0,3}`;

interface Rule {
  readonly pattern: RegExp;
  readonly bound: 'min' | 'max' | 'around';
  readonly exclusive: boolean;
}

function rule(bound: Rule['bound'], exclusive: boolean, before: string, after = ''): Rule {
  const source =
    before === '' ? amount + after : String.raw`(?<![\p{L}])(?:${before}) ?${filler}${amount}${after}`;
  return { bound, exclusive, pattern: new RegExp(source, 'u') };
}

// The order matters: "no more than" precedes "more than".
const rules: readonly Rule[] = [
  rule('max', false, '', String.raw` (?:or|and) (?:less|under|below|cheaper)\b`),
  rule('max', false, '', String.raw` (?:max(?:imum)?|tops|at (?:the )?most)\b`),
  rule(
    'min',
    false,
    '',
    String.raw` ?(?:(?:or|and) (?:more|up|over|above|upwards?)\b|minimum\b|at least\b|\+)`,
  ),
  rule(
    'max',
    false,
    String.raw`(?:nothing|not|no|never|don't want(?: to spend)?(?: anything)?) (?:over|above|more than|higher than)`,
  ),
  rule('min', false, String.raw`(?:nothing|not|no) (?:under|below|less than|cheaper than)`),
  rule(
    'max',
    true,
    String.raw`under|below|beneath|less than|cheaper than|lower than|fewer than|<(?!=)|less expensive than`,
  ),
  rule(
    'max',
    false,
    String.raw`up to|at (?:the )?most|max(?:imum)?|within|<=|not exceeding|budget|spend|afford`,
  ),
  rule('min', true, String.raw`over|above|more than|greater than|higher than|more expensive than|>(?!=)`),
  rule('min', false, String.raw`at least|min(?:imum)?|starting (?:at|from)|from|upwards of|>=`),
  rule('around', false, String.raw`around|roughly|approximately|circa|~`),
];
const aroundMarked = new RegExp(String.raw`\b(?:about|near|close to) ${markedAmount}`, 'u');
const anyMarked = new RegExp(String.raw`(?:\b(?:for|at|costing|priced at) )?${markedAmount}`, 'u');
const between = new RegExp(
  String.raw`\b(?:between|from|range(?: of)?) ?${amount} ?(?:and|to|-|or) ?${amount}(?: ?${moneyWord})?`,
  'u',
);
const span = new RegExp(String.raw`(?:${moneyWord} ?)?${number} ?(?:to|-) ?${markedAmount}`, 'u');

/** Extracts "under $60", "between 20 and 40 dollars", "at least 50", "60 bucks". A bare "$60" is a maximum. */
export function takePrice(text: string): Taken<MoneyBounds | undefined> {
  const currency = currencyWords.find(([pattern]) => pattern.test(text))?.[1];
  const range = takeRange(text) ?? takeBounds(text);
  const { min, max } = range.value;
  if (min === undefined && max === undefined) return { value: undefined, rest: text };
  return { value: { ...range.value, ...(currency === undefined ? {} : { currency }) }, rest: range.rest };
}

function amountsOf(match: RegExpExecArray): number[] {
  return match.slice(1).flatMap((group) => (group === undefined ? [] : [Number(group.replaceAll(',', ''))]));
}

function without(text: string, match: RegExpExecArray): string {
  return `${text.slice(0, match.index)} , ${text.slice(match.index + match[0].length)}`;
}

function takeRange(text: string): Taken<MoneyBounds> | undefined {
  const match = between.exec(text) ?? span.exec(text);
  if (match === null) return undefined;
  const [low = 0, high = 0] = amountsOf(match).toSorted((left, right) => left - right);
  const value = { min: { amount: low, exclusive: false }, max: { amount: high, exclusive: false } };
  return { value, rest: without(text, match) };
}

function takeBounds(text: string): Taken<MoneyBounds> {
  let value: MoneyBounds = {};
  let rest = text;
  for (const each of rules) {
    const match = each.pattern.exec(rest);
    if (match === null || (each.bound !== 'around' && value[each.bound] !== undefined)) continue;
    value = { ...value, ...boundsOf(each, amountsOf(match)[0] ?? 0) };
    rest = without(rest, match);
  }
  return value.min === undefined && value.max === undefined ? takeBareMoney(rest) : { value, rest };
}

function boundsOf({ bound, exclusive }: Omit<Rule, 'pattern'>, value: number): MoneyBounds {
  if (bound !== 'around') return { [bound]: { amount: value, exclusive } };
  const [low, high] = [value * 0.8, value * 1.2].map((each) => Math.round(each * 100) / 100);
  return { min: { amount: low ?? 0, exclusive: false }, max: { amount: high ?? 0, exclusive: false } };
}

function takeBareMoney(text: string): Taken<MoneyBounds> {
  const near = aroundMarked.exec(text);
  const match = near ?? anyMarked.exec(text);
  if (match === null) return { value: {}, rest: text };
  const bound = near === null ? 'max' : 'around';
  return {
    value: boundsOf({ bound, exclusive: false }, amountsOf(match)[0] ?? 0),
    rest: without(text, match),
  };
}
