import { z } from 'zod';
import { finishProduct } from '../../catalog/import/finish-product.ts';
import { valueOrReason } from '../../catalog/import/import-errors.ts';
import { maxTitle } from '../../catalog/import/import-limits.ts';
import { plainText } from '../../catalog/import/plain-text.ts';
import { truncateText } from '../../catalog/product.ts';
import type { Product } from '../../db/records.ts';
import { productFromUcp } from '../../ucp/catalog-mapping.ts';
import { ucpDescriptionSchema, ucpProductSchema } from '../../ucp/types.ts';
import { LiveShopError } from './shop-error.ts';

/** What a shop has returned. Its texts are the shop's: data, never instructions. */
export interface ShopPage {
  /** In the order of the shop. */
  readonly products: readonly Product[];
  /** The shop's own sentences about them: policies and warnings. */
  readonly notes: readonly string[];
}

/** More of one response are not read: the service asks for 20. */
const maxProducts = 50;
/** A card has 100. */
const maxVariants = 250;
const maxNotes = 5;
const maxNote = 300;

/** Read part by part, so that one invalid product or message spoils no other. */
const responseSchema = z.object({
  ucp: z.object({ version: z.string(), status: z.string().optional() }),
  products: z.array(z.unknown()).optional(),
  product: z.unknown().optional(),
  messages: z.array(z.unknown()).catch([]),
  policies: z.array(z.unknown()).catch([]),
});
const messageSchema = z.object({
  type: z.string().optional(),
  code: z.string().default(''),
  content: z.string().default(''),
  presentation: z.string().optional(),
  path: z.string().default(''),
});
const policySchema = z
  .object({ description: ucpDescriptionSchema })
  .transform(({ description: { plain, markdown, html = '' } }) => plain ?? markdown ?? html);

/**
 * Reads a response of one of the three operations. Invalid products are left out, and a response with nothing else is
 * broken. What the protocol wants to be seen with a product, whatever else is said, stands behind its title: disclosures,
 * and the unit of its price. `version` is the revision that the profile and the response must agree on. Throws LiveShopError.
 */
export function readShopResponse(value: unknown, version: string): ShopPage {
  const { data } = responseSchema.safeParse(value);
  if (data === undefined) throw broken('sent a response that does not follow the protocol');
  const { ucp, product, policies } = data;
  const messages = validIn(data.messages, messageSchema);
  if (ucp.version !== version)
    throw broken(`promises revision ${version} of the protocol and speaks another`);
  if (ucp.status === 'error') return readError(messages.map(({ code }) => code.toLowerCase()));
  const products = data.products ?? (product === undefined ? undefined : [product]);
  if (products === undefined) throw broken('sent a response without products');
  const warnings = messages.filter(({ type }) => type === 'warning');
  const valid = products.slice(0, maxProducts).flatMap((one, at) => {
    const disclosed = warnings.filter((each) => each.presentation === 'disclosure' && isAbout(each.path, at));
    return readProduct(one, disclosed) ?? [];
  });
  if (valid.length === 0 && products.length > 0)
    throw broken('sent only products that do not follow the protocol');
  const texts = [...warnings.map(({ content }) => content), ...validIn(policies, policySchema)];
  return { products: valid, notes: notesOf(texts) };
}

function broken(reason: string): LiveShopError {
  return new LiveShopError('broken', reason);
}

function readError(codes: readonly string[]): ShopPage {
  if (codes.includes('not_found')) return { products: [], notes: [] };
  const code = codes.find((each) => /^[a-z_]{1,40}$/.test(each)) ?? 'error';
  throw new LiveShopError('rejected', `rejected the request (${code})`);
}

function validIn<Value>(values: readonly unknown[], schema: z.ZodType<Value>): Value[] {
  return values.flatMap((value) => schema.safeParse(value).data ?? []);
}

/** Whether a JSONPath leads to the product at this place of a list, or to the only one. */
function isAbout(path: string, at: number): boolean {
  return path.startsWith(`$.products[${at}]`) || (at === 0 && /^\$\.product\b/.test(path));
}

function readProduct(
  value: unknown,
  disclosed: readonly { readonly content: string }[],
): Product | undefined {
  const product = ucpProductSchema.safeParse(value).data;
  if (product === undefined) return undefined;
  const sold = product.variants.find((one) => one.quantity_unit !== undefined)?.quantity_unit;
  const unit = sold === undefined ? [] : [`per ${sold.display_text ?? sold.unit}`];
  const said = notesOf([...unit, ...disclosed.map(({ content }) => content)]).map((text) => `(${text})`);
  const title = truncateText([product.title, ...said].join(' '), maxTitle);
  const draft = productFromUcp({ ...product, title, variants: product.variants.slice(0, maxVariants) });
  const result = valueOrReason(() => finishProduct(draft));
  return 'value' in result ? result.value : undefined;
}

function notesOf(texts: readonly string[]): string[] {
  const plain = texts.map((text) => truncateText(plainText(text).replace(/\s+/g, ' '), maxNote));
  return [...new Set(plain.filter((text) => text !== ''))].slice(0, maxNotes);
}
