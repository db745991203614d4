import { currencyDigits } from '../../catalog/money/currency-digits.ts';
import type { Price, Product } from '../../db/records.ts';

/** The data of every page. */
export interface Shop {
  readonly name: string;
  readonly chatbotId: string;
  readonly products: readonly Product[];
}

const featured = 5;
const heroPictures = 6;
const other = 'Other';
const soldOut = '<span class="badge" data-variant="danger">Sold out</span>';

/** The front page: some products of each category. */
export function frontPage(shop: Shop): string {
  const sections = categoriesOf(shop).map((name) => section(shop, name));
  return page(shop, { title: 'Clothes, home and camp' }, `${hero(shop)}${sections.join('')}`);
}

/** The page of a category: all its products. */
export function categoryPage(shop: Shop, category: string): string {
  const body = `<h1>${escapeHtml(category)}</h1>${grid(inCategory(shop, category))}`;
  return page(shop, { title: category, category }, body);
}

/** The page of a product, with its options. */
export function productPage(shop: Shop, product: Product): string {
  const [category = other] = product.categories;
  const body = `<p class="mt-4"><a href="/demo/">${escapeHtml(shop.name)}</a> / <a href="${categoryAddress(category)}">${escapeHtml(category)}</a></p>
<article class="product"><img src="${imageAddress(product)}" alt="" width="520" height="520"><div>
<p class="text-light">${escapeHtml(product.brand ?? shop.name)}</p><h1>${escapeHtml(product.title)}</h1>
<p class="large">${priceText(product)}</p><p>${escapeHtml(product.description)}</p>
<p>${product.available ? 'In stock, sent within two days.' : soldOut}</p>
<p>${variantField(product)}${cartButton(product)}<button type="button" class="outline" data-chatbot-ask="${escapeHtml(`Tell me about the ${product.title}`)}" hidden>Ask about this product</button></p>
<dl class="mt-6">${optionRows(product)}</dl></div></article>
<h2>More in ${escapeHtml(category)}</h2>${grid(similarProducts(shop, product))}`;
  return page(shop, { title: product.title, category, productId: product.id }, body);
}

/** What there is to choose from; nothing for a product with one variant. */
function variantField({ variants, available }: Product): string {
  if (variants.length < 2 || !available) return '';
  const options = variants.map(({ id, title, available: isThere }) => {
    const text = escapeHtml(isThere ? title : `${title} (sold out)`);
    return `<option value="${escapeHtml(id)}"${isThere ? '' : ' disabled'}>${text}</option>`;
  });
  return `<label class="mb-4">Choose <select name="variant">${options.join('')}</select></label> `;
}

/** Shown by the cart's script. */
function cartButton({ id, title, available, variants }: Product): string {
  if (!available) return '';
  const choices = variants.map((variant) => ({ id: variant.id, title: variant.title, price: variant.price }));
  const line = { product_id: id, title, url: productAddress(id), variants: choices };
  return `<button type="button" data-add-to-cart="${escapeHtml(JSON.stringify(line))}" hidden>Add to cart</button> `;
}

function hero(shop: Shop): string {
  // The second product of each category: the first is in its section below.
  const shown = categoriesOf(shop).flatMap((name) => oneOfEach(inCategory(shop, name)).slice(1, 2));
  const pictures = shown
    .slice(0, heroPictures)
    .map((product) => `<img src="${imageAddress(product)}" alt="" width="160" height="160">`);
  return `<section class="hero"><div><h1>Things made to be used, kept and mended.</h1>
<p class="large text-light">Clothes, tools and comforts for house, garden and hill. Not sure what fits? Ask the assistant in the corner.</p></div>
<div class="window" aria-hidden="true">${pictures.join('')}</div></section>`;
}

/** What a page is about. */
interface About {
  readonly title: string;
  readonly category?: string;
  readonly productId?: string;
}

