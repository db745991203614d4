import { describe, expect, it } from 'vitest';
import { allPhrases, languageOf, languages } from './browser/phrases.ts';

const phrasesOf = (language: string) => allPhrases(languageOf([language]).phrases, language);

const placesOf = (text: string) => text.match(/\{\w+\}/g) ?? [];

describe('the languages of the widget', () => {
  it('are at least ten, with Arabic and Hebrew', () => {
    expect(languages.length).toBeGreaterThanOrEqual(10);
    expect(languages).toEqual(expect.arrayContaining(['ar', 'he']));
  });

  it.each(languages)('%s has every phrase, with the wait, and differs from English', (language) => {
    const [phrases, english] = [phrasesOf(language), phrasesOf('en')];
    expect(Object.keys(phrases).sort()).toEqual(Object.keys(english).sort());
    expect(Object.values(phrases).every((phrase) => typeof phrase === 'string' && phrase.trim() !== '')).toBe(
      true,
    );
    for (const [name, text] of Object.entries(phrases))
      expect(placesOf(text), name).toEqual(placesOf(english[name as keyof typeof english]));
    if (language !== 'en') expect(phrases.failed).not.toBe(english.failed);
  });

  it('are chosen by the first supported tag, regions included, else English', () => {
    expect(languageOf(['xx', 'de-AT', 'fr']).language).toBe('de-AT');
    expect(languageOf(['de-AT']).phrases).toEqual(languageOf(['de']).phrases);
    expect(languageOf(['xx', '']).language).toBe('en');
    expect(languageOf(['constructor', '__proto__']).language).toBe('en');
  });

  it('are right to left for Arabic and Hebrew', () => {
    expect(languages.filter((language) => languageOf([language]).rightToLeft).sort()).toEqual(['ar', 'he']);
  });
});
