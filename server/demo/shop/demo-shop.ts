import { readFileSync } from 'node:fs';
import { type Response, Router } from 'express';
import type { Product } from '../../db/records.ts';
import type { Repositories } from '../../db/repositories.ts';
import { ServiceError } from '../../errors.ts';
import { demoStores } from '../demo-stores.ts';
import { productPicture } from './product-picture.ts';
import { frontPage, productPage, type Shop } from './shop-pages.ts';

const css = new URL('./shop.css', import.meta.url);

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
  readonly repositories: Pick<Repositories, 'stores' | 'chatbots' | 'catalog'>;
}

/** A small shop with the catalogue and the chatbot of the demo's main store; 404 without that store. */
export function demoShop(deps: DemoShopDeps): Router {
  const router = Router({ strict: true, caseSensitive: true });
  const style = readFileSync(css);
  router.get('/', async (request, response) => {
    // Links of the page are relative to /demo/.
    if (/^\/demo(?:\?|$)/.test(request.originalUrl)) return response.redirect('/demo/');
    const { category } = request.query;
    const page = frontPage(await loadShop(deps), typeof category === 'string' ? category : undefined);
    sendPage(response, page);
  });
  router.get('/product/:id', async (request, response) => {
    const shop = await loadShop(deps);
    sendPage(response, productPage(shop, findProduct(shop, request.params.id)));
  });
  router.get('/images/:id.svg', async (request, response) => {
    const picture = productPicture(findProduct(await loadShop(deps), request.params.id));
    response.set({ 'Content-Type': 'image/svg+xml', 'Cache-Control': 'public, max-age=3600' });
    response.set('Cross-Origin-Resource-Policy', 'cross-origin').end(picture);
  });
  router.get('/shop.css', (_request, response) => {
    response.set({ 'Content-Type': 'text/css; charset=utf-8', 'Cache-Control': 'no-cache' }).end(style);
  });
  return router;
}

function sendPage(response: Response, html: string): void {
  response.set({ 'Content-Security-Policy': policy, 'Cache-Control': 'no-cache' });
  response.type('html').send(html);
}

async function loadShop({ repositories }: DemoShopDeps): Promise<Shop> {
  const { id, name } = demoStores.main;
  const [chatbot] = await repositories.chatbots.list(id);
  if (chatbot === undefined) throw new ServiceError('not_found', 'the demo shop does not exist');
  return { name, chatbotId: chatbot.id, products: await repositories.catalog.list(id) };
}

function findProduct(shop: Shop, id: string): Product {
  const product = shop.products.find((candidate) => candidate.id === id);
  if (product === undefined) throw new ServiceError('not_found', 'product not found');
  return product;
}
