import fc from 'fast-check';
import { expect, it } from 'vitest';
import { groupQuestions, questionKey } from './question-groups.ts';

const asked = (...questions: readonly string[]) => questions.map((question) => ({ question }));
const namesOf = (questions: readonly string[]) =>
  groupQuestions(asked(...questions)).map((group) => group.questions.map(({ question }) => question));

it('groups questions with the same words in any form and order, those asked most often first', () => {
  expect(
    namesOf([
      'tents',
      'Do you sell bicycles?',
      'I want to buy a bicycle',
      'a tent please?',
      'BICYCLE!',
      'Can I pay with a gift card?',
    ]),
  ).toEqual([
    ['Do you sell bicycles?', 'I want to buy a bicycle', 'BICYCLE!'],
    ['tents', 'a tent please?'],
    ['Can I pay with a gift card?'],
  ]);
});

it('groups questions about orders with different numbers', () => {
  expect(namesOf(['status of parcel 48813?', 'parcel 48814 status', 'boots in 47', 'boots in 46'])).toEqual([
    ['status of parcel 48813?', 'parcel 48814 status'],
    ['boots in 47'],
    ['boots in 46'],
  ]);
});

it('groups misspelt questions with the others, and no different words', () => {
  expect(namesOf(['wetsuit', 'wetsuit', 'wetsiut', 'red shirt', 'red shorts'])).toEqual([
    ['wetsuit', 'wetsuit', 'wetsiut'],
    ['red shirt'],
    ['red shorts'],
  ]);
});

it('keeps every question, in one group', () => {
  const word = fc.constantFrom('bicycle', 'bicycel', 'tent', 'the', 'Zelt', '!', 'über', '');
  const question = fc.array(word, { maxLength: 4 }).map((words) => words.join(' '));
  fc.assert(
    fc.property(fc.array(question, { maxLength: 20 }), (questions) => {
      const groups = groupQuestions(asked(...questions));
      const found = groups.flatMap((group) => group.questions.map((one) => one.question));
      expect(found.toSorted()).toEqual(questions.toSorted());
      const keys = groups.flatMap((group) => [...group.keys]);
      expect(new Set(keys).size).toBe(keys.length);
      for (const group of groups)
        for (const one of group.questions) expect(group.keys).toContain(questionKey(one.question));
    }),
  );
});
