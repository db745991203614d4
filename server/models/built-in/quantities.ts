/** A measure of somebody or something, in the unit that texts are compared in. */
export interface Quantity {
  readonly amount: number;
  readonly unit: string;
}

const units: readonly (readonly [written: string, unit: string, factor: number])[] = [
  ['years?|yrs?|yo', 'month', 12],
  ['months?|mths?', 'month', 1],
  ['stone', 'kg', 6.35],
  ['kg|kilos?', 'kg', 1],
  ['lbs?|pounds?', 'lb', 1],
  ['cm', 'cm', 1],
  ['inch(?:es)?|in(?=[.,)]|$)|["”]', 'inch', 1],
  ['°\\s?[cf]?|degrees?', 'degree', 1],
];
const unit = `(${units.map(([written]) => written).join('|')})(?![a-z])`;
const number = '(?<![\\d.])(\\d{1,6}(?:\\.\\d{1,3})?)(?!\\d)';
const measured = new RegExp(`${number}[\\s-]?${unit}`, 'gi');
/** "27 to 43 inches", "up to 50 lb", "from 6 months", "ages 3+": the lower bound, its unit, the upper one, the last unit. */
const range = new RegExp(
  `(?:\\b(?<most>up to|max\\w*\\b[^.\\d]{0,20}|at most)\\s?|\\b(?<least>from|ages?)\\s)?${number}(?:[\\s-]?${unit})?(?:\\s?(?:[-–]|to|and)\\s?${number}(?:[\\s-]?${unit})?|\\s?(?<more>\\+|and (?:up|over)|or (?:more|older)))?`,
  'gi',
);

/** "33 lb", "a 20 month old". */
export function quantitiesIn(text: string): Quantity[] {
  return [...text.matchAll(measured)].map(([, amount = '', written = '']) => inUnit(amount, written));
}

function inUnit(amount: string, written: string): Quantity {
  const known = units.find(([each]) => new RegExp(`^(?:${each})$`, 'i').test(written));
  return { amount: Number(amount) * (known?.[2] ?? 1), unit: known?.[1] ?? '' };
}

/** Whether what a text says of sizes, ages and loads fits: 1 where a range has the quantity, -1 where none has, else 0. */
export function fitOf(text: string, quantity: Quantity): number {
  let last = '';
  // In "S 51-55, M 55-59 cm" the unit stands at the end.
  const ranges = [...text.matchAll(range)]
    .toReversed()
    .flatMap(({ 3: min = '', 4: own, 5: max, 6: end, groups = {} }) => {
      last = end ?? own ?? (/^age/i.test(groups['least'] ?? '') ? 'years' : last);
      const isOpen = groups['least'] ?? groups['more'];
      if (max === undefined && groups['most'] === undefined && isOpen === undefined) return [];
      const [low, high] =
        groups['most'] === undefined
          ? [inUnit(min, own ?? last), inUnit(max ?? 'Infinity', last)]
          : [inUnit('0', last), inUnit(min, last)];
      return high.unit === quantity.unit
        ? [low.amount <= quantity.amount && quantity.amount <= high.amount]
        : [];
    });
  return ranges.length === 0 ? 0 : ranges.includes(true) ? 1 : -1;
}
