import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type CatalogQuery, createCatalog } from './catalog.ts';
import type { Product } from '../db/records.ts';
import { makeProduct } from './testing/make-product.ts';

const shirt = makeProduct('oxford-shirt', {
  title: 'Harbour Oxford Shirt',
  description: 'A cotton shirt that softens with each wash.',
  categories: ['Shirts'],
  tags: ['men'],
  brand: 'Fernhill',
  variants: [
    { amount: 5500, options: { Color: 'Navy', Size: 'Medium' } },
    { amount: 5500, options: { Color: 'Navy', Size: 'Large' }, available: false },
    { amount: 6500, options: { Color: 'White', Size: 'Large' } },
  ],
});
const wordsOnly = makeProduct('ocean-blue-shirt', { title: 'Ocean Blue Shirt', amount: 5000, tags: ['men'] });
const tie = makeProduct('silk-tie', {
  title: 'Silk Tie',
  description: 'Goes with any blue shirt.',
  categories: ['Accessories'],
  amount: 1500,
});
const coat = makeProduct('winter-coat', { title: 'Winter Coat', categories: ['Coats'], amount: 19900 });
const boat = makeProduct('toy-boat', { title: 'Toy Boat', categories: ['Toys'], amount: 900 });
const tee = makeProduct('plain-tee', { title: "Women's T-Shirt", categories: ['Tops'], amount: 1900 });
const soldOut = makeProduct('aa-coat', {
  title: 'Winter Coat',
  categories: ['Coats'],
  amount: 17900,
  variants: [{ available: false }],
});
const yen = makeProduct('kettle', { title: 'Iron Kettle', currency: 'JPY', amount: 4000 });
const shop = [shirt, wordsOnly, tie, coat, boat, tee, soldOut, yen];

async function ids(query: CatalogQuery, products: readonly Product[] = shop): Promise<string[]> {
  const catalog = await createCatalog(products);
  return catalog.search({ limit: 20, ...query }).products.map(({ product }) => product.id);
}

