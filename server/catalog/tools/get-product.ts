import { z } from 'zod';
import type { Product } from '../product.ts';
import type { CatalogTool } from './catalog-tool.ts';
import { productSchema } from './product-schemas.ts';

const inputSchema = z.object({
  id: z.string().min(1).max(200).describe('A product id that an earlier result named'),
});

export type GetProductOutput = { readonly product: Product } | { readonly error: string };

export const getProduct: CatalogTool<typeof inputSchema, GetProductOutput> = {
  name: 'get_product',
  title: 'Get one product with all its variants',
  description:
    'Returns everything about one product by its id: full description and every variant with its own price, ' +
    'options (colour, size) and stock. Use it for questions about a certain size or colour. Prices are in minor ' +
    'units (cents). Returns an error where this shop has no such product.',
  inputSchema,
  // One object, not a union: the tools protocol wants an object at the top of an output schema.
  outputSchema: z.object({
    product: productSchema.optional(),
    error: z.string().optional().describe('Present in place of the product where there is none'),
  }),
  run(catalog, input) {
    const product = catalog.byId(input.id);
    return product === undefined ? { error: 'This shop has no product with that id.' } : { product };
  },
};
