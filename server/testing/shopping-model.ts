import type { LanguageModelV4CallOptions } from '@ai-sdk/provider';
import { saidIn } from '../models/page-part.ts';
import type { ModelRegistry } from '../models/registry.ts';
import { calls, createScriptedModel, finishes, says, type Script } from './scripted-model.ts';

/** What the model does for some messages; other messages are echoed. */
const scripts: Readonly<Record<string, Script>> = {
  'hang please': [...says('Let me see').slice(0, 2), 'hang'],
  'fail please': [new Error('the vendor is down')],
  'Any tents?': [calls('search_catalog', { query: 'tent' }), finishes('tool-calls')],
};

/** As models list what a search has found. */
const listOfLamps = `Here are some:

1. **Brass Lamp** – $45.00, warm light.
2. **Copper Lamp** – $45.00, small.
3. A candle would do, too.

Which one do you like?`;

/**
 * A model that searches the catalogue when a message has the word lamp, shows what it has found where cards are seen, and
 * otherwise follows `scripts`.
 */
export function shoppingModel(): ModelRegistry {
  const { model } = createScriptedModel((options) => {
    const question = lastQuestion(options);
    const [last, found] = lastResult(options);
    const showsCards = options.tools?.some(({ name }) => name === 'show_products') ?? false;
    if (last === 'search_catalog' && showsCards) {
      if (question === 'A lamp that sings') return [...says('Here is **one** for you.'), finishes()];
      if (question === 'The lamp by name') return [...says('The **Amber Desk Lamp**.'), finishes()];
      const items = found.map((id) => ({ id, why: 'It shines.' }));
      const order = { id: found.toSorted()[0], quantity: 2 };
      const shows =
        question === 'Two of the lamp' ? calls('add_to_cart', order) : calls('show_products', { items });
      return [shows, finishes('tool-calls')];
    }
    if (question === 'Any tents?' && last !== undefined) return [...says('No tents here.'), finishes()];
    if (last !== undefined)
      return [...says(question === 'Every lamp' ? listOfLamps : 'Here is **one** for you.'), finishes()];
    if (question.includes('lamp'))
      return [...says('One moment. '), calls('search_catalog', { query: 'lamp' }), finishes('tool-calls')];
    return scripts[question] ?? [...says('You said: ', question), finishes()];
  });
  return { modelFor: () => Promise.resolve(model) };
}

function lastQuestion({ prompt }: LanguageModelV4CallOptions): string {
  const message = prompt.findLast((each) => each.role === 'user');
  return message?.role === 'user' ? saidIn(message) : '';
}

/** The tool whose result the model has to reply to, and the ids of the products in it. */
function lastResult({ prompt }: LanguageModelV4CallOptions): [tool: string | undefined, ids: string[]] {
  const last = prompt.at(-1);
  const [part] = last?.role === 'tool' ? last.content : [];
  if (part?.type !== 'tool-result' || part.output.type !== 'json') return [undefined, []];
  const { products = [] } = part.output.value as { products?: { id: string }[] };
  return [part.toolName, products.map(({ id }) => id)];
}
