import type { Product } from '../../../db/records.ts';
import { finishProduct } from '../finish-product.ts';
import type { CatalogReader } from '../import-event.ts';
import { valueOrReason, RowRejection } from '../import-errors.ts';
import { jsonLineSchema, type JsonLine } from './json-line.ts';
import { jsonVariants } from './json-variants.ts';

/** Reads one product a line, in the service's own format. Empty lines are ignored. */
export const readJsonLines: CatalogReader = async function* (pieces, context) {
  let line = 0;
  for await (const piece of pieces) {
    const texts = piece.split('\n');
    if (texts.at(-1) === '') texts.pop();
    for (const text of texts) {
      line += 1;
      if (text.trim() === '') continue;
      yield { type: 'row', line, cells: 1 };
      const result = valueOrReason(() => productOfLine(text, context.currency));
      if ('reason' in result) yield { type: 'rejected', line, reason: result.reason };
      else yield { type: 'product', line, product: result.value };
    }
  }
};

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new RowRejection('it is not JSON');
  }
}

function parseLine(text: string): JsonLine {
  const parsed = jsonLineSchema.safeParse(parseJson(text));
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new RowRejection([issue?.path.join('.'), issue?.message].filter(Boolean).join(': '));
}

/** The product of one line. Throws RowRejection. */
function productOfLine(text: string, currency: string | undefined): Product {
  const line = parseLine(text);
  return finishProduct({
    id: line.id,
    title: line.title,
    description: line.description ?? '',
    brand: line.brand,
    categories: line.categories ?? [],
    tags: line.tags ?? [],
    url: line.url,
    imageUrl: line.image_url,
    variants: jsonVariants(line, currency),
  });
}
