import { expect, it } from 'vitest';
import { contrast, contrastWarnings } from './browser/contrast.ts';

it.each([
  ['#000000', '#ffffff', 21],
  ['#fff', '#FFFF', 1],
  ['#777777', '#ffffff', 4.48],
  ['#1f6feb', '#ffffff', 4.63],
])('the WCAG contrast of %s and %s is %f', (one, other, ratio) => {
  expect(contrast(one, other)).toBeCloseTo(ratio, 2);
  expect(contrast(other, one)).toBeCloseTo(ratio, 2);
});

it.each(['', 'red', '#12', '#12345', '#1234567'])('%j is no colour', (text) => {
  expect(contrast(text, '#ffffff')).toBeUndefined();
});

it('warns of what is below 4.5 : 1, rounded down', () => {
  const theme = {
    primary_color: '#1f5f4f',
    background_color: '#ffffff',
    text_color: '#777777',
    user_message_color: '#000000',
    bot_message_color: '#ffffff',
  };
  expect(contrastWarnings(theme)).toEqual([
    'The text on the background has a contrast of 4.4 : 1.',
    "The text on the agent's messages has a contrast of 4.4 : 1.",
  ]);
  expect(contrastWarnings({ ...theme, text_color: '#1c2421', user_message_color: '#dcefe8' })).toEqual([]);
  expect(contrastWarnings({ ...theme, text_color: '#1c2421', user_message_color: '#1f5f4f' })).toEqual([]);
});
