import type { LanguageModelV4FinishReason } from '@ai-sdk/provider';

/** The one sentence on what the assistant can do. */
export const whatItCanDo =
  'I can search this shop by words, size, colour and price, and look up the price, stock and description of a product.';

const nothingFound = { unified: 'stop', raw: 'nothing_found' } as const;
const notKnown = { unified: 'stop', raw: 'not_known' } as const;

/** Texts that are the same in every shop; what they quote is plain text. */
export const replies = {
  greeting: `Hello! ${whatItCanDo} What are you looking for?`,
  thanks: "You're welcome!",
  bye: 'Goodbye, and thank you for stopping by!',
  yes: 'What are you looking for?',
  no: 'All right. Tell me if I can look for something else.',
  help: `${whatItCanDo} For example: “blue shirts under 60”, then “is the second one in stock in M?”`,
  identity: `I'm this shop's automated assistant, not a person. ${whatItCanDo}`,
  insult: `I'm sorry that I was no help. ${whatItCanDo}`,
  declined: `I can't help with that. ${whatItCanDo}`,
  unclear: `What are you looking for? ${whatItCanDo}`,
  noChoice: 'no sizes or colours are listed.',
  which: 'Which one do you mean? Say its name or its number in the list.',
  tooShort: 'My replies are limited to too few words to look that up.',
  gone: "I can't find that product in the catalogue any more.",
  cannotSearch: "I can't look products up here, and I don't want to guess. Please look at the shop's pages.",
  unreachable: "I'm sorry, I can't look that up right now.",
  noMore: 'Those are all that I found. What should be different?',
  nothingCheaper: 'I found nothing cheaper of this kind.',
  foundNothing: "I couldn't find anything like that in this shop.",
  closest: 'I found no exact match. These come closest:',
  cannotCompare: "I can't judge that for you. This is what the shop says about them:",
  cannotOrder: "I can't place orders: please add it to your cart on its card or on its page.",
  cannotSeeOrders: "I can't see or change orders.",
  unknown: "I don't know that, and I don't want to guess.",
  safety: "I can't judge safety or suitability.",
  ask: (contact = 'its website says how to contact it.') => `Please ask the shop: ${contact}`,
  check: (contact?: string) => `Please check with the shop${contact === undefined ? '' : `: ${contact}`}`,
} as const;

/** What a reply begins with that was no help, and the reason that it ends with. */
const reasons = [
  [replies.declined, { unified: 'content-filter', raw: 'stop' }],
  [replies.foundNothing, nothingFound],
  [replies.nothingCheaper, nothingFound],
  [replies.gone, nothingFound],
  [replies.unknown, notKnown],
  [replies.cannotSearch, notKnown],
  [replies.unreachable, notKnown],
] as const;

/**
 * Why a reply ends. Its tool results do not say it: a text that was found may not be quoted. The product's text that is
 * quoted before `check` does not have what was asked for; a text after `cannotSeeOrders` helps.
 */
export function finishReasonOf(text: string): LanguageModelV4FinishReason {
  const isUnknown =
    text.includes(`\n\n${replies.check()}`) ||
    (text.startsWith(replies.cannotSeeOrders) && !text.includes('\n'));
  if (isUnknown) return notKnown;
  return reasons.find(([begin]) => text.startsWith(begin))?.[1] ?? { unified: 'stop', raw: undefined };
}
