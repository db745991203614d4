import { describe, expect, it } from 'vitest';
import { followUps } from './browser/follow-ups.ts';
import { allPhrases, languageOf } from './browser/phrases.ts';
import type { Entry, ProductCard, WidgetConfig } from './browser/types.ts';
import { changedConfig } from './testing/changed-config.ts';

const prompts = ['What is new?', 'A gift, please', 'Where is my order?', 'Do you ship abroad?'];
const coat: ProductCard = {
  id: 'coat',
  title: 'Rain Coat',
  variants: ['S', 'M'].map((size) => ({
    id: size,
    title: size,
    options: { Size: size },
    price: { amount: 1, currency: 'USD' },
    available: true,
  })),
};
const hat: ProductCard = { id: 'hat', title: 'Sun $& Hat' };

/** What is offered after a question and its reply. */
function offered(entries: readonly Entry[], language = 'en'): ReturnType<typeof followUps> {
  const widget = changedConfig({ suggested_prompts: prompts }) as WidgetConfig;
  const phrases = allPhrases(languageOf([language]).phrases, language);
  return followUps({ widget, phrases, language }, entries);
}

const reply = (products: readonly ProductCard[]): Entry => ({ role: 'bot', text: 'Here:', products });
const asked = (text: string): Entry => ({ role: 'user', text });
const messages = (entries: readonly Entry[]) => offered(entries).map(({ message }) => message);

describe('what the chat offers to ask', () => {
  it('is every prompt of the shop at first', () => {
    expect(offered([]).map(({ label }) => label)).toEqual(prompts);
  });

  it('is made of the products of a reply, before prompts of the shop', () => {
    expect(offered([asked('A coat'), reply([coat])])).toEqual([
      { label: 'Which sizes?', message: 'Which sizes does the Rain Coat come in?' },
      { label: 'Something cheaper', message: 'Show me something cheaper than the Rain Coat' },
      { label: 'What is new?', message: 'What is new?' },
    ]);
    expect(messages([asked('A hat'), reply([hat, coat])]).slice(0, 2)).toEqual([
      'Compare the Sun $& Hat and Rain Coat',
      'Show me something cheaper than the Sun $& Hat',
    ]);
    expect(messages([asked('A hat'), reply([hat])])[0]).toMatch(/cheaper/);
  });

  it('is never what was asked, however it was typed', () => {
    const entries = [
      asked(' what is NEW? '),
      reply([]),
      asked('Which sizes does the Rain Coat come in?'),
      reply([coat]),
    ];
    expect(messages(entries)).toEqual([
      'Show me something cheaper than the Rain Coat',
      'A gift, please',
      'Where is my order?',
    ]);
  });

  it('is in the language of the page', () => {
    expect(offered([reply([coat, hat])], 'de')[0]).toEqual({
      label: 'Diese vergleichen',
      message: 'Vergleichen Sie Rain Coat und Sun $& Hat',
    });
  });
});
