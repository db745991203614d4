import fc, { type Arbitrary } from 'fast-check';

/** Texts of at most 48 characters that careless code trims, folds, escapes, splits or coerces. */
export const hostileTexts: readonly string[] = [
  '  padded on both sides  ',
  'UPPER lower MiXeD Straße İstanbul',
  'two  spaces\tand a tab',
  `"double" 'single' \`back\` O''Brien`,
  '<b>bold</b> &amp; &lt;script&gt; & < >',
  'back\\slash \\n \\u0041 \\" C:\\temp',
  'astral 😀 👩‍🚀 𝒳 🏳️‍🌈 end',
  'combined e\u0301 A\u030A, composed \u00e9 \u00c5 \ufb01',
  'línea ñ Ω Ж 日本語 עברית العربية',
  '0',
  '0042',
  '12345678901234567890',
  '1e3',
  'true',
  'null',
  '[object Object]',
  'line one\n\n\nline two\nthree\r\nline four\rfive\n',
  '%20 %s %d ${x} {{x}} $1 :name ?',
  "'; DROP TABLE agents; -- /* */",
  'vendor/Model-4:free@2026-11_x',
  'zero\u200bwidth \u200f right \ufeff mark',
  '-_-under_score and-dash--',
  'trailing dot. ',
  '/path/../to//caf%C3%A9?query=1&b=2#hash',
  '=1+1 @SUM +1 -1',
  '\n line ends at both edges \n',
  '\u00a0no-break blanks around\u00a0',
];

const [letterA, firstSurrogate, surrogates, lastCodePoint] = [0x61, 0xd800, 0x800, 0x10ffff];

// The unit "binary" of a string is much the same, but fast-check makes a map of the whole million for it: a second
// of each run. Counted from "a", since it is 0 that a counterexample shrinks to.
const anyCodePoint = fc
  .integer({ min: 1 - letterA, max: lastCodePoint - surrogates - letterA })
  .map((offset) => letterA + offset)
  .map((index) => String.fromCodePoint(index < firstSurrogate ? index : index + surrogates));

/** Characters in their usual company, and in none. Without NUL and lone surrogates, which a service may reject. */
const anyCharacter = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom(...' aAbZ09_-./\'"\\<>&éß😀\n\t') },
  { weight: 2, arbitrary: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 }) },
  { weight: 1, arbitrary: anyCodePoint },
);

/** A text of so many characters (code points), hostile ones among them. */
export function hostileText(minLength: number, maxLength: number): Arbitrary<string> {
  const cut = (text: string): string => [...text].slice(0, maxLength).join('');
  const fitting = hostileTexts.map(cut).filter((text) => [...text].length >= minLength);
  const random = fc
    .array(anyCharacter, { minLength, maxLength: Math.min(maxLength, minLength + 40) })
    .map((characters) => cut(characters.join('')));
  if (fitting.length === 0) return random;
  return fc.oneof({ weight: 2, arbitrary: random }, { weight: 1, arbitrary: fc.constantFrom(...fitting) });
}

/** ASCII of an exact length that shows where it was cut, and how. */
export function measuredText(length: number): string {
  let text = '';
  for (let mark = 10; text.length < length; mark = text.length + 10) text += `${mark}`.padStart(10, '.');
  return text.slice(0, length - 1) + '!';
}
