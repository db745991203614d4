import { describe, expect, it } from 'vitest';
import { measuredText } from '../arbitraries/hostile-text.ts';
import { readExpectation } from '../check.ts';
import type { Exchange } from '../exchange.ts';
import { verifyEchoes } from './echoed-messages.ts';
import type { CompleteReply } from './reply-texts.ts';

const words = ['Hello', 'Do you have gift cards?', 'In size 42?', 'I am looking for a rain jacket.'];
const messages = [
  ...words.flatMap((word) => [word, `${word} And what does it cost?`, `${word} Please tell me more.`]),
  ...[255, 1025, 4097].map(measuredText),
];

/** The replies of an agent to first messages. */
function repliesOf(write: (message: string, index: number) => readonly string[]): readonly CompleteReply[] {
  return messages.map((message, index) => {
    const texts = write(message, index);
    const seen = { events: [], isStreamed: true, durationMs: 1, exchange: {} as Exchange, isFollowUp: false };
    return { seen, texts, text: texts.join(''), agent: 'a', message, conversation: index };
  });
}

function cut(text: string, size: number): readonly string[] {
  return Array.from({ length: Math.ceil(text.length / size) }, (_, index) =>
    text.slice(index * size, (index + 1) * size),
  );
}

const whole = (message: string): string => `You wrote: ${message}. Is that right?`;
const quarters = (message: string): readonly string[] =>
  cut(whole(message), Math.ceil(whole(message).length / 4));

const expectations = (write: (message: string, index: number) => readonly string[]): readonly string[] =>
  verifyEchoes(repliesOf(write)).map(({ expected }) => readExpectation(expected).expected);

describe('R-6-07 the texts of agents that repeat messages', () => {
  it.each([
    [
      'the last two swapped',
      (message) =>
        quarters(message)
          .with(2, quarters(message)[3] ?? '')
          .with(3, quarters(message)[2] ?? ''),
    ],
    ['all reversed', (message) => quarters(message).toReversed()],
    [
      'two short ones swapped',
      (message) => {
        const texts = cut(whole(message), 4);
        return [...texts.slice(0, 3), ...texts.slice(3, 5).toReversed(), ...texts.slice(5)];
      },
    ],
  ] satisfies [string, (message: string) => readonly string[]][])('are not in order with %s', (_, write) =>
    expect(expectations(write)).toContain('texts in the order of the message that they repeat'),
  );

  it.each([
    ['one lost', (message) => quarters(message).toSpliced(2, 1)],
    ['the first one lost', (message) => quarters(message).slice(1)],
    ['one sent twice', (message) => quarters(message).toSpliced(1, 0, quarters(message)[1] ?? '')],
    ['their last characters lost', (message) => quarters(message).map((text) => text.slice(0, -1))],
    [
      'one lost at times',
      (message, index) => (index % 3 === 0 ? quarters(message).toSpliced(2, 1) : quarters(message)),
    ],
  ] satisfies [string, (message: string, index: number) => readonly string[]][])(
    'are not whole with %s',
    (_, write) =>
      expect(expectations(write)).toEqual(['texts with all of the message that they repeat, each part once']),
  );

  it('lack blanks that are dropped', () => {
    const write = (message: string) => whole(message).split(' ');
    expect(expectations(write)).toEqual(['texts with the blanks of the message that they repeat']);
  });

  it.each([
    ['in chunks', quarters],
    ['in tokens', (message) => cut(whole(message), 4)],
    [
      'without signs',
      (message) =>
        whole(message)
          .replaceAll(/[.?]/g, '')
          .split(/(?<= )/),
    ],
    ['with one word of the service within', (message) => quarters(message).toSpliced(1, 0, '[searching]')],
    ['up to a length', (message) => cut(`You wrote: ${message.slice(0, 150)}. Is that right?`, 20)],
    ['without its middle', (message) => [`You wrote: ${message.slice(0, 90)}`, message.slice(-90)]],
    ['twice', (message) => cut(`You wrote: ${message}, and again: ${message}`, 40)],
    [
      'with other sentences at times',
      (message, index) => (index % 3 === 0 ? ['Right?', ` ${message}`] : [message, ' Right?']),
    ],
    ['in upper case', (message) => cut(whole(message).toUpperCase(), 16)],
    [
      'with its words reversed',
      (message) =>
        whole(message)
          .split(' ')
          .toReversed()
          .map((word) => `${word} `),
    ],
    ['up to the maximum of tokens', (message) => cut(whole(message), 30).slice(0, 10)],
    ['not at all', () => ['We have ', 'rain jackets ', 'in all sizes.']],
  ] satisfies [string, (message: string, index: number) => readonly string[]][])(
    'are sound where they repeat it %s',
    (_, write) => expect(expectations(write)).toEqual([]),
  );
});
