import type { LanguageModelV4CallOptions } from '@ai-sdk/provider';
import type { ModelRegistry } from '../models/registry.ts';
import { calls, createScriptedModel, finishes, says, type Script } from './scripted-model.ts';

/** What the model does for some messages; other messages are echoed. */
const scripts: Readonly<Record<string, Script>> = {
  'hang please': [...says('Let me see').slice(0, 2), 'hang'],
  'fail please': [new Error('the vendor is down')],
};

/** As models list what a search has found. */
const listOfLamps = `Here are some:

1. **Brass Lamp** – $45.00, warm light.
2. **Copper Lamp** – $45.00, small.
3. A candle would do, too.

Which one do you like?`;

/** A model that searches the catalogue when a message has the word lamp, and otherwise follows `scripts`. */
export function shoppingModel(): ModelRegistry {
  const { model } = createScriptedModel((options) => {
    const question = lastQuestion(options);
    const searches = options.prompt.filter(({ role }) => role === 'tool').length;
    if (question === 'A lamp that sings' && searches === 1)
      return [calls('search_catalog', { query: 'asdfgh' }, 'call_2'), finishes('tool-calls')];
    if (options.prompt.at(-1)?.role === 'tool')
      return [...says(question === 'Every lamp' ? listOfLamps : 'Here is **one** for you.'), finishes()];
    if (question.includes('lamp'))
      return [...says('One moment. '), calls('search_catalog', { query: 'lamp' }), finishes('tool-calls')];
    return scripts[question] ?? [...says('You said: ', question), finishes()];
  });
  return { modelFor: () => Promise.resolve(model) };
}

function lastQuestion({ prompt }: LanguageModelV4CallOptions): string {
  const content = prompt.findLast(({ role }) => role === 'user')?.content;
  const [part] = typeof content === 'string' ? [] : (content ?? []);
  return part?.type === 'text' ? part.text : '';
}
