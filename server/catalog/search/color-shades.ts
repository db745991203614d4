import { wordForm } from './word-forms.ts';

/** Shades with the basic colours that match them, in the form of `termsOf`. */
const shades: Readonly<Record<string, readonly string[]>> = {
  amber: ['orange', 'yellow'],
  anthracite: ['gray', 'black'],
  aqua: ['blue', 'green'],
  azure: ['blue'],
  beige: ['beige'],
  berry: ['purple', 'red'],
  black: ['black'],
  blue: ['blue'],
  blush: ['pink'],
  brass: ['gold'],
  bronze: ['brown'],
  brown: ['brown'],
  burgundy: ['red'],
  camel: ['brown', 'beige'],
  charcoal: ['gray', 'black'],
  chestnut: ['brown'],
  cobalt: ['blue'],
  copper: ['copper', 'brown'],
  coral: ['orange', 'pink'],
  cream: ['cream', 'white'],
  crimson: ['red'],
  ecru: ['cream', 'white'],
  emerald: ['green'],
  fuchsia: ['pink'],
  gold: ['gold'],
  graphite: ['gray'],
  gray: ['gray'],
  green: ['green'],
  indigo: ['blue', 'purple'],
  ivory: ['cream', 'white'],
  jade: ['green'],
  khaki: ['green', 'beige'],
  lavender: ['purple'],
  lemon: ['yellow'],
  lilac: ['purple'],
  lime: ['green'],
  magenta: ['pink', 'purple'],
  maroon: ['red'],
  mauve: ['purple'],
  mint: ['green'],
  moss: ['green'],
  mustard: ['yellow'],
  navy: ['blue'],
  oatmeal: ['beige', 'cream'],
  ochre: ['yellow', 'orange'],
  olive: ['green'],
  orange: ['orange'],
  peach: ['orange', 'pink'],
  pink: ['pink'],
  plum: ['purple'],
  purple: ['purple'],
  red: ['red'],
  rose: ['pink'],
  rust: ['orange', 'brown', 'red'],
  sage: ['green'],
  sand: ['beige'],
  scarlet: ['red'],
  silver: ['silver'],
  slate: ['gray', 'blue'],
  stone: ['beige', 'gray'],
  tan: ['brown', 'beige'],
  teal: ['green', 'blue'],
  terracotta: ['orange', 'red'],
  turquoise: ['blue', 'green'],
  violet: ['purple'],
  white: ['white'],
  yellow: ['yellow'],
};

// In a title these can be a scent, a metal or a wood: olive oil soap is not green.
const ambiguous = new Set(
  `amber berry brass bronze camel chestnut copper coral cream jade lavender lemon lime mint moss mustard olive peach
  plum rose rust sage sand slate stone`.split(/\s+/),
);

// Includes basic colours that are not keys of the table above.
const basics = new Set(Object.values(shades).flat());

/** The terms that are colours. */
export function colorTerms(terms: readonly string[]): string[] {
  return terms.filter((term) => Object.hasOwn(shades, term) || basics.has(term));
}

/** Whether a word of a message is a colour, in either spelling. */
export function isColorWord(word: string): boolean {
  return colorTerms([wordForm(word)]).length > 0;
}

/** Whether a colour may also be a material, a plant or a food: "olive oil soap". */
export function isAmbiguousColor(word: string): boolean {
  return ambiguous.has(word);
}

/** Adds the basic colours to the colour terms of an option: `navy` gives `navy`, `blue`. */
export function withBasicColors(terms: readonly string[]): Set<string> {
  return new Set(terms.flatMap((term) => [term, ...basicsOf(term)]));
}

/** The same for a title or description, where ambiguous words are left alone. */
export function withBasicColorsOfWords(terms: readonly string[]): Set<string> {
  return new Set(terms.flatMap((term) => [term, ...(ambiguous.has(term) ? [] : basicsOf(term))]));
}

function basicsOf(term: string): readonly string[] {
  return (Object.hasOwn(shades, term) ? shades[term] : undefined) ?? [];
}
