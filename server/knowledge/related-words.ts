import { termsOf } from '../catalog/search/terms.ts';

/** Words of one topic of a shop. A passage whose title has one of them is found by the others, too. */
const topics = [
  'return refund exchange back money withdraw',
  'ship shipping shipment delivery deliver dispatch postage arrive parcel package',
  'open opening hour close closing weekend sunday saturday',
  'contact phone telephone number call email mail reach support customer service human',
  'pay payment card paypal invoice',
  'warranty guarantee defect defective broken faulty damage damaged repair',
  'location located address store directions showroom visit pickup',
  'order track tracking cancel status',
  'discount coupon code voucher promotion',
  'privacy data gdpr cookie',
].map(termsOf);

const related = new Map<string, readonly string[]>();
for (const words of topics) {
  for (const word of words) related.set(word, [...(related.get(word) ?? []), ...words]);
}

/** The words that people also use for the topics of these terms, in their indexed form. */
export function relatedWords(terms: readonly string[]): string[] {
  const others = terms.flatMap((term) => related.get(term) ?? []);
  return [...new Set(others)].filter((word) => !terms.includes(word));
}