describe('words', () => {
  const finds: [string, string[]][] = [
    ['blue shirt', ['oxford-shirt', 'ocean-blue-shirt']],
    ['navy shirt', ['oxford-shirt']],
    ['shirts', ['oxford-shirt', 'ocean-blue-shirt']],
    ['oxfrod shirt', ['oxford-shirt']],
    ['navy shrts', ['oxford-shirt']],
    ['harb', ['oxford-shirt']],
    ['I am looking for a coat, please', ['winter-coat', 'aa-coat']],
    ['outerwear', ['winter-coat', 'aa-coat']],
    ['necktie', ['silk-tie']],
    ['tee', ['plain-tee']],
    ['ladies t-shirts', ['plain-tee']],
    ['Wintermantel', ['winter-coat', 'aa-coat']],
    ['HARBÓUR', ['oxford-shirt']],
    ['fernhill', ['oxford-shirt']],
    ['wash', ['oxford-shirt']],
    ['zeppelin', []],
    ['constructor', []],
    ['__proto__', []],
  ];
  it.each(finds)('finds products that have all words of "%s"', async (query, expected) => {
    expect((await ids({ query, match: 'all' })).sort()).toEqual([...expected].sort());
  });

  const closest: [string, string, { missing: string[]; unknown: string[] }][] = [
    ['striped winter coat', 'winter-coat', { missing: ['striped'], unknown: ['striped'] }],
    ['silk winter coat', 'winter-coat', { missing: ['silk'], unknown: [] }],
    ['winter coat for a zeppelin', 'winter-coat', { missing: ['zeppelin'], unknown: ['zeppelin'] }],
    ['leather coat', 'winter-coat', { missing: ['leather'], unknown: ['leather'] }],
  ];
  it.each(closest)('says what the closest product lacks of "%s"', async (query, id, { missing, unknown }) => {
    const { products, fit, unknown: words } = (await createCatalog(shop)).search({ query });
    expect(products[0]).toMatchObject({ product: { id }, missing });
    expect([fit, words]).toEqual(['closest', unknown]);
    expect(await ids({ query, match: 'all' })).toEqual([]);
  });

  it('puts products with all words before those that lack some', async () => {
    const { products, matching, fit } = (await createCatalog(shop)).search({ query: 'navy cotton shirt' });
    expect(products.map(({ product, missing }) => [product.id, missing])[0]).toEqual(['oxford-shirt', []]);
    expect([fit, matching.length]).toEqual(['all_words', 1]);
  });

  it.each(['winter drone', 'sofa', 'leather armchair', 'waterproof zeppelin'])(
    'finds nothing where no product is what "%s" says',
    async (query) =>
      expect((await createCatalog(shop)).search({ query })).toMatchObject({ fit: 'none', products: [] }),
  );

  it('reports what it searched for a misspelt word', async () => {
    const { similar } = (await createCatalog(shop)).search({ query: 'oxfrod shirt' });
    expect(similar).toEqual([{ word: 'oxfrod', instead: ['oxford'] }]);
  });

  it("finds products by the shop's own words", async () => {
    const catalog = await createCatalog(shop, 'brogue, shirt\nnavy blazer > winter coat');
    expect(
      catalog
        .search({ query: 'brogues', match: 'all' })
        .matching.map(({ id }) => id)
        .sort(),
    ).toEqual(['ocean-blue-shirt', 'oxford-shirt']);
    expect(catalog.search({ query: 'navy blazer', match: 'all' }).matching).toHaveLength(2);
  });

  it('finds what is for somebody, and what is for nobody in particular', async () => {
    expect(await ids({ query: 'shirt for my husband', match: 'all' })).toEqual([
      'ocean-blue-shirt',
      'oxford-shirt',
    ]);
    expect(await ids({ query: 'top for my wife', match: 'all' })).toEqual(['plain-tee']);
    expect(await ids({ query: 'tie for my wife', match: 'all' })).toEqual(['silk-tie']);
  });

  it('shows nothing that is sold to adults only to those who look for a child', async () => {
    const products = [
      makeProduct('knife', { title: 'Kitchen Knife', tags: ['18+', 'gift'] }),
      makeProduct('apron', { title: "Children's Apron", tags: ['gift'] }),
    ];
    expect(await ids({ query: 'gift for a 4 year old', match: 'all' }, products)).toEqual(['apron']);
  });

  it('finds a kind by the word that its title has before the thing, and the cover of a cushion for a cushion', async () => {
    const products = [
      makeProduct('santoku', { title: 'Santoku Knife 17 cm' }),
      makeProduct('cover', { title: 'Linen Cushion Cover' }),
      makeProduct('throw', { title: 'Wool Throw', description: 'Goes with any cushion.' }),
    ];
    expect(await ids({ query: 'santoku' }, products)).toEqual(['santoku']);
    expect(await ids({ query: 'cushion' }, products)).toEqual(['cover']);
  });

  it('does not find a product by what its description says that it is not for', async () => {
    const products = [
      makeProduct('china', { title: 'China Plate', description: 'Gold rim: not for the microwave.' }),
      makeProduct('stone', { title: 'Stone Plate', description: 'Oven and microwave.' }),
    ];
    expect(await ids({ query: 'plate microwave', match: 'all' }, products)).toEqual(['stone']);
  });

  it('reads an age as whom it is for', async () => {
    const kid = makeProduct('kid', { title: 'Dot Kids Helmet' });
    const road = makeProduct('road', { title: 'Road Helmet', tags: ['adults'] });
    expect(await ids({ query: 'helmet for a 6 year old', match: 'all' }, [road, kid])).toEqual(['kid']);
    expect(await ids({ query: 'helmet for a 40-year-old', match: 'all' }, [road, kid])).toEqual(['road']);
  });

  it('finds a thing by the words of its name apart, and never by those of what it goes with', async () => {
    const rod = makeProduct('rod', { title: 'Corrib Rod', categories: ['Fishing'] });
    const tuner = makeProduct('tuner', { title: 'Clip-On Guitar Tuner', tags: ['violin'] });
    expect(await ids({ query: 'fishing pole' }, [rod, tuner])).toEqual(['rod']);
    expect(await ids({ query: 'violin' }, [rod, tuner])).toEqual([]);
  });

  it('finds words with hyphens, units and British spellings written otherwise', async () => {
    const router = makeProduct('router', { title: 'Mesh Wi-Fi System' });
    const bell = makeProduct('bell', { title: 'Kettlebell 16 kg' });
    const paint = makeProduct('paint', { title: 'Watercolour Box' });
    const all = [router, bell, paint];
    expect(await ids({ query: 'wifi', match: 'all' }, all)).toEqual(['router']);
    expect(await ids({ query: 'kettlebell 16kg', match: 'all' }, all)).toEqual(['bell']);
    expect(await ids({ query: 'watercolor', match: 'all' }, all)).toEqual(['paint']);
  });

  it('reports stock of the variant whose options the query names', async () => {
    const bell = makeProduct('bell', {
      title: 'Kettlebell',
      variants: [{ options: { Weight: '12 kg' } }, { options: { Weight: '16 kg' }, available: false }],
    });
    const isSoldOut = async (query: string) =>
      (await createCatalog([bell])).search({ query }).products.map((found) => found.isSoldOut);
    expect(await isSoldOut('kettlebell 16kg')).toEqual([true]);
    expect(await isSoldOut('kettlebell 12 kg')).toEqual([false]);
  });

  it('lists all products, those in stock first, for an empty query', async () => {
    const all = await ids({ query: 'show me something' });
    expect(all).toHaveLength(shop.length);
    expect(all.at(-1)).toBe('aa-coat');
  });
});

