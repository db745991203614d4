import { termsOf } from './terms.ts';

const words = `a about all also am an and any are around available be below best buy by can cheap cheaper cheapest could
  do does dollar else expensive find for from get give good got has have hello help hi i if in is it item like look
  looking me most my need no not of on one or our please product recommend sale search sell shop show so some
  something stock than thanks that the their them there these they thing this those to under up want we what which
  who with would you your`;

/** Words of a question that say nothing about the product, in their indexed form. */
export const stopWords: ReadonlySet<string> = new Set(termsOf(words));
