import type { Product } from '../../db/records.ts';
import { productColor } from './product-color.ts';
import { outlineOf } from './product-outline.ts';

/** A quiet picture of a product in its first colour, as SVG: the demo has no photographs. */
export function productPicture(product: Product): string {
  const color = productColor(product);
  const { shape, lines } = outlineOf(product.categories);
  const stroke = 'stroke="#23302a" stroke-opacity=".38" stroke-width="1" stroke-linejoin="round"';
  return [
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 160 160">',
    `<rect width="160" height="160" fill="#f4f1ea"/><rect width="160" height="160" fill="${color}" opacity=".14"/>`,
    '<ellipse cx="80" cy="138" rx="46" ry="5" fill="#23302a" opacity=".10"/>',
    `<g transform="translate(18 15) scale(1.24)" ${stroke}><path fill-rule="evenodd" fill="${color}" d="${shape}"/>`,
    lines === undefined ? '</g></svg>' : `<path fill="none" stroke-linecap="round" d="${lines}"/></g></svg>`,
  ].join('');
}
