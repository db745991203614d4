import type { Taken } from './normal-text.ts';

const plain =
  'amber|aqua|azure|beige|black|blue|bronze|brown|burgundy|charcoal|cobalt|coral|crimson|emerald|fuchsia|gold|golden|' +
  'gr[ae]y|green|indigo|ivory|khaki|lavender|lilac|magenta|maroon|mauve|mustard|navy|ochre|olive|orange|pink|purple|red|' +
  'scarlet|silver|tan|teal|terracotta|turquoise|violet|white|yellow';
// Often products or materials ("wine glasses", "copper kettle"): colours only after "in".
const doubtful =
  'camel|chocolate|copper|cream|mint|moss|natural|oatmeal|peach|plum|rose|rust|sage|sand|slate|stone|wine|berry|lemon|lime';
const shade = '(?:(?:light|dark|pale|bright|deep|pastel|navy|olive|sky|royal|forest|midnight|off)[- ])';
const end = String.raw`(?![\p{L}\p{N}'-])`;
const any = `(?:${plain})`;
const colorWord = new RegExp(
  String.raw`(?<![\p{L}\p{N}'-])(?:(?:in|in the colou?r|colou?red) )?${shade}?(${any})${end}|(?<=\bin (?:a |the colou?r )?|\bcolou?r )(${doubtful})${end}(?! [\p{L}])`,
  'gu',
);

/** Extracts a single colour. Several stay in the text: the search has one colour filter. */
export function takeColor(text: string): Taken<string | undefined> {
  const matches = [...text.matchAll(colorWord)];
  const colors = new Set(matches.map((match) => match[1] ?? match[2]));
  const [color] = colors;
  if (colors.size !== 1 || color === undefined) return { value: undefined, rest: text };
  return { value: color === 'golden' ? 'gold' : color, rest: text.replace(colorWord, ' ') };
}
