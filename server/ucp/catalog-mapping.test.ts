import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { finishProduct, type DraftProduct } from '../catalog/import/finish-product.ts';
import type { Variant } from '../db/records.ts';
import { productFromUcp, productToUcp } from './catalog-mapping.ts';
import { type UcpProduct, ucpProductSchema } from './types.ts';

const word = fc.stringMatching(/^[\p{L}\d][\p{L}\d&<' -]{0,20}$/u).map((text) => `${text.trim()}x`);
const address = fc.webUrl().map((url) => new URL(url).href);
const words = fc.uniqueArray(word, { maxLength: 3 });
const amount = fc.nat(1_000_000);

function variantsIn(currency: string): fc.Arbitrary<Variant> {
  const price = amount.map((minor) => ({ amount: minor, currency }));
  return fc.record(
    {
      id: word,
      title: word,
      sku: word,
      price,
      compare_at_price: price,
      options: fc.dictionary(word, word, { maxKeys: 3, noNullPrototype: true }),
      available: fc.boolean(),
      quantity: fc.nat(500),
    },
    { requiredKeys: ['id', 'title', 'price', 'options', 'available'] },
  );
}

const drafts: fc.Arbitrary<DraftProduct> = fc.constantFrom('USD', 'JPY').chain((currency) =>
  fc.record(
    {
      id: word,
      title: word,
      description: fc.oneof(word, fc.string({ maxLength: 200, unit: 'grapheme' })),
      brand: word,
      categories: words,
      tags: words,
      url: address,
      image_url: address,
      variants: fc.array(variantsIn(currency), { minLength: 1, maxLength: 4 }),
    },
    { requiredKeys: ['id', 'title', 'description', 'categories', 'tags', 'variants'] },
  ),
);

const price = { amount: 1299, currency: 'USD' };
const foreign: UcpProduct = {
  id: 'gid://shop/Product/1',
  title: 'Runner',
  description: { html: '<p>Light &amp; <b>fast</b>.</p><script>alert(1)</script>' },
  price_range: { min: price, max: price },
  variants: [
    { id: 'gid://shop/ProductVariant/1', title: 'Blue', description: { plain: 'Blue' }, price },
    {
      id: 'gid://shop/ProductVariant/2',
      title: 'Red',
      description: { plain: 'Red' },
      price,
      availability: { status: 'out_of_stock' },
      media: [{ type: 'image', url: 'https://cdn.example/red.jpg' }],
    },
  ],
};
const read = (product: Partial<UcpProduct>) => finishProduct(productFromUcp({ ...foreign, ...product }));

describe('the mapping of products', () => {
  it('returns every product of ours unchanged after there and back, and is valid in between', () => {
    fc.assert(
      fc.property(drafts, (draft) => {
        const product = finishProduct(draft);
        const theirs = productToUcp(product);
        expect(ucpProductSchema.strict().parse(theirs)).toEqual(theirs);
        expect(finishProduct(productFromUcp(theirs))).toEqual(product);
      }),
    );
  });

  it('says which prices are reduced, and the range before the reduction', () => {
    expect(productToUcp(read({}))).not.toHaveProperty('list_price_range');
    const list = { amount: 1999, currency: 'USD' };
    const variants = foreign.variants.map((each, at) => (at === 0 ? each : { ...each, list_price: list }));
    expect(productToUcp(read({ variants }))).toMatchObject({
      list_price_range: { min: { amount: 1299 }, max: list },
      variants: [{ id: foreign.variants[0]?.id }, { list_price: list }],
    });
  });

  it('reads a foreign description as plain text, without scripts', () => {
    expect(read({}).description).toBe('Light & fast.');
    expect(read({ description: { plain: 'a < b, not <i>c</i>' } }).description).toBe('a < b, not <i>c</i>');
    expect(read({ description: { markdown: '**Fast**' } }).description).toBe('**Fast**');
  });

  it('treats a variant without availability as available unless its status says otherwise', () => {
    expect(read({}).variants.map(({ available }) => available)).toEqual([true, false]);
  });

  it("reads the steps of a category's path, and leaves codes of other taxonomies out", () => {
    const categories = [
      { value: '187', taxonomy: 'google_product_category' },
      { value: 'aa-8-1', taxonomy: 'shopify' },
      { value: 'Footwear > Running', taxonomy: 'merchant' },
      { value: 'TV' },
    ];
    expect(read({ categories }).categories).toEqual(['Footwear', 'Running', 'TV']);
  });

  it('takes the picture of a variant where the product has none', () => {
    expect(read({}).image_url).toBe('https://cdn.example/red.jpg');
  });
});
