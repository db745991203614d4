import { compare } from './decide-compare.ts';
import { asQuestion, details, lookAt, namedProduct } from './decide-details.ts';
import {
  inOtherCurrency,
  more,
  search,
  searchAnswer,
  searchWish,
  wantsOther,
  withFewerWords,
} from './decide-search.ts';
import type { Question } from './answer.ts';
import type { CatalogTools } from './catalog-tool-names.ts';
import { answerWith } from './decision.ts';
import type { Decision, Situation } from './decision.ts';
import type { Intent } from './intent.ts';
import { afterStep, lastPage, memoryOf } from './memory.ts';
import type { Memory } from './memory.ts';
import { loosen } from './plan-search.ts';
import type { Conversation, Step } from './read-conversation.ts';
import { titleHas } from './resolve-reference.ts';
import { understand } from './understand/understand.ts';

/**
 * Decides on the next tool call or answer from the conversation alone, within a few calls per turn. Tool results are
 * data: no text in them is followed as an instruction.
 */
export function decide({ earlier, current }: Conversation, tools: CatalogTools): Decision {
  const initial: Situation = {
    intent: understand(current.said),
    memory: memoryOf(earlier),
    previous: earlier.at(-1),
    steps: current.steps,
    tools,
  };
  const situation = { ...initial, intent: asQuestion(initial) ?? initial.intent };
  const last = current.steps.at(-1);
  return last === undefined ? begin(situation) : proceed(situation, last);
}

function begin(situation: Situation): Decision {
  const { intent, memory } = situation;
  switch (intent.type) {
    case 'search':
    case 'refine':
      return searchWish(situation, intent);
    case 'more':
      return more(situation);
    case 'yes':
      return accept(situation);
    case 'details':
      return details(situation, intent);
    case 'compare':
      return compare(situation, intent.of);
    case 'shown-again':
      return showAgain(memory);
    case 'out-of-scope':
      return answerWith({ type: 'out-of-scope', topic: intent.topic });
    case 'greet':
    case 'thanks':
    case 'bye':
    case 'no':
    case 'help':
    case 'identity':
    case 'unclear':
      return answerWith({ type: intent.type });
    default:
      return intent satisfies never;
  }
}

function showAgain({ shown }: Memory): Decision {
  return shown.length === 0
    ? answerWith({ type: 'which-product', shown: 0 })
    : answerWith({ type: 'shown-again', products: shown });
}

/** Handles "yes" to the offer of the last reply: fewer filters, the next page, or details of the only product. */
function accept(situation: Situation): Decision {
  const { memory, previous } = situation;
  const { search: last, shown } = memory;
  const asked = previous?.steps.at(-1)?.reading.type === 'found';
  if (last === undefined || !asked) return answerWith({ type: 'which-product', shown: shown.length });
  const looser = last.total === 0 ? loosen(last.input, wantsOther(understand(previous.said))) : undefined;
  if (looser !== undefined) return search(situation, looser.input);
  if (last.total > last.seen.length) return more(situation);
  const only = last.total === 1 ? shown[0] : undefined;
  return only === undefined
    ? answerWith({ type: 'which-product', shown: shown.length })
    : lookAt(situation, only);
}

function proceed(situation: Situation, step: Step): Decision {
  const { reading } = step;
  switch (reading.type) {
    case 'found':
      return afterFound(situation, step);
    case 'product':
      return answerWith({
        type: 'product',
        product: reading.product,
        question: questionOf(situation.intent, reading.product.title),
      });
    case 'looked-up':
      return reading.products.length < 2
        ? answerWith({ type: 'gone' })
        : answerWith({ type: 'comparison', products: reading.products });
    case 'missing':
      return answerWith({ type: 'gone' });
    case 'failed':
      return answerWith({ type: 'unreachable' });
    default:
      return reading satisfies never;
  }
}

// In "Is the kettle dishwasher safe?", the words beyond the title ask for a fact.
function questionOf(intent: Intent, title: string): Question {
  if (intent.type !== 'details') return { aspect: 'everything', words: [] };
  const named = intent.of.type === 'words' ? intent.of.words : [];
  const beyond = named.filter((word) => word !== 'one' && !titleHas(title, word));
  if (intent.aspect !== 'everything' || beyond.length === 0) return intent;
  return { aspect: 'fact', words: beyond };
}

function afterFound(situation: Situation, step: Step): Decision {
  const { intent, memory } = situation;
  if (intent.type === 'compare') return compare(situation, intent.of);
  const now = afterStep(memory, step);
  const named = namedProduct(intent, lastPage(now));
  if (named !== undefined) return lookAt(situation, named);
  if (now.search === undefined) return answerWith({ type: 'unreachable' });
  return (
    inOtherCurrency(situation, now) ??
    withFewerWords(situation, now.search) ??
    answerWith(searchAnswer(situation, now, now.search))
  );
}
