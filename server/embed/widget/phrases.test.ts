import { describe, expect, it } from 'vitest';
import { languages, phrasesFor } from './browser/phrases.ts';

describe('the languages of the widget', () => {
  it('are at least ten, with Arabic and Hebrew', () => {
    expect(languages.length).toBeGreaterThanOrEqual(10);
    expect(languages).toEqual(expect.arrayContaining(['ar', 'he']));
  });

  it.each(languages)('%s has every phrase, with the wait, and differs from English', (language) => {
    const { phrases } = phrasesFor([language]);
    const { phrases: english } = phrasesFor(['en']);
    expect(Object.keys(phrases).sort()).toEqual(Object.keys(english).sort());
    expect(Object.values(phrases).every((phrase) => typeof phrase === 'string' && phrase.trim() !== '')).toBe(
      true,
    );
    expect(phrases.wait).toContain('{n}');
    if (language !== 'en') expect(phrases.failed).not.toBe(english.failed);
  });

  it('are chosen by the first supported tag, regions included, else English', () => {
    expect(phrasesFor(['xx', 'de-AT', 'fr']).language).toBe('de-AT');
    expect(phrasesFor(['de-AT']).phrases).toEqual(phrasesFor(['de']).phrases);
    expect(phrasesFor(['xx', '']).language).toBe('en');
    expect(phrasesFor(['constructor', '__proto__']).language).toBe('en');
  });

  it('are right to left for Arabic and Hebrew', () => {
    expect(languages.filter((language) => phrasesFor([language]).rightToLeft).sort()).toEqual(['ar', 'he']);
  });
});
