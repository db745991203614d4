import fc, { type Arbitrary } from 'fast-check';

/** Texts of at most 48 characters that faulty code trims, changes the case of, escapes, splits or converts. */
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

/** A character of each kind that filters remove or replace. */
const rareCharacters: readonly string[] = [
  'controls \u0001\u0008\u000b\u000c\u001b\u007f end',
  'lines \u0085 \u2028 \u2029 end',
  'blanks \u1680\u2002\u2009\u202f\u205f\u3000 end',
  'directions \u202a\u202e\u202c\u2066\u2069\u061c end',
  'invisible \u00ad\u2060\u180e\u034f\u{e0041} end',
  'quotes “double” ‘single’ „low“ «angle» ′prime″',
  'dashes ‐ ‑ – — ― − … · • ‰ end',
  'signs ™ © ® ½ ² ℃ № € ¥ ± ≠ → ★ end',
  'wide ＡＢＣ１２３ ｶﾀｶﾅ 한글 각 क्षि',
  'private \ue000 \uf8ff \u{f0000}, none \ufdd0 \uffff end',
];

/** Texts that parsers, formatters and filters of links and markup recognise. */
const rareForms: readonly string[] = [
  '2026-01-05T10:20:30Z',
  '2026-01-05T10:20:30.123+02:00',
  '2026-01-05',
  '1.10',
  '1,000.50',
  '0x1F',
  'Infinity',
  'NaN',
  'undefined',
  'constructor',
  '#FF0000',
  '{"a":1}',
  'vendor/model-1:free',
  '<a href="javascript:go()" onclick="go()">go</a>',
  'data:text/html;base64,PGI+',
  ':smile: :) (c) -- ...',
  // Filters of personal data mask these.
  'ana.li+x@shop.example, +49 30 901820',
  'https://shop.example/a?b=1#c, 192.0.2.7',
  '**bold** *b* _it_ `code` [a](b) ~~x~~',
  '<?php ?> <!-- x -->',
  '../../etc/passwd',
];

/** Texts of at most 48 characters that are rarer than `hostileTexts`. */
export const rareTexts: readonly string[] = [...rareCharacters, ...rareForms];

const [letterA, firstSurrogate, surrogates, lastCodePoint] = [0x61, 0xd800, 0x800, 0x10ffff];

// In place of the unit "binary" of fc.string, which takes a second to build a map of all code points. Counted from
// "a", since counterexamples shrink towards 0.
const anyCodePoint = fc
  .integer({ min: 1 - letterA, max: lastCodePoint - surrogates - letterA })
  .map((offset) => letterA + offset)
  .map((index) => String.fromCodePoint(index < firstSurrogate ? index : index + surrogates));

/** Any characters but NUL and lone surrogates, which a service may reject; frequent ones more often. */
const anyCharacter = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom(...' aAbZ09_-./\'"\\<>&éß😀\n\t') },
  { weight: 2, arbitrary: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 }) },
  { weight: 1, arbitrary: anyCodePoint },
);

/** A text of a length in code points, one in three a hostile text. */
export function hostileText(minLength: number, maxLength: number): Arbitrary<string> {
  const truncated = (text: string): string => [...text].slice(0, maxLength).join('');
  const fitting = hostileTexts.map(truncated).filter((text) => [...text].length >= minLength);
  const random = fc
    .array(anyCharacter, { minLength, maxLength: Math.min(maxLength, minLength + 40) })
    .map((characters) => truncated(characters.join('')));
  if (fitting.length === 0) return random;
  return fc.oneof({ weight: 2, arbitrary: random }, { weight: 1, arbitrary: fc.constantFrom(...fitting) });
}

/** ASCII of an exact length with its positions in it, so that a truncated text shows where. */
export function measuredText(length: number): string {
  let text = '';
  for (let mark = 10; text.length < length; mark = text.length + 10) text += `${mark}`.padStart(10, '.');
  return text.slice(0, length - 1) + '!';
}
