import { z } from 'zod';
import type { PageContext } from '../catalog/shopper-page.ts';
import { ServiceError } from '../errors.ts';
import { parseInput, text } from './parse-input.ts';

const id = text(200);

/** As the contract has it (`PageContext`). */
const pageContext = z.strictObject({
  product_id: id.exactOptional(),
  variant_id: id.exactOptional(),
  sku: id.exactOptional(),
  name: text(300).exactOptional(),
  url: text(1_000).exactOptional(),
  category: id.exactOptional(),
  cart: z
    .array(
      z.strictObject({
        product_id: id,
        variant_id: id.exactOptional(),
        quantity: z
          .int('must be a whole number')
          .min(1, 'must be at least 1')
          .max(10_000, 'must be at most 10000'),
      }),
    )
    .max(20, 'must have at most 20 lines')
    .exactOptional(),
  cart_has_more: z.boolean().exactOptional(),
  can_add_to_cart: z.boolean().exactOptional(),
});

/**
 * The header `X-Page-Context` (decision 0062); undefined without one. Throws ServiceError `invalid_request` that names the
 * header and what is wrong.
 */
export function parsePageContext(header: string | undefined): PageContext | undefined {
  if (header === undefined) return undefined;
  try {
    return parseInput(pageContext, JSON.parse(header));
  } catch (error) {
    const reason = error instanceof ServiceError ? error.message : 'must be JSON';
    throw new ServiceError('invalid_request', `the header X-Page-Context is invalid: ${reason}`);
  }
}
