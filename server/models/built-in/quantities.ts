/** A measure of somebody or something, in the unit that texts are compared in. */
export interface Quantity {
  readonly amount: number;
  readonly unit: string;
}

const units: readonly (readonly [pattern: string, unit: string, factor: number])[] = [
  ['years?|yrs?|yo', 'month', 12],
  ['months?|mths?', 'month', 1],
  ['stone', 'kg', 6.35],
  ['kg|kilos?', 'kg', 1],
  ['lbs?|pounds?', 'lb', 1],
  ['cm', 'cm', 1],
  ['inch(?:es)?|in(?=[.,)]|$)|["”]', 'inch', 1],
  ['°\\s?[cf]?|degrees?', 'degree', 1],
];
const unitPattern = units.map(([pattern]) => pattern).join('|');
const number = '(\\d+(?:\\.\\d+)?)';
const measured = new RegExp(`${number}[\\s-]?(${unitPattern})(?![a-z])`, 'gi');
const to = '\\s?(?:[-–]|to|and)\\s?';
const between = new RegExp(
  `${number}(?:\\s?(${unitPattern}))?${to}${number}(?:[\\s-]?(${unitPattern})(?![a-z]))?`,
  'gi',
);
const atMost = new RegExp(
  `\\b(?:up to|max(?:imum)?\\b[^.\\d]{0,20}|at most|under)\\s?${number}[\\s-]?(${unitPattern})(?![a-z])`,
  'gi',
);
const atLeast = new RegExp(
  `(?:\\bfrom\\s${number}[\\s-]?(${unitPattern})|${number}[\\s-]?(${unitPattern})\\s?(?:\\+|and (?:up|over)|or (?:more|older)))`,
  'gi',
);
const ages = new RegExp(`\\bages?\\s${number}(?:${to}${number}|\\s?\\+| and up)`, 'gi');

/** "33 lb", "a 20 month old". */
export function quantitiesIn(text: string): Quantity[] {
  return [...text.matchAll(measured)].map(([, amount = '', unit = '']) => inUnit(amount, unit));
}

function inUnit(amount: string, written: string): Quantity {
  const known = units.find(([pattern]) => new RegExp(`^(?:${pattern})$`, 'i').test(written));
  return { amount: Number(amount) * (known?.[2] ?? 1), unit: known?.[1] ?? written };
}

/** Whether what a text says of sizes, ages and loads fits: 1 where a range has the quantity, -1 where none has, else 0. */
export function fitOf(text: string, { amount, unit }: Quantity): number {
  const ranges = rangesIn(text).filter((range) => range.unit === unit);
  if (ranges.length === 0) return 0;
  return ranges.some(({ min, max }) => min <= amount && amount <= max) ? 1 : -1;
}

interface Range {
  readonly min: number;
  readonly max: number;
  readonly unit: string;
}

function rangesIn(text: string): Range[] {
  const found: Range[] = [];
  const add = (min: string, max: string, unit: string): unknown =>
    found.push({
      min: inUnit(min, unit).amount,
      max: inUnit(max, unit).amount,
      unit: inUnit(min, unit).unit,
    });
  let last = '';
  // In "S 51-55, M 55-59 cm" the unit stands at the end.
  for (const [, min = '', own, max = '', unit] of [...text.matchAll(between)].toReversed()) {
    last = unit ?? last;
    found.push({
      min: inUnit(min, own ?? last).amount,
      max: inUnit(max, last).amount,
      unit: inUnit(max, last).unit,
    });
  }
  for (const [, max = '', unit = ''] of text.matchAll(atMost)) add('0', max, unit);
  for (const [, min = '', unit = '', other = '', otherUnit = ''] of text.matchAll(atLeast))
    add(min || other, 'Infinity', unit || otherUnit);
  for (const [, min = '', max = 'Infinity'] of text.matchAll(ages)) add(min, max, 'years');
  return found;
}
