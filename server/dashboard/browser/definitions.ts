/** What each number means: shown one click away from it, and in `../README.md` with the same words. */
export const definitions = {
  conversations:
    'Conversations in which at least one message was sent. Test conversations are excluded from every number. A conversation belongs to the day on which it began.',
  visitors:
    'Different visitors of these conversations, while they are kept. A conversation through the API or MCP has no visitor, and counts as a visitor of its own.',
  channel:
    'Where a conversation began: in the chat on a page of the shop (widget), through the HTTP API, or through MCP.',
  answered: 'Conversations with a complete reply that is more than a greeting.',
  unanswered:
    'Conversations with a reply whose last search has no hits, that failed, ended early or was declined, or a latest thumb that is down. A conversation can be both answered and unanswered.',
  satisfaction:
    'Conversations whose latest thumb is up, as a share of those with a thumb: up / (up + down). n is the number with a thumb.',
  first_token:
    'Time from the arrival of a message to the first text of the reply. p50: half of the replies were at least this fast; p95: 95 of 100 were. Of the latest 50,000 replies of the range.',
  reply_time:
    'Time from the arrival of a message to the end of a complete reply. p50: half of these replies were at least this fast; p95: 95 of 100 were. Of the latest 50,000 replies of the range.',
  tokens: 'Tokens sent to models and received from them, as their vendors report them.',
  cost: "Tokens times the operator's prices (MODEL_PRICES) at the time of each reply, in US dollars. Models without a price are not part of it.",
  opened: 'Different visitors who opened the chat.',
  asked: 'Different visitors who began a conversation in the chat.',
  product_shown: 'Different visitors who saw a product card in the chat.',
  product_clicked: 'Different visitors who followed the link of a product card.',
  product_added:
    'Different visitors who put the product of a card into the cart, on pages that let the chat do so (onAddToCart).',
  requests:
    "Requests of the store's API keys and messages of its chatbots' visitors that the limits admitted, by the hour in which they arrived.",
  peak: "The most requests of the store's API keys, or messages of one chatbot's visitors, in one minute of the clock, and when. The plan's limit holds for each of them.",
  rejected:
    "Requests of the store's API keys and messages of its chatbots' visitors that were rejected with 429.",
} as const;

/** A number that has a definition. */
export type DefinedNumber = keyof typeof definitions;
