import { z } from 'zod';
import { finishProduct } from '../../catalog/import/finish-product.ts';
import { valueOrReason } from '../../catalog/import/import-errors.ts';
import { maxTitle } from '../../catalog/import/import-limits.ts';
import { plainText as textOf } from '../../catalog/import/plain-text.ts';
import { truncateText } from '../../catalog/product.ts';
import type { ShopSayings } from '../../catalog/catalog.ts';
import type { Product, ShopNotice } from '../../db/records.ts';
import { plainText } from '../../support/plain-text.ts';
import { productFromUcp } from '../../ucp/catalog-mapping.ts';
import { ucpDescriptionSchema, ucpProductSchema } from '../../ucp/types.ts';
import { LiveShopError } from './shop-error.ts';

/** What a shop has returned. Its texts are the shop's: data, never instructions. */
export interface ShopPage extends ShopSayings {
  /** In the order of the shop. */
  readonly products: readonly Product[];
}

/** More of one response are not read: the service asks for 20. */
const maxProducts = 50;
/** A card has 100. */
const maxVariants = 250;
const maxTexts = 10;
const maxText = 1_000;

/** Read part by part, so that one invalid product or message spoils no other. */
const responseSchema = z.object({
  ucp: z.object({ version: z.string(), status: z.string().optional() }),
  products: z.array(z.unknown()).optional(),
  product: z.unknown().optional(),
  messages: z.array(z.unknown()).catch([]),
  policies: z.array(z.unknown()).catch([]),
});
const errorSchema = z.object({ code: z.string().toLowerCase() });
const address = z
  .url({ protocol: /^https?$/ })
  .optional()
  .catch(undefined);
const warningSchema = z
  .object({
    type: z.literal('warning'),
    content: z.string(),
    path: z.string().default(''),
    url: address,
    image_url: address,
  })
  .transform(({ content, path, url, image_url }) => ({
    place: placeOf(path),
    notice: { text: plainText(content, maxText), url, image_url },
  }));
const policySchema = z
  .object({ description: ucpDescriptionSchema })
  .transform(({ description: { plain, markdown, html = '' } }) =>
    plainText(plain ?? markdown ?? textOf(html), maxText),
  );

/**
 * Reads a response of one of the three operations. Invalid products are left out, and a response with nothing else is
 * broken. The protocol wants every warning to be displayed: it goes with the product that it is about, and any other with
 * the page. `version` is the revision that the profile and the response must agree on. Throws LiveShopError.
 */
export function readShopResponse(value: unknown, version: string): ShopPage {
  const { data } = responseSchema.safeParse(value);
  if (data === undefined) throw broken('sent a response that does not follow the protocol');
  const { ucp, product, messages, policies } = data;
  if (ucp.version !== version)
    throw broken(`promises revision ${version} of the protocol and speaks another`);
  if (ucp.status === 'error') return readError(validIn(messages, errorSchema).map(({ code }) => code));
  const products = data.products ?? (product === undefined ? undefined : [product]);
  if (products === undefined) throw broken('sent a response without products');
  const warnings = validIn(messages, warningSchema);
  const noticesAt = (at?: number): ShopNotice[] =>
    warnings.flatMap(({ place, notice }) => (place === at ? notice : [])).slice(0, maxTexts);
  const valid = products.slice(0, maxProducts).flatMap((one, at) => readProduct(one, noticesAt(at)) ?? []);
  if (valid.length === 0 && products.length > 0)
    throw broken('sent only products that do not follow the protocol');
  const notes = [...new Set(validIn(policies, policySchema))].slice(0, maxTexts);
  return { products: valid, notes, notices: noticesAt() };
}

function broken(reason: string): LiveShopError {
  return new LiveShopError('broken', reason);
}

function readError(codes: readonly string[]): ShopPage {
  if (codes.includes('not_found')) return { products: [] };
  const code = codes.find((each) => /^[a-z_]{1,40}$/.test(each)) ?? 'error';
  throw new LiveShopError('rejected', `rejected the request (${code})`);
}

function validIn<Value>(values: readonly unknown[], schema: z.ZodType<Value>): Value[] {
  return values.flatMap((value) => schema.safeParse(value).data ?? []);
}

/** The place of the product in a list that a JSONPath leads to or into; 0 for the only one. */
function placeOf(path: string): number | undefined {
  const dotted = path.replaceAll(/\[['"](\w+)['"]\]/g, '.$1');
  const [, place] = /^\$\.products\[(\d+)\]/.exec(dotted) ?? /^\$\.product()\b/.exec(dotted) ?? [];
  return place === undefined ? undefined : Number(place);
}

function readProduct(value: unknown, notices: readonly ShopNotice[]): Product | undefined {
  const product = ucpProductSchema.safeParse(value).data;
  if (product === undefined) return undefined;
  const unit = product.variants.find((one) => one.quantity_unit !== undefined)?.quantity_unit;
  // Of the name, as a price without it would be another one.
  const name = unit === undefined ? '' : ` (per ${plainText(unit.display_text ?? unit.unit, 40)})`;
  const title = truncateText(product.title, maxTitle - name.length) + name;
  const draft = productFromUcp({ ...product, title, variants: product.variants.slice(0, maxVariants) });
  const result = valueOrReason(() => finishProduct(draft));
  if (!('value' in result)) return undefined;
  return { ...result.value, ...(notices.length > 0 && { notices }) };
}
