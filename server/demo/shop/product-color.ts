import type { Product } from '../../db/records.ts';

/** Words of colour names and how the demo's pictures paint them; the first word of a name that is known counts. */
const paints: Readonly<Record<string, string>> = {
  black: '#2f3133',
  blue: '#4a78b5',
  blush: '#e3b4ae',
  brass: '#b9974a',
  brown: '#7a5a43',
  camel: '#b98d5b',
  charcoal: '#4a4e54',
  chestnut: '#8a4f36',
  clear: '#c3d6da',
  coral: '#e1795f',
  cream: '#e6d9bd',
  ecru: '#ddd2b8',
  emerald: '#2f7d5b',
  forest: '#2f5a43',
  gold: '#c9a24b',
  graphite: '#565a60',
  gray: '#8c9196',
  green: '#5b8a5a',
  indigo: '#3c4a78',
  ivory: '#e8e0cb',
  khaki: '#8f8a63',
  lilac: '#b29ac9',
  lime: '#a3bf4f',
  moss: '#6d7a4a',
  mustard: '#cf9f3a',
  natural: '#cdb894',
  navy: '#2c3e63',
  oak: '#a57f56',
  oatmeal: '#d3c5ac',
  ocean: '#3f7fa3',
  olive: '#77784a',
  orange: '#d9833f',
  oxblood: '#6e2b2f',
  plum: '#6d4463',
  red: '#b4443f',
  rust: '#a7522f',
  sage: '#9aab8c',
  sand: '#cfb98f',
  silver: '#aeb5ba',
  slate: '#5f6d7a',
  speckled: '#d8d4ca',
  stone: '#b3aa9b',
  tan: '#b7895c',
  teal: '#2f7f7f',
  tortoise: '#7d5433',
  turquoise: '#4fa8a6',
  white: '#dcdcd6',
  yellow: '#dcb53f',
};

const unpainted = '#8aa394';

/** The paint of a product's first colour, as hexadecimal colour text. */
export function productColor(product: Product): string {
  const name = product.variants[0]?.options['Color'] ?? product.title;
  const word = name
    .toLowerCase()
    .split(/[^a-z]+/)
    .find((candidate) => paints[candidate] !== undefined);
  return (word === undefined ? undefined : paints[word]) ?? unpainted;
}
