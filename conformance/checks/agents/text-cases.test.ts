import { describe, expect, it } from 'vitest';
import { lookAlikes, wholeValues } from '../../arbitraries/look-alikes.ts';
import { nearDuplicates } from '../../arbitraries/near-duplicates.ts';
import { longTexts, nearlyEqualTexts, textNames, typedTexts } from './text-cases.ts';

describe('the texts of creates', () => {
  it('have each near duplicate in every field', () => {
    expect(new Set(nearDuplicates).size).toBe(nearDuplicates.length);
    for (const name of textNames)
      expect(new Set(nearlyEqualTexts.map((texts) => texts[name]))).toEqual(new Set(nearDuplicates));
  });

  it('have each text that looks like something else in every field', () => {
    for (const name of textNames)
      expect(new Set(typedTexts.map(({ texts }) => texts[name]))).toEqual(new Set(lookAlikes));
  });

  it('have each text that is one value in some field', () => {
    const sent = new Set(longTexts.flatMap((texts) => Object.values(texts)));
    expect(wholeValues.filter((value) => !sent.has(value))).toEqual([]);
  });

  it('are short and well-formed', () => {
    const texts = [...nearDuplicates, ...lookAlikes, ...wholeValues];
    expect(texts.filter((text) => text.length > 50 || !text.isWellFormed())).toEqual([]);
  });
});
