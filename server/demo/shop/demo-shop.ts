import { readFileSync } from 'node:fs';
import { type RequestHandler, Router } from 'express';
import type { Product } from '../../db/records.ts';
import type { Repositories } from '../../db/repositories.ts';
import { ServiceError } from '../../errors.ts';
import { demoStores } from '../demo-stores.ts';
import { productPicture } from './product-picture.ts';
import { frontPage, productPage, type ShopView } from './shop-pages.ts';

const css = new URL('./shop.css', import.meta.url);

/** Nothing but our own origin: the widget has to work under what a careful shop would send. */
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

/** A small shop that shows the sample catalogue with the demo's chatbot in the corner. 404 without the demo's store. */
export function demoShop(deps: DemoShopDeps): Router {
  const router = Router({ strict: true, caseSensitive: true });
  const style = readFileSync(css);
  router.get('/', redirectToSlash);
  router.get('/shop.css', (_request, response) => {
    response.set({ 'Content-Type': 'text/css; charset=utf-8', 'Cache-Control': 'no-cache' }).end(style);
  });
  router.get('/images/:id.svg', async (request, response) => {
    const product = await productOf(deps, request.params.id);
    response.set({ 'Content-Type': 'image/svg+xml', 'Cache-Control': 'public, max-age=3600' });
    response.set('Cross-Origin-Resource-Policy', 'cross-origin').end(productPicture(product));
  });
  router.get('/product/:id', async (request, response) => {
    const product = await productOf(deps, request.params.id);
    sendPage(response, productPage(await viewOf(deps), product));
  });
  router.get('/', async (request, response) => {
    const { category } = request.query;
    sendPage(response, frontPage(await viewOf(deps), typeof category === 'string' ? category : undefined));
  });
  return router;
}

// Links are relative to /demo/.
const redirectToSlash: RequestHandler = (request, response, next) => {
  if (/^\/demo(?:\?|$)/.test(request.originalUrl)) response.redirect('/demo/');
  else next();
};

function sendPage(response: Parameters<RequestHandler>[1], html: string): void {
  response.set({ 'Content-Security-Policy': policy, 'Cache-Control': 'no-cache' });
  response.type('html').send(html);
}

async function viewOf({ repositories }: DemoShopDeps): Promise<ShopView> {
  const store = await repositories.stores.find(demoStores.main.id);
  const [chatbot] = store === undefined ? [] : await repositories.chatbots.list(store.id);
  if (store === undefined || chatbot === undefined)
    throw new ServiceError('not_found', 'there is no demo shop here');
  return { name: store.name, chatbotId: chatbot.id, products: await repositories.catalog.list(store.id) };
}

async function productOf({ repositories }: DemoShopDeps, id: string): Promise<Product> {
  const products = await repositories.catalog.list(demoStores.main.id);
  const product = products.find((candidate) => candidate.id === id);
  if (product === undefined) throw new ServiceError('not_found', 'product not found');
  return product;
}
