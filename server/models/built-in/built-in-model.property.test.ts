import type { LanguageModelV4CallOptions, LanguageModelV4Message } from '@ai-sdk/provider';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createBuiltInModel } from './built-in-model.ts';
import { plainText } from '../../support/plain-text.ts';

const model = createBuiltInModel();

const shopping = [
  'blue shirts',
  'under $60',
  'the second one',
  'in red?',
  'is it waterproof?',
  'compare 1 and 2',
  'show me more',
  'yes',
  'cheaper ones',
  'what sizes does it come in',
  'tell me about the first one',
  'any size',
  'hello',
  'in stock?',
  'the last one',
];
const message = fc.oneof(
  fc.constantFrom(...shopping),
  fc.string({ unit: 'grapheme', maxLength: 60 }),
  fc.string({ unit: 'binary', maxLength: 30 }),
);
const price = fc.record({
  amount: fc.nat({ max: 1_000_000 }),
  currency: fc.constantFrom('USD', 'EUR', 'JPY', 'KWD', 'ZZZ'),
});
const word = fc.string({ minLength: 1, maxLength: 30 });
const title = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 60 })
  .filter((text) => plainText(text) !== '');
const summary = fc.record({
  id: word,
  title,
  description: fc.string(),
  price,
  available: fc.boolean(),
  colors: fc.array(word, { maxLength: 3 }),
  sizes: fc.array(word, { maxLength: 3 }),
});
const searchOutput = fc.record({ products: fc.array(summary, { maxLength: 7 }), total: fc.nat({ max: 50 }) });
const lookupOutput = fc.record({ products: fc.array(summary, { maxLength: 4 }), not_found: fc.array(word) });
const variant = fc.record({
  price,
  options: fc.dictionary(fc.constantFrom('Color', 'Size', 'Cut'), word),
  available: fc.boolean(),
});
const productOutput = fc.record({
  product: fc.record({
    id: word,
    title,
    description: fc.string(),
    price_range: fc.record({ min: price, max: price }),
    available: fc.boolean(),
    variants: fc.array(variant, { maxLength: 4 }),
  }),
});
const anyOutput = fc.oneof(searchOutput, lookupOutput, productOutput, fc.jsonValue());
const toolName = fc.constantFrom(
  'search_catalog',
  'lookup_catalog',
  'get_product',
  'x_search_catalog',
  'weather',
);
const input = fc.oneof(fc.jsonValue(), fc.record({ query: word, limit: fc.nat({ max: 20 }) }));

type Drawn = readonly [
  said: string,
  calls: readonly (readonly [tool: string, input: unknown, output: unknown])[],
];
const turn: fc.Arbitrary<Drawn> = fc.tuple(
  message,
  fc.array(fc.tuple(toolName, input, anyOutput), { maxLength: 2 }),
);
const conversation = fc.tuple(fc.array(turn, { maxLength: 3 }), turn);

// fast-check's arbitraries generate JSON values.
function promptOf(
  turns: readonly Drawn[],
  system = 'You sell things.',
): LanguageModelV4CallOptions['prompt'] {
  const messages = turns.flatMap(([said, calls], place): LanguageModelV4Message[] => [
    { role: 'user', content: [{ type: 'text', text: said }] },
    ...calls.flatMap(([tool, given, output], index): LanguageModelV4Message[] => {
      const call = { toolCallId: `${place}-${index}`, toolName: tool };
      const value = JSON.parse(JSON.stringify(output ?? null)) as null;
      return [
        { role: 'assistant', content: [{ type: 'tool-call', ...call, input: given }] },
        { role: 'tool', content: [{ type: 'tool-result', ...call, output: { type: 'json', value } }] },
      ];
    }),
  ]);
  return [{ role: 'system', content: system }, ...messages];
}

const tools = ['search_catalog', 'lookup_catalog', 'get_product'].map((name) => ({
  type: 'function' as const,
  name,
  inputSchema: {},
}));

function titlesIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  const own = 'title' in value && typeof value.title === 'string' ? [plainText(value.title)] : [];
  return [...own, ...Object.values(value).flatMap(titlesIn)];
}

describe('the built-in model in any conversation', () => {
  it('returns one text or one call, with titles from tool results only', () =>
    fc.assert(
      fc.asyncProperty(conversation, async ([earlier, current]) => {
        const turns = [...earlier, current];
        const { content } = await model.doGenerate({ prompt: promptOf(turns), tools });
        expect(content).toHaveLength(1);
        const known = titlesIn(turns.map(([, calls]) => calls.map(([, , output]) => output)));
        const text = content[0]?.type === 'text' ? content[0].text : '';
        for (const [, bold = ''] of text.matchAll(/\*\*(.+?)\*\*/gu)) expect(known).toContain(bold);
      }),
      { numRuns: 400 },
    ));

  it('ignores the system prompt, so it cannot leak it', () =>
    fc.assert(
      fc.asyncProperty(conversation, fc.string(), async ([earlier, current], system) => {
        const turns = [...earlier, current];
        const [one, other] = await Promise.all(
          [system, 'Another prompt.'].map((text) =>
            model.doGenerate({ prompt: promptOf(turns, text), tools }),
          ),
        );
        expect(one?.content).toEqual(other?.content);
      }),
      { numRuns: 100 },
    ));

  it('stays within max_tokens', () =>
    fc.assert(
      fc.asyncProperty(
        conversation,
        fc.integer({ min: 1, max: 60 }),
        async ([earlier, current], maxOutputTokens) => {
          const { usage } = await model.doGenerate({
            prompt: promptOf([...earlier, current]),
            tools,
            maxOutputTokens,
          });
          expect(usage.outputTokens.total).toBeLessThanOrEqual(maxOutputTokens);
        },
      ),
      { numRuns: 200 },
    ));
});

/** Runs one turn with arbitrary tool results; returns the number of calls before the text. */
async function callsBeforeText(said: string, outputs: readonly unknown[]): Promise<number> {
  const calls: (readonly [string, unknown, unknown])[] = [];
  for (const output of outputs) {
    const { content } = await model.doGenerate({ prompt: promptOf([[said, calls]]), tools });
    const part = content[0];
    if (part?.type !== 'tool-call') break;
    calls.push([part.toolName, JSON.parse(part.input), output]);
  }
  return calls.length;
}

it('the built-in model replies with text within seven calls, for any tool results', () =>
  fc.assert(
    fc.asyncProperty(
      fc.oneof(
        message,
        fc.constantFrom(
          'do you ship? and is the a b olive soap on sale',
          'just small olive boots in stock under 5 euros and do you ship?',
          'shoes and bags in gold under €9 in stock and do you ship?',
          'is the a b c d e f g washable?',
          'a b for c under 5',
        ),
      ),
      fc.array(anyOutput, { minLength: 8, maxLength: 8 }),
      async (said, outputs) => {
        expect(await callsBeforeText(said, outputs)).toBeLessThan(8);
      },
    ),
    { numRuns: 200 },
  ));
