import { expect, it } from 'vitest';
import { contrastWarnings } from './browser/contrast.ts';

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
