import type { Product } from '../../../db/records.ts';
import { makeProduct, type VariantDraft } from '../../../catalog/testing/make-product.ts';

function variants(
  colors: readonly string[],
  sizes: readonly string[],
  soldOut: readonly string[] = [],
): VariantDraft[] {
  return colors.flatMap((Color) =>
    sizes.map((Size) => ({ options: { Color, Size }, available: !soldOut.includes(`${Color} ${Size}`) })),
  );
}

/** The products of a small shop: shirts, jackets, jewellery and camping gear. */
export const shopProducts: readonly Product[] = [
  makeProduct('harbour-shirt', {
    title: 'Harbour Oxford Shirt',
    description: 'A cotton shirt with a button-down collar. It has one chest pocket. Wash at 30 degrees.',
    categories: ['Clothing', 'Shirts'],
    amount: 4900,
    variants: variants(['Blue', 'White'], ['S', 'M', 'L'], ['Blue L', 'White L']),
  }),
  makeProduct('meadow-shirt', {
    title: 'Meadow Linen Shirt',
    description: 'A light linen shirt for summer.',
    categories: ['Clothing', 'Shirts'],
    amount: 5900,
    variants: variants(['Blue', 'Green'], ['M', 'L', 'XL']),
  }),
  makeProduct('quarry-shirt', {
    title: 'Quarry Flannel Shirt',
    description: 'A brushed flannel shirt for cold mornings.',
    categories: ['Clothing', 'Shirts'],
    amount: 6500,
    variants: variants(['Red', 'Blue'], ['M', 'L']),
  }),
  makeProduct('dawn-shirt', {
    title: 'Dawn Work Shirt',
    description: 'A hard-wearing twill shirt.',
    categories: ['Clothing', 'Shirts'],
    amount: 3900,
    variants: variants(['Blue'], ['S', 'M']),
  }),
  makeProduct('ridge-jacket', {
    title: 'Ridge Rain Jacket',
    description: 'A waterproof jacket with taped seams and a hood that rolls away.',
    categories: ['Clothing', 'Jackets'],
    amount: 12000,
    variants: variants(['Yellow', 'Navy'], ['S', 'M', 'L']),
  }),
  makeProduct('fen-jacket', {
    title: 'Fen Quilted Jacket',
    description: 'A quilted jacket for dry days.',
    categories: ['Clothing', 'Jackets'],
    amount: 8900,
    variants: variants(['Olive'], ['M', 'L'], ['Olive M', 'Olive L']),
  }),
  makeProduct('tarn-necklace', {
    title: 'Tarn Pendant Necklace',
    description: 'A sterling pendant on a fine chain.',
    categories: ['Jewellery', 'Necklaces'],
    amount: 7200,
    variants: [{ options: { Color: 'Silver' } }],
  }),
  makeProduct('sedge-necklace', {
    title: 'Sedge Bead Necklace',
    description: 'Glass beads on a cord.',
    categories: ['Jewellery', 'Necklaces'],
    amount: 2800,
    variants: [{ options: { Color: 'Green' } }],
  }),
  makeProduct('lantern', {
    title: 'Hearth Camping Lantern',
    description: 'A lantern for tents and tables, with a warm light.',
    categories: ['Camping'],
    amount: 3400,
  }),
  makeProduct('stove', {
    title: 'Ember Camping Stove',
    description: 'A folding stove for one pot.',
    categories: ['Camping'],
    amount: 5500,
  }),
  makeProduct('tent', {
    title: 'Hollow Two-Person Tent',
    description: 'A tent for two with a porch. Waterproof to 3,000 mm.',
    categories: ['Camping', 'Tents'],
    amount: 18900,
  }),
  makeProduct('mug', {
    title: 'Hollow Enamel Mug',
    description: 'A mug that survives falls.',
    categories: ['Camping', 'Kitchen'],
    amount: 1400,
    variants: [{ options: { Color: 'White' } }, { options: { Color: 'Blue' }, available: false }],
  }),
];
