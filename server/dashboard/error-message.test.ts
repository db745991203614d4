import { expect, it } from 'vitest';
import { messageOf } from './browser/error-message.ts';

it.each([
  [
    'allowed_origins[0] must be an origin such as https://shop.example, without a path',
    'Websites, line 1, must be an origin such as https://shop.example, without a path.',
  ],
  ['config.max_tokens must be >= 1', 'Longest reply must be >= 1.'],
  ['config.suggested_prompts[2] must not be empty', 'Suggested questions, line 3, must not be empty.'],
  ['allowed_origins is required', 'Websites is required.'],
  [
    'name must not be empty; config.theme.text_color must be a colour such as #1f6feb',
    'Name must not be empty. Text must be a colour such as #1f6feb.',
  ],
  [
    'the agent limit of the free plan is reached: 3 agents',
    'The agent limit of the free plan is reached: 3 agents.',
  ],
])('the error %j is shown as %j', (error, shown) => {
  expect(messageOf({ error })).toBe(shown);
});
