import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { fileURLToPath } from 'node:url';
import type { ToolSet } from 'ai';
import { expect, it, onTestFinished } from 'vitest';
import { needOf } from '../../server/catalog/catalog-need.ts';
import type { Product } from '../../server/db/records.ts';
import { toolsOver } from '../../server/models/built-in/testing/shopper.ts';
import { systemClock } from '../../server/support/clock.ts';
import { createMetrics } from '../../server/support/metrics.ts';
import { bearer, startTestServer } from '../../server/testing/start-test-server.ts';
import { addProducts } from '../../server/testing/test-shop.ts';
import { openLiveCatalog } from '../../server/tools/shop/live-catalog.ts';
import { LiveShop } from '../../server/tools/shop/live-shop.ts';
import { nightlyTag } from '../test-report.ts';
import { measureSets } from './measure-sets.ts';

/** The tools of an agent whose live shop is another store of this service, which has the products. */
async function toolsOverLiveShop(products: readonly Product[]): Promise<ToolSet> {
  const server = await startTestServer();
  onTestFinished(() => server.close());
  await addProducts(server.deps, server.shop.store.id, products);
  setDefaultCACertificates([...getCACertificates(), server.ca]);
  const { baseUrl } = server.service;
  const config = { publicUrl: baseUrl, host: 'localhost', port: 443 };
  const deps = { clock: systemClock, metrics: createMetrics(), config, callMs: 60_000 };
  const shop = new LiveShop(deps, { url: baseUrl, headers: bearer(server.shop.key), allowPrivate: true });
  onTestFinished(() => shop.close());
  return toolsOver((tool, input) => openLiveCatalog(shop, null, needOf(tool, input), ''));
}

it.each([
  ['quayside', 71],
  ['millrace', 66],
])(
  'the dialogues of a shop that is searched live go as with its products imported: %s',
  { tags: [nightlyTag] },
  async (name, least) => {
    const folder = fileURLToPath(new URL(`shops/${name}`, import.meta.url));
    const turns = (await measureSets(folder, false, toolsOverLiveShop)).at(-1);
    expect(turns?.misses.filter((miss) => /\n {3}(?:invents|is wrong about) /.test(miss))).toEqual([]);
    expect(turns?.passed, turns?.misses.join('\n')).toBeGreaterThanOrEqual(least);
  },
);
