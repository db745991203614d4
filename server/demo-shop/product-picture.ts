import type { Product } from '../catalog/product.ts';
import { productColor } from './product-color.ts';

/** Outlines on a field of 100 by 100, by category; the most special category that has one is drawn. */
const outlines: Readonly<Record<string, string>> = {
  Clothing: 'M36 22 22 30l-8 20 11 5 5-10v35h40V45l5 10 11-5-8-20-14-8c-3 6-9 9-14 9s-11-3-14-9z',
  Jackets: 'M37 20 22 28l-9 36 11 3 6-22v37h18V34l-11-14zm26 0L52 34v48h18V45l6 22 11-3-9-36-15-8z',
  Coats: 'M37 16 23 24l-8 38 11 3 4-18v41h18V30L37 16zm26 0L52 30v58h18V47l4 18 11-3-8-38-14-8z',
  Trousers: 'M32 16h36l6 68H57l-7-44-7 44H26z',
  Shorts: 'M30 26h40l8 42H55l-5-18-5 18H22z',
  Dresses: 'M38 16v14l-8 10 6 10-14 34h56L64 50l6-10-8-10V16h-6c0 8-3 11-6 11s-6-3-6-11z',
  Skirts: 'M34 24h32l16 54H18z',
  Socks: 'M38 14h22v40l14 12c6 6 2 18-8 18-8 0-12-3-18-8L36 62z',
  Shoes: 'M14 60c10 0 18-6 22-16l10 8c8 6 18 8 30 10 8 1 10 6 10 14H14z',
  Boots: 'M30 16h24v38l22 8c8 3 10 8 10 18H30z',
  Accessories: 'M20 58c2-22 14-34 30-34s28 12 30 34l12 8H8z',
  Scarves: 'M34 16h26c8 0 8 14 0 18l-6 4v44H42V40l-12-6c-8-4-4-18 4-18z',
  Watches:
    'M42 10h16l3 18a24 24 0 0 1 0 44l-3 18H42l-3-18a24 24 0 0 1 0-44zm8 24a16 16 0 1 0 .1 32A16 16 0 0 0 50 34z',
  Bags: 'M36 34v-6a14 14 0 0 1 28 0v6h14l4 48H18l4-48zm6 0h16v-6a8 8 0 0 0-16 0z',
  Backpacks: 'M40 18h20v6c12 3 18 12 18 24v34H22V48c0-12 6-21 18-24zM34 56v14h32V56z',
  Jewelry: 'M50 36a26 26 0 1 0 .1 0zm0 8a18 18 0 1 1-.1 0zM42 18h16l6 8-14 14-14-14z',
  Kitchen:
    'M22 34h48v8h6a12 12 0 0 1 0 26h-8c-2 8-8 12-16 12H40c-10 0-18-8-18-18zm48 16v10h5a5 5 0 0 0 0-10z',
  Cookware: 'M14 46h72v8h-8v14c0 8-6 12-14 12H36c-8 0-14-4-14-12V54h-8zM26 34h48v8H26zM44 24h12v8H44z',
  Knives: 'M14 66 70 18c10 10 8 22-2 32L44 70l-8-6-14 10z',
  Lighting: 'M36 18h28l14 34H22zM46 54h8v22h14v8H32v-8h14z',
  Home: 'M22 44c0-12 8-18 16-18h24c8 0 16 6 16 18v4c6 0 10 4 10 10v18H12V58c0-6 4-10 10-10zm8 6v10h40V50z',
  Bedding: 'M12 32h10v18h12c0-8 4-12 10-12h34c8 0 10 6 10 14v28H78v-8H22v8H12z',
  'Candles & Scent': 'M36 42h28v40H36zM50 14c8 10 8 22 0 24-8-2-8-14 0-24z',
  Camping: 'M50 18 90 80H64L50 54 36 80H10z',
  Garden: 'M48 82V54c-18 2-28-8-28-26 18-2 28 6 30 18 2-14 12-24 30-22 0 18-8 30-26 30v28z',
  Kids: 'M50 16a16 16 0 1 1-.1 0zM28 52h44l8 30H20zM24 18a9 9 0 1 1-.1 0zm52 0a9 9 0 1 1-.1 0z',
  'Games & Stationery':
    'M20 22h44a6 6 0 0 1 6 6v54H26a6 6 0 0 1-6-6zm12 14v6h26v-6zm0 14v6h26v-6zm42-22h8v50l-4 8-4-8z',
  Pets: 'M50 48c14 0 24 12 22 24-2 10-12 8-22 8s-20 2-22-8c-2-12 8-24 22-24zM24 34a8 10 0 1 1-.1 0zm52 0a8 10 0 1 1-.1 0zM40 18a8 11 0 1 1-.1 0zm20 0a8 11 0 1 1-.1 0z',
  'Bath & Care': 'M42 14h16v12h-4v6c10 3 14 10 14 18v34H32V50c0-8 4-15 14-18v-6h-4zM38 54v16h24V54z',
};

const unknown =
  'M20 34 50 20l30 14v34L50 82 20 68zm30 8 18-8-18-8-18 8zm-22 2v18l18 8V52zm44 0-18 8v18l18-8z';

/** A quiet picture of a product in its first colour, as SVG: the demo has no photographs. */
export function productPicture(product: Product): string {
  const color = productColor(product);
  const outline = product.categories
    .toReversed()
    .map((name) => outlines[name])
    .find((path) => path !== undefined);
  return [
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 160 160">',
    `<rect width="160" height="160" fill="#f4f1ea"/><rect width="160" height="160" fill="${color}" opacity=".14"/>`,
    '<ellipse cx="80" cy="128" rx="46" ry="6" fill="#23302a" opacity=".10"/>',
    `<g transform="translate(24 22) scale(1.12)"><path fill-rule="evenodd" fill="${color}" stroke="#23302a" stroke-opacity=".35" stroke-width="1.4" stroke-linejoin="round" d="${outline ?? unknown}"/></g>`,
    '</svg>',
  ].join('');
}
