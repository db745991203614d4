import { allProducts } from '../db/catalog.ts';
import type { Product } from '../db/records.ts';
import { demoStores } from '../demo/demo-stores.ts';
import { type DemoShop, seedDemo } from '../demo/seed-demo.ts';
import { startTestServer, type TestServer } from './start-test-server.ts';

export interface DemoServer {
  readonly server: TestServer;
  readonly shop: DemoShop;
  readonly products: readonly Product[];
}

/** The real service with the whole demo: beside the test server's own stores it is only completed. */
export async function startDemoServer(): Promise<DemoServer> {
  const server = await startTestServer();
  await server.addStore(demoStores.main);
  const demo = await seedDemo(server.deps, [server.service.baseUrl]);
  if (demo === undefined) throw new Error('the demo was not created');
  const products = await allProducts(server.deps.database.reader(demo.main.store.id));
  return { server, shop: demo.main, products };
}
