import { readFileSync } from 'node:fs';
import { extname } from 'node:path';
import { type Response, Router } from 'express';
import type { Product } from '../../db/records.ts';
import { allChatbots } from '../../db/chatbots.ts';
import type { Database } from '../../db/database.ts';
import { allProducts } from '../../db/catalog.ts';
import { ServiceError } from '../../errors.ts';
import { demoStores } from '../demo-stores.ts';
import { productPicture } from './product-picture.ts';
import { categoriesOf, categoryPage, frontPage, productPage, type Shop } from './shop-pages.ts';

/** What the pages load, by its path: the contents of these files. */
const assets = {
  '/shop.css': [
    import.meta.resolve('@knadh/oat/oat.min.css'),
    import.meta.resolve('../../http/theme.css'),
    import.meta.resolve('./shop.css'),
  ],
  '/cart.js': [import.meta.resolve('./cart.js')],
};

/** The service's own origin only: the widget must work under the policy of a careful shop. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
].join('; ');

interface DemoShopDeps {
  readonly database: Database;
}

/**
 * A small shop with the catalogue and the chatbot of the demo's main store; 404 without that store. Its pages are drawn
 * with the first request, because the store is created when the service listens already, and stay as they are: drawing
 * the front page took 8 ms of CPU for each request.
 */
export function demoShop(deps: DemoShopDeps): Router {
  const router = Router({ strict: true, caseSensitive: true });
  let drawn: Promise<DrawnShop> | undefined;
  const pages = (): Promise<DrawnShop> =>
    (drawn ??= drawPages(deps).catch((error: unknown) => {
      drawn = undefined;
      throw error;
    }));
  router.get('/', async (request, response) => {
    // Links of the page are relative to /demo/.
    if (/^\/demo(?:\?|$)/.test(request.originalUrl)) return response.redirect('/demo/');
    const { category } = request.query;
    const { front, categories } = await pages();
    sendPage(response, (typeof category === 'string' ? categories.get(category) : undefined) ?? front);
  });
  router.get('/product/:id', async (request, response) => {
    sendPage(response, drawnProduct(await pages(), request.params.id).page);
  });
  router.get('/images/:id.svg', async (request, response) => {
    const { picture } = drawnProduct(await pages(), request.params.id);
    response.set({ 'Content-Type': 'image/svg+xml', 'Cache-Control': 'public, max-age=3600' });
    response.set('Cross-Origin-Resource-Policy', 'cross-origin').end(picture);
  });
  for (const [path, files] of Object.entries(assets)) {
    const content = files.map((file) => readFileSync(new URL(file), 'utf8')).join('');
    router.get(path, (_request, response) => {
      response.type(extname(path)).set('Cache-Control', 'no-cache').send(content);
    });
  }
  return router;
}

/** Whether the demo's main store exists, so that the shop is more than a 404. */
export async function hasDemoShop({ database }: DemoShopDeps): Promise<boolean> {
  return (await allChatbots(database.reader(demoStores.main.id))).length > 0;
}

function sendPage(response: Response, html: Buffer): void {
  response.set({ 'Content-Security-Policy': policy, 'Cache-Control': 'no-cache' });
  response.type('html').send(html);
}

interface DrawnProduct {
  readonly page: Buffer;
  readonly picture: Buffer;
}

interface DrawnShop {
  readonly front: Buffer;
  /** By name. */
  readonly categories: ReadonlyMap<string, Buffer>;
  /** By id. */
  readonly products: ReadonlyMap<string, DrawnProduct>;
}

/** Throws ServiceError `not_found` without the demo's main store. */
async function drawPages({ database }: DemoShopDeps): Promise<DrawnShop> {
  const { id, name } = demoStores.main;
  const [chatbot] = await allChatbots(database.reader(id));
  if (chatbot === undefined) throw new ServiceError('not_found', 'the demo shop does not exist');
  const shop: Shop = { name, chatbotId: chatbot.id, products: await allProducts(database.reader(id)) };
  return {
    front: Buffer.from(frontPage(shop)),
    categories: new Map(categoriesOf(shop).map((each) => [each, Buffer.from(categoryPage(shop, each))])),
    products: new Map(shop.products.map((product) => [product.id, drawProduct(shop, product)])),
  };
}

function drawProduct(shop: Shop, product: Product): DrawnProduct {
  return {
    page: Buffer.from(productPage(shop, product)),
    picture: Buffer.from(productPicture(product)),
  };
}

function drawnProduct({ products }: DrawnShop, id: string): DrawnProduct {
  const product = products.get(id);
  if (product === undefined) throw new ServiceError('not_found', 'product not found');
  return product;
}
