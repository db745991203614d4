/** The one sentence on what the assistant can do. */
export const whatItCanDo =
  'I can find products by words, size, colour and price, and look up the stock, sizes and price of one of them.';

/** Replies that are the same in every shop; what they quote is plain text. */
export const prepared = {
  greeting: `Hello! ${whatItCanDo} What are you looking for?`,
  thanks: "You're welcome!",
  bye: 'Goodbye, and thank you for stopping by!',
  help: `${whatItCanDo} For example: “blue shirts under 60”, then “is the second one in stock in M?”`,
  identity: `I'm this shop's automated assistant, not a person. ${whatItCanDo}`,
  no: 'All right. Tell me what should be different.',
  swearing: `I'm sorry that this didn't help. ${whatItCanDo}`,
  outside: `I can't help with that. ${whatItCanDo}`,
  unclear: `What product are you looking for? ${whatItCanDo}`,
  notFound: `I found no product like that in this shop. ${whatItCanDo}`,
  which: 'Which one do you mean? Say its number in the list or its name.',
  whichSize: 'Which size do you need? Tell me, and I look for it.',
  tooShort: 'My replies are limited to too few words to look that up.',
  gone: "I can't find that product in the catalogue any more.",
  cannotSearch: "I can't look products up here, and I don't want to guess. Please look at the shop's pages.",
  unreachable: "I'm sorry, I can't look that up right now. Please try again in a moment.",
  noContact: "I don't have the shop's contact details. Please look for them on its website.",
  unknownPolicy:
    "I don't know that, and I don't want to guess. Please ask the shop: its website says how to contact it.",
  askContact: (contact: string) =>
    `I don't know that, and I don't want to guess. Please ask the shop: ${contact}`,
  cannotSeeOrders: (contact = 'its website says how to contact it.') =>
    `I can't see orders. Please ask the shop: ${contact}`,
  noCodes: "I can't give discounts and know of no codes.",
  tryAnother: 'Try another word for it.',
  liftOne: 'Lift one of these wishes to see others, for example “any size”, “any colour” or “any price”.',
  sayMore: (rest: number) => `Say “more” for ${rest === 1 ? 'one more' : `${rest} more`}.`,
  withoutOldWishes: 'Nothing matches your earlier wishes as well, so I left them out.',
  onlyMentioned: 'No product is called that, but these mention it.',
  otherCurrency: (currency: string) =>
    `Prices here are in ${currency}, so I left out the limit in another currency.`,
  didYouMean: (words: readonly string[]) => `Did you mean ${words.map((word) => `“${word}”`).join(' or ')}?`,
  partly: (query: string) => `Nothing matches all of your words; these match “${query}”.`,
  noMore: (seen: number) =>
    `That is all: you have seen ${seen === 1 ? 'the only match' : `all ${seen} matches`}.`,
  tooMany: (seen: number, total: number) =>
    `You have seen ${seen} of ${total}. Please narrow it down by size, colour or price.`,
} as const;
