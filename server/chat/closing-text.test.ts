import { expect, it } from 'vitest';
import { closingText } from './closing-text.ts';

it.each([
  ['content-filter', 'refusal', /^I cannot help/],
  ['content-filter', 'stop', /^I cannot help/],
  ['content-filter', 'content_filter', /^My reply was stopped/],
  ['length', 'max_tokens', /^My reply became too long/],
  ['other', 'model_context_window_exceeded', /^My reply became too long/],
] as const)(
  'a reply without words that ends with %s (%s) gets a sentence of its own',
  (unified, raw, words) => {
    expect(closingText({ unified, raw }, false)).toMatch(words);
  },
);

it('a complete reply gets no sentence, nor does a refusal in the model’s own words', () => {
  expect(closingText({ unified: 'stop', raw: 'end_turn' }, true)).toBeUndefined();
  expect(closingText({ unified: 'content-filter', raw: 'stop' }, true)).toBeUndefined();
});