describe('what is excluded', () => {
  const jumpers = [
    makeProduct('a', { title: 'Lambswool Jumper', tags: ['wool'] }),
    makeProduct('b', { title: 'Cotton Jumper', description: 'For people who dislike wool.' }),
    makeProduct('c', { title: 'Fisherman Jumper', description: 'Knitted in undyed merino.' }),
    makeProduct('d', { title: 'Fleece Jumper', variants: [{ options: { Color: 'Red' } }] }),
  ];

  it.each([
    [['wool'], ['b', 'd']],
    [['merino'], ['a', 'b', 'd']],
    [['red'], ['a', 'b', 'c']],
    [['wool', 'red'], ['b']],
  ])('%j is what a product is or is made of, not what its text says it is not', async (exclude, expected) => {
    expect((await ids({ query: 'jumper', filters: { exclude } }, jumpers)).sort()).toEqual(expected);
  });

  it('is what a description says that a product contains', async () => {
    const products = [makeProduct('soy', { title: 'Soy Candle', description: 'It contains linalool.' })];
    expect(await ids({ query: 'candle', filters: { exclude: ['linalool'] } }, products)).toEqual([]);
  });

  it('may be said in the query', async () => {
    expect((await ids({ query: 'jumper without wool or cotton' }, jumpers)).sort()).toEqual(['d']);
  });
});

describe('filters', () => {
  it('counts as reduced what the shop tags so', async () => {
    const products = [makeProduct('a', { tags: ['sale'] }), makeProduct('b', { tags: ['wholesale'] })];
    expect(await ids({ filters: { on_sale: true } }, products)).toEqual(['a']);
  });

  it('takes the colour from options, or from title and description when there is no colour option', async () => {
    expect((await ids({ filters: { color: 'blue' } })).sort()).toEqual(
      ['ocean-blue-shirt', 'oxford-shirt', 'silk-tie'].sort(),
    );
    expect(await ids({ filters: { color: 'Light Navy' } })).toEqual(['oxford-shirt']);
  });

  it('finds a product only when one variant matches all filters', async () => {
    expect(await ids({ filters: { color: 'navy', size: 'L' } })).toEqual(['oxford-shirt']);
    expect(await ids({ filters: { color: 'navy', size: 'L', in_stock: true } })).toEqual([]);
    expect(await ids({ filters: { color: 'white', size: 'M' } })).toEqual([]);
    expect(await ids({ filters: { color: 'navy', price: { min: 6000 } } })).toEqual([]);
  });

  it('matches the category in singular and plural', async () => {
    expect(await ids({ filters: { category: 'coat' } })).toEqual(['winter-coat', 'aa-coat']);
  });

  it('treats blank filters as absent', async () => {
    expect(await ids({ filters: { category: ' ', color: '', size: ' ' } })).toHaveLength(shop.length);
  });

  it('includes both price bounds, and excludes other currencies', async () => {
    expect(await ids({ filters: { price: { min: 1500, max: 1900 } } })).toEqual(['plain-tee', 'silk-tie']);
    expect(await ids({ filters: { price: { min: 3000, max: 4500 } } })).toEqual([]);
  });

  it('reads a price bound out of the query, unless a filter sets it', async () => {
    expect(await ids({ query: 'shirt under $52' })).toEqual(['ocean-blue-shirt']);
    expect(await ids({ query: 'shirt under $52', filters: { price: { max: 2000 } } })).toEqual([]);
  });
});

