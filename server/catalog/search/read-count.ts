import { termOf } from './terms.ts';

const number = '(\\d{1,2}|two|three|four|five|six|seven|eight|nine|ten)';
const counts = new RegExp(
  `\\b(?:for|of|buy|take|cost|are|add|want|need|get|ok)\\s+${number}\\b|^${number}\\s+(?:\\w+\\s+)?of\\b`,
);

/** How many a text in lower case speaks of: "how much for two", "3 metres of the linen". 1 where it says none. */
export function readCount(text: string): number {
  const [, ...found] = counts.exec(text) ?? [];
  return Number(termOf(found.find(Boolean) ?? '1'));
}