function page(shop: Shop, { title, category, productId }: About, body: string): string {
  const links = categoriesOf(shop).map((name) => {
    const isCurrent = name === category ? ' aria-current="page"' : '';
    return `<a href="${categoryAddress(name)}"${isCurrent}>${escapeHtml(name)}</a>`;
  });
  // For the cart's script, which tells the chat where the shopper is.
  const about =
    productId === undefined ? attribute('category', category) : attribute('product-id', productId);
  const icons = shop.products.slice(0, 1).map((one) => `<link rel="icon" href="${imageAddress(one)}">`);
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)} · ${escapeHtml(shop.name)}</title><link rel="stylesheet" href="/demo/shop.css">${icons.join('')}</head><body${about}>
<header class="top"><div class="notice">A demonstration: nothing here is for sale, and no order can be placed.</div><div class="container hstack"><a class="name unstyled" href="/demo/">${escapeHtml(shop.name)}</a><details class="cart" hidden><summary>Cart (<span class="count" role="status"></span>)</summary><div class="card"><ul class="unstyled"></ul><p class="total"></p><button type="button" class="order">Pretend to order</button></div></details>
<nav class="hstack" aria-label="Categories">${links.join('')}</nav></div></header>
<main class="container">${body}</main>
<footer class="text-light"><div class="container">${escapeHtml(shop.name)} is the demo shop of the Conversational Agent Service. <a href="/docs/">How it works</a></div></footer>
<script src="/demo/cart.js"></script><script src="/embed/chatbot.js" data-chatbot-id="${escapeHtml(shop.chatbotId)}" async></script></body></html>`;
}

function attribute(name: string, value: string | undefined): string {
  return value === undefined ? '' : ` data-${name}="${escapeHtml(value)}"`;
}

function section(shop: Shop, category: string): string {
  const products = inCategory(shop, category);
  const all = `<a href="${categoryAddress(category)}">All ${products.length}</a>`;
  const more = products.length > featured ? all : '';
  return `<h2 class="hstack justify-between">${escapeHtml(category)}${more}</h2>${grid(oneOfEach(products).slice(0, featured))}`;
}

function inCategory(shop: Shop, category: string): Product[] {
  return shop.products.filter((product) => (product.categories[0] ?? other) === category);
}

/** The first product of each most specific category, then the others. */
function oneOfEach(products: readonly Product[]): Product[] {
  const firsts = new Map(products.toReversed().map((product) => [product.categories.at(-1), product]));
  const shown = products.filter((product) => firsts.get(product.categories.at(-1)) === product);
  return [...shown, ...products.filter((product) => !shown.includes(product))];
}

function grid(products: readonly Product[]): string {
  return `<ul class="grid unstyled">${products.map(tile).join('')}</ul>`;
}

function tile(product: Product): string {
  return `<li><a href="${productAddress(product.id)}"><img src="${imageAddress(product)}" alt="" loading="lazy" width="200" height="200">${escapeHtml(product.title)}</a><div>${priceText(product)}</div>${product.available ? '' : soldOut}</li>`;
}

function similarProducts(shop: Shop, product: Product): Product[] {
  const [category = other] = product.categories;
  const others = inCategory(shop, category).filter((one) => one.id !== product.id);
  const isSimilar = (one: Product): boolean => one.categories.at(-1) === product.categories.at(-1);
  return [...others.filter(isSimilar), ...others.filter((one) => !isSimilar(one))].slice(0, featured);
}

function optionRows(product: Product): string {
  const values = new Map<string, Set<string>>();
  for (const variant of product.variants) {
    for (const [name, value] of Object.entries(variant.options)) {
      values.set(name, (values.get(name) ?? new Set()).add(value));
    }
  }
  return [...values]
    .map(
      ([name, found]) =>
        `<dt class="text-light">${escapeHtml(name)}</dt><dd>${escapeHtml([...found].join(', '))}</dd>`,
    )
    .join('');
}

/** The names of the categories, in the order of their first products. */
export function categoriesOf(shop: Shop): string[] {
  return [...new Set(shop.products.map((product) => product.categories[0] ?? other))];
}

function categoryAddress(category: string): string {
  return `/demo/?category=${encodeURIComponent(category)}`;
}

function productAddress(id: string): string {
  return `/demo/product/${encodeURIComponent(id)}`;
}

function imageAddress(product: Product): string {
  return `/demo/images/${encodeURIComponent(product.id)}.svg`;
}

function priceText({ price_range: { min, max } }: Product): string {
  return min.amount === max.amount ? money(min) : `from ${money(min)}`;
}

function money({ amount, currency }: Price): string {
  const format = new Intl.NumberFormat('en-US', { style: 'currency', currency });
  return escapeHtml(format.format(amount / 10 ** currencyDigits(currency)));
}

/** Escapes text for elements and for quoted attributes. */
function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
