import { expect, it } from 'vitest';
import { readMessage } from './read-message.ts';

it.each([
  ['how much for two', 2],
  ['3 metres of the navy linen, how much', 3],
  ['12 then. how much for 2', 2],
  ['is it in size 3', 1],
  ['how much is it', 1],
])('reads the count of "%s"', (text, count) => expect(readMessage(text).count).toBe(count));
