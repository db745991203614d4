import { readFileSync } from 'node:fs';
import type { Product } from '../../db/records.ts';

/** SVG paths in 100 by 100: the filled shape, and lines on it. */
interface Outline {
  readonly shape: string;
  readonly lines?: string;
}

interface Drawings {
  /** Hexadecimal colours by colour word. */
  readonly colors: Readonly<Record<string, string>>;
  readonly defaultColor: string;
  readonly outlines: Readonly<Record<string, Outline>>;
  /** Categories with the outline of another one. */
  readonly sameAs: Readonly<Record<string, string>>;
  /** The outline of any other category. */
  readonly parcel: Outline;
}

const file = new URL('./product-drawings.json', import.meta.url);
const drawings = JSON.parse(readFileSync(file, 'utf8')) as Drawings;

/** An SVG drawing of a product in its first colour: the demo has no photographs. */
export function productPicture(product: Product): string {
  const color = colorOf(product);
  const { shape, lines } = outlineOf(product);
  const stroke = 'stroke="#23302a" stroke-opacity=".38" stroke-width="1" stroke-linejoin="round"';
  return [
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 160 160">',
    `<rect width="160" height="160" fill="#f4f1ea"/><rect width="160" height="160" fill="${color}" opacity=".14"/>`,
    '<ellipse cx="80" cy="138" rx="46" ry="5" fill="#23302a" opacity=".10"/>',
    `<g transform="translate(18 15) scale(1.24)" ${stroke}><path fill-rule="evenodd" fill="${color}" d="${shape}"/>`,
    lines === undefined ? '</g></svg>' : `<path fill="none" stroke-linecap="round" d="${lines}"/></g></svg>`,
  ].join('');
}

/** The first known word of the colour's name decides. */
function colorOf({ variants, title }: Product): string {
  const words = (variants[0]?.options['Color'] ?? title).toLowerCase().split(/[^a-z]+/);
  const colors = words.map((word) => drawings.colors[word]);
  return colors.find((color) => color !== undefined) ?? drawings.defaultColor;
}

/** The outline of the most specific category that has one. */
function outlineOf({ categories }: Product): Outline {
  const outlines = categories.toReversed().map((name) => drawings.outlines[drawings.sameAs[name] ?? name]);
  return outlines.find((outline) => outline !== undefined) ?? drawings.parcel;
}
