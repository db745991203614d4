import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeProduct } from '../../catalog/testing/make-product.ts';
import { sampleStore } from '../../testing/sample-records.ts';
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts';
import { demoStores } from '../demo-stores.ts';
import { seedDemo } from '../seed-demo.ts';
import { productPicture } from './product-picture.ts';
import { frontPage } from './shop-pages.ts';
import { addProducts, addStore } from '../../testing/test-shop.ts';
import { allProducts } from '../../db/catalog.ts';

describe('the demo shop', () => {
  let server: TestServer;
  let origin: string;
  beforeAll(async () => {
    server = await startTestServer({ environment: { DEMO_SHOP: 'on' } });
    origin = server.service.baseUrl;
  });
  afterAll(() => server.close());

  it('is absent without the demo store', async () => {
    expect((await server.fetch('/demo/')).status).toBe(404);
  });

  describe('with the demo store', () => {
    beforeAll(async () => {
      // Beside other stores, the demo is only completed.
      await addStore(server.deps, sampleStore(demoStores.main));
      const demo = await seedDemo(server.deps, [origin]);
      expect(demo?.main.store.id).toBe(demoStores.main.id);
    });

    it('shows products, their pictures, and the demo chatbot, under a strict policy', async () => {
      const page = await server.fetch('/demo/');
      const html = await page.text();
      expect(page.headers.get('content-security-policy')).toContain("require-trusted-types-for 'script'");
      expect(html).toMatch(/<script src="\/embed\/chatbot\.js" data-chatbot-id="cbt_\w+" async>/);
      const [, picture = ''] = /src="(\/demo\/images\/[^"]+)"/.exec(html) ?? [];
      const image = await server.fetch(picture);
      expect(image.headers.get('content-type')).toBe('image/svg+xml');
      expect(await image.text()).toMatch(/^<svg /);
    });

    it('has a page for each category, and shows the front page for anything else', async () => {
      const whole = await (await server.fetch('/demo/?category=Lighting')).text();
      expect(whole).toContain('<title>Lighting');
      expect(whole).not.toContain('class="hero"');
      for (const query of ['?category=%3Cscript%3E', '?category=a&category=b', '?category[x]=Lighting'])
        expect(await (await server.fetch(`/demo/${query}`)).text()).toContain('class="hero"');
    });

    it('has a page for each product at the address in the catalogue', async () => {
      const [product] = await allProducts(server.deps.database.reader(demoStores.main.id));
      expect(product?.url?.startsWith(`${origin}/demo/product/`)).toBe(true);
      const page = await server.fetch(new URL(product?.url ?? '').pathname);
      expect(await page.text()).toContain(product?.title);
      expect((await server.fetch('/demo/product/nothing')).status).toBe(404);
    });

    it('draws its pages once: a request reads no catalogue, and shows the same after an import', async () => {
      const before = await (await server.fetch('/demo/')).text();
      await addProducts(server.deps, demoStores.main.id, [makeProduct('late', { title: 'Late arrival' })]);
      expect(await (await server.fetch('/demo/')).text()).toBe(before);
      expect((await server.fetch('/demo/product/late')).status).toBe(404);
    });
  });
});

describe('a page of the demo shop', () => {
  it('escapes names and titles', () => {
    const hostile = makeProduct('one', {
      title: '<img src=x onerror=alert(1)>',
      categories: ['"><script>alert(1)</script>'],
    });
    const html = frontPage({ name: '<b>Shop</b>', chatbotId: '"onload="alert(1)', products: [hostile] });
    expect(html).not.toMatch(/<img src=x|<script>alert|<b>Shop|"onload=/);
  });

  it('draws a product by its category, and a parcel for an unknown one', () => {
    const drawn = (...categories: string[]): string => productPicture(makeProduct('one', { categories }));
    expect(drawn('Clothing', 'Shirts')).not.toBe(drawn('Clothing'));
    expect(drawn('Clothing', 'Nothing we know')).toBe(drawn('Clothing'));
    expect(drawn('Nothing we know')).toBe(drawn());
    expect(drawn()).toContain('<path');
  });

  it('shows one product of each kind before a second of any kind', () => {
    const products = ['Shirts', 'Shirts', 'Shirts', 'Shirts', 'Shirts', 'Coats'].map((kind, index) =>
      makeProduct(`p${index}`, { title: `${kind} ${index}`, categories: ['Clothing', kind] }),
    );
    const html = frontPage({ name: 'Shop', chatbotId: 'cbt_1', products });
    expect(html.indexOf('Coats 5')).toBeLessThan(html.indexOf('Shirts 1'));
    expect(html).not.toContain('Shirts 4');
  });
});
