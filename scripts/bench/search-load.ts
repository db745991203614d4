import { readFileSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { createCatalog } from '../../server/catalog/catalog.ts';
import type { Product } from '../../server/db/records.ts';
import { productsOf } from '../dialogues/catalogs.ts';
import { createRandom } from '../random.ts';

// Indexes so many products, each mixed of three of the demo's, and searches for what shoppers and models write. Reads
// { products, rounds } from standard input.

export interface SearchResult {
  /** Of the processor, as is the time of queries. */
  readonly indexMs: number;
  /** Above the products themselves. */
  readonly indexMegabytes: number;
  readonly queryMs: readonly number[];
}

const queries = [
  'waterproof jacket for women',
  'cotton shirt men',
  'gift for dad who likes hiking',
  'warm winter coat',
  'lamps under $90',
  'sweater without wool',
  'kitchen knives',
  'Regenjacke Damen',
  'running shoes size 9',
  'something for a beach holiday',
  'snekers',
  'waterprof jackt',
  'umbrella',
  'couch',
  'zxcvbnm qwertyuiop',
];

function mixedProducts(own: readonly Product[], count: number): Product[] {
  const random = createRandom(1);
  const some = (): Product => own[random.below(own.length)] as Product;
  return Array.from({ length: count }, (_, index) => {
    const [first, second, third] = [some(), some(), some()];
    return {
      ...first,
      id: `p${index}`,
      title: `${first.title} ${index % 7_000}`,
      tags: [...first.tags, ...second.tags],
      description: [first, second, third].map(({ description }) => description).join(' '),
    };
  });
}

function usedBytes(): number {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

const { products: count, rounds } = JSON.parse(readFileSync(0, 'utf8')) as {
  products: number;
  rounds: number;
};
const products = mixedProducts((await productsOf('sample')) ?? [], count);
const before = usedBytes();
const began = process.cpuUsage();
const catalog = await createCatalog(products);
const { user, system } = process.cpuUsage(began);
const indexMs = (user + system) / 1000;
const indexMegabytes = (usedBytes() - before) / 1e6;
const queryMs: number[] = [];
for (let round = 0; round <= rounds; round++) {
  for (const query of queries) {
    const start = process.cpuUsage();
    catalog.search({ query });
    const used = process.cpuUsage(start);
    // The first round compiles.
    if (round > 0) queryMs.push((used.user + used.system) / 1000);
  }
}
process.stdout.write(JSON.stringify({ indexMs, indexMegabytes, queryMs } satisfies SearchResult));
