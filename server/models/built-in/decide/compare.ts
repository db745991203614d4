import { numbered } from '../phrase/list.ts';
import { prepared } from '../phrase/prepared.ts';
import type { Meaning } from '../understand/meaning.ts';
import type { Context } from './course.ts';
import { referredProducts } from './references.ts';

/** Lists the products to compare once more, with what differs in a list: price, sizes, colours and stock. */
export function compare(meaning: Meaning, { state }: Context): string {
  const named = referredProducts(meaning, state.shown);
  const products = named.length > 0 ? named : state.shown;
  if (products.length < 2) return prepared.which;
  const cheapest = products.reduce((left, right) => (right.price.amount < left.price.amount ? right : left));
  return `${numbered(products)}\n\n${prepared.cheapest(cheapest)}`;
}
