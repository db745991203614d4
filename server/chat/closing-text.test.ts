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
    expect(closingText({ unified, raw }, { question: 'a lamp?', hasWords: false })).toMatch(words);
  },
);

it('a complete reply gets no sentence, nor does a refusal in the model’s own words', () => {
  const said = { question: 'a lamp?', hasWords: true };
  expect(closingText({ unified: 'stop', raw: 'end_turn' }, said)).toBeUndefined();
  expect(closingText({ unified: 'content-filter', raw: 'stop' }, said)).toBeUndefined();
});

it('the sentence is in the language of the question, where that is sure', () => {
  const reason = { unified: 'length', raw: 'max_tokens' } as const;
  const sentence = (question: string) => closingText(reason, { question, hasWords: false });
  expect(sentence('Ich suche eine Lampe für das Bad')).toMatch(/^Meine Antwort wurde zu lang/);
  expect(sentence('ランプを探しています')).toMatch(/^回答が長くなりすぎた/);
  expect(sentence('lamp?')).toMatch(/^My reply became too long/);
});
