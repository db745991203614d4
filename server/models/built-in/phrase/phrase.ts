import type { Answer } from '../answer.ts';
import { phraseComparison } from './phrase-comparison.ts';
import { phraseProduct } from './phrase-product.ts';
import { numbered, phraseList, phraseNoMore, phraseNothingFound } from './phrase-search.ts';
import { phraseOfTopic } from './phrase-topic.ts';

type Worded =
  | 'out-of-scope'
  | 'list'
  | 'nothing-found'
  | 'no-more'
  | 'product'
  | 'summary'
  | 'comparison'
  | 'shown-again'
  | 'which-product'
  | 'which-to-compare';

const fixed: Readonly<Record<Exclude<Answer['type'], Worded>, string>> = {
  greet:
    'Hello! What are you looking for today? Tell me a product, and a size, colour or budget if you have one.',
  thanks: "You're welcome! Is there anything else you are looking for?",
  bye: 'Goodbye, and thank you for stopping by!',
  no: 'All right. If you need anything else, tell me what you are looking for.',
  help: "I can search this shop by product, colour, size and price, tell you about one product, its sizes and stock, and compare products. For example: “blue shirts under $60”, then “is the second one in stock in M?”. I can't see orders, returns or opening hours.",
  identity:
    "I'm this shop's automated assistant. I look products up in its catalogue and answer from what I find there. What are you looking for?",
  unclear:
    "I didn't understand that. Tell me what you are looking for, for example a product with a colour, a size or a budget.",
  gone: "I can't find that in the catalogue any more. Shall I look for something similar? Tell me what matters to you.",
  'no-search-yet':
    'What would you like to see? Tell me a product, and a size, colour or budget if you have one.',
  'cannot-look-up':
    "I can't look products up here, and I don't want to guess. Please look at the shop's pages for what it sells.",
  unreachable:
    "I'm sorry, I can't reach the catalogue right now, so I can't answer that. Please try again in a moment.",
};

/** Phrases an answer as text with numbered lists and bold titles. */
export function phrase(answer: Answer): string {
  switch (answer.type) {
    case 'out-of-scope':
      return phraseOfTopic[answer.topic];
    case 'list':
      return phraseList(answer);
    case 'nothing-found':
      return phraseNothingFound(answer);
    case 'no-more':
      return phraseNoMore(answer);
    case 'product':
      return phraseProduct(answer.product, answer.question);
    case 'comparison':
      return phraseComparison(answer.products);
    case 'summary':
      return `This is what I know about it:\n\n${numbered([answer.product])}`;
    case 'shown-again':
      return `Here they are again:\n\n${numbered(answer.products)}\n\nWhich one would you like to know more about?`;
    case 'which-product':
    case 'which-to-compare':
      return which(answer);
    default:
      return fixed[answer.type];
  }
}

function which({ type, shown }: Extract<Answer, { readonly shown: number }>): string {
  const toCompare = type === 'which-to-compare';
  if (shown < (toCompare ? 2 : 1))
    return `Which ${toCompare ? 'products' : 'product'} do you mean? Tell me what you are looking for and I'll find it.`;
  const example = toCompare ? 'for example “compare 1 and 2”' : 'for example “the first one”';
  return `Which ${toCompare ? 'ones' : 'one'} do you mean? Tell me by number, ${example}.`;
}
