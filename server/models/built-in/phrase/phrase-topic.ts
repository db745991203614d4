import type { Topic } from '../intent.ts';

const offer = 'I can help you find products, though: what are you looking for?';

/** Replies about out-of-scope topics. */
export const phraseOfTopic: Readonly<Record<Topic, string>> = {
  orders: `I can't see or change orders; the shop's customer service can. ${offer}`,
  buying:
    "I can't place orders or fill a cart. Please buy it on the product's page; I'm happy to answer questions about it first.",
  returns: `I don't have the shop's rules on returns and refunds, so please ask its customer service. ${offer}`,
  delivery: `I don't have information on delivery or its cost, so please check with the shop. ${offer}`,
  'opening-hours': `I don't know the shop's opening hours or addresses. ${offer}`,
  payment: `I don't know which ways of paying the shop takes; its checkout shows them. ${offer}`,
  discounts: `I don't know of any discounts or codes, and I can't change prices. I can show you the least expensive products: what are you looking for?`,
  account: `I can't see or change accounts. ${offer}`,
  human: `I'm an automated assistant and can't connect you to a person; please use the shop's contact details. ${offer}`,
  medical: `I can't give medical advice; please ask a doctor or a pharmacist. ${offer}`,
  instructions: `I can't help with that. ${offer}`,
  general: `I only know this shop's products, so I can't help with that. ${offer}`,
};