describe('order', () => {
  it('sorts by price the products that have the words in their name', async () => {
    expect(await ids({ query: 'shirt', sort: 'price_asc' })).toEqual(['ocean-blue-shirt', 'oxford-shirt']);
    expect(await ids({ query: 'shirt', sort: 'price_desc' })).toEqual(['oxford-shirt', 'ocean-blue-shirt']);
  });

  it('returns at most `limit` products and the total of all matches', async () => {
    const catalog = await createCatalog(shop);
    expect(catalog.search({ limit: 2 }).matching).toHaveLength(shop.length);
    expect(catalog.search({ limit: 2 }).products).toHaveLength(2);
    expect(catalog.search({}).products).toHaveLength(5);
  });

  it('returns the same results for products in another order', async () => {
    const query = { query: 'coat shirt tie', limit: 20 };
    expect(await ids(query, [...shop].reverse())).toEqual(await ids(query));
  });
});

it('returns its categories, most used first, and its currency', async () => {
  const catalog = await createCatalog(shop);
  expect(catalog.categories()).toEqual(['Coats', 'Accessories', 'Shirts', 'Tops', 'Toys']);
  expect(catalog.currency()).toBe('USD');
  expect((await createCatalog([])).currency()).toBe('USD');
  expect((await createCatalog([yen])).currency()).toBe('JPY');
});

const colors = ['Blue', 'Red', 'Green'];
const sizes = ['S', 'M', 'L'];
const arbitraryProducts = fc
  .array(
    fc.record({
      title: fc.constantFrom('Shirt', 'Warm Coat', 'Shirt Dress', 'Tent'),
      variants: fc.array(
        fc.record({
          amount: fc.integer({ min: 0, max: 100 }),
          available: fc.boolean(),
          options: fc.record({ Color: fc.constantFrom(...colors), Size: fc.constantFrom(...sizes) }),
        }),
        { minLength: 1, maxLength: 4 },
      ),
    }),
    { maxLength: 12 },
  )
  .map((drafts) => drafts.map((draft, index) => makeProduct(`p${index}`, draft)));
const arbitraryFilters = fc.record(
  {
    color: fc.constantFrom(...colors),
    size: fc.constantFrom(...sizes),
    price: fc.record({ min: fc.integer({ min: 0, max: 100 }), max: fc.integer({ min: 0, max: 100 }) }),
    in_stock: fc.boolean(),
  },
  { requiredKeys: [] },
);

it('never returns a product outside the filters, and misses none inside', async () => {
  await fc.assert(
    fc.asyncProperty(arbitraryProducts, arbitraryFilters, async (products, filters) => {
      const passing = products.filter((product) =>
        product.variants.some(
          ({ options, price, available }) =>
            (filters.color === undefined || options['Color'] === filters.color) &&
            (filters.size === undefined || options['Size'] === filters.size) &&
            (filters.price === undefined ||
              (price.amount >= filters.price.min && price.amount <= filters.price.max)) &&
            (filters.in_stock === undefined || available === filters.in_stock),
        ),
      );
      const found = await ids({ filters }, products);
      expect(found.sort()).toEqual(passing.map((product) => product.id).sort());
    }),
  );
});

it('returns a result for any query', async () => {
  const catalog = await createCatalog(shop);
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (query) => {
      const { products, matching, fit } = catalog.search({ query });
      expect(products.length > 0).toBe(fit !== 'none');
      expect(matching.length > 0).toBe(fit !== 'none');
    }),
  );
});

it("returns the language of the shop's texts", async () => {
  expect((await createCatalog(shop)).language).toBe('en');
  const german = makeProduct('a', {
    title: 'Regenjacke',
    description: 'Die Jacke ist leicht und hält dicht.',
  });
  expect((await createCatalog([german])).language).toBe('de');
});

it('finds products of a shop in another language by its words and by English ones', async () => {
  const german = [
    makeProduct('a', {
      title: 'Regenjacke Nordwind',
      tags: ['Damen'],
      description: 'Die Jacke ist wasserdicht.',
    }),
    makeProduct('b', { title: 'Tischlampe aus Holz', description: 'Eine Lampe für das Wohnzimmer.' }),
  ];
  expect(await ids({ query: 'Jacke', match: 'all' }, german)).toEqual(['a']);
  expect(await ids({ query: 'rain jacket', match: 'all' }, german)).toEqual(['a']);
  expect(await ids({ query: 'wooden lamp', match: 'all' }, german)).toEqual(['b']);
});
