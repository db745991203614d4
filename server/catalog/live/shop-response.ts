import { z } from 'zod';
import type { Product } from '../../db/records.ts';
import { productFromUcp } from '../../ucp/catalog-mapping.ts';
import { ucpDescriptionSchema, ucpMessageSchema, ucpProductSchema } from '../../ucp/types.ts';
import { finishProduct } from '../import/finish-product.ts';
import { valueOrReason } from '../import/import-errors.ts';
import { plainText } from '../import/plain-text.ts';
import { truncateText } from '../product.ts';
import { type ShopPage, ShopProblem } from './live-shop.ts';

/** More of one response are not read: the service asks for 20. */
const maxProducts = 50;
/** A card has 100. */
const maxVariants = 250;
const maxNotes = 5;
const maxNote = 300;

/** What every response has; the rest is read part by part, so that one invalid product spoils no other. */
const responseSchema = z.object({
  ucp: z.object({ version: z.string(), status: z.string().optional() }),
  products: z.array(z.unknown()).optional(),
  product: z.unknown().optional(),
  messages: z.array(z.unknown()).catch([]),
  policies: z.array(z.unknown()).catch([]),
});

const policySchema = z.object({ description: ucpDescriptionSchema });

/**
 * Reads a response of one of the three operations. Invalid products are left out, and a response with nothing else is
 * broken; `version` is the revision that the profile and the response must agree on. Throws ShopProblem.
 */
export function readShopResponse(value: unknown, version: string): ShopPage {
  const parsed = responseSchema.safeParse(value);
  if (!parsed.success) throw broken('sent a response that does not follow the protocol');
  const { ucp, products, product, messages, policies } = parsed.data;
  if (ucp.version !== version)
    throw broken(`promises revision ${version} of the protocol and speaks another`);
  const said = messages.flatMap((message) => ucpMessageSchema.safeParse(message).data ?? []);
  if (ucp.status === 'error') {
    const codes = said.map(({ code = '' }) => code.toLowerCase());
    if (codes.includes('not_found')) return { products: [], notes: [] };
    const code = codes.find((each) => /^[a-z_]{1,40}$/.test(each)) ?? 'error';
    throw new ShopProblem('rejected', `rejected the request (${code})`);
  }
  if (products === undefined && product === undefined) throw broken('sent a response without products');
  const given = (products ?? [product]).slice(0, maxProducts);
  const valid = given.flatMap((one) => readProduct(one) ?? []);
  if (valid.length === 0 && given.length > 0)
    throw broken('sent only products that do not follow the protocol');
  const warnings = said.filter(({ type }) => type === 'warning').map(({ content }) => content);
  return { products: valid, notes: notesOf([...warnings, ...policyTexts(policies)]) };
}

function broken(reason: string): ShopProblem {
  return new ShopProblem('broken', reason);
}

function readProduct(value: unknown): Product | undefined {
  const product = ucpProductSchema.safeParse(value).data;
  if (product === undefined) return undefined;
  const draft = productFromUcp({ ...product, variants: product.variants.slice(0, maxVariants) });
  const result = valueOrReason(() => finishProduct(draft));
  return 'value' in result ? result.value : undefined;
}

function policyTexts(policies: readonly unknown[]): string[] {
  return policies.flatMap((policy) => {
    const { plain, markdown, html } = policySchema.safeParse(policy).data?.description ?? {};
    return plain ?? markdown ?? html ?? [];
  });
}

function notesOf(texts: readonly string[]): string[] {
  const plain = texts.map((text) => truncateText(plainText(text).replace(/\s+/g, ' '), maxNote));
  return [...new Set(plain.filter((text) => text !== ''))].slice(0, maxNotes);
}
