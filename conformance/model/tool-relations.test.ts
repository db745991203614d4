import { describe, expect, it } from 'vitest';
import type { Exchange } from '../exchange.ts';
import { verifyToolRelations } from './tool-relations.ts';

const exchange = { request: { method: 'POST', path: '/' } } as Exchange;
const use = (tool: string) => ({ type: 'tool_use', tool, input: {} });
const products = ['Rain jacket', 'Umbrella with a wooden handle'];
const result = (tool: string, output: object = { tool, products }) => ({ type: 'tool_result', tool, output });
const end = { type: 'end', conversation_id: 'c' };

const clausesOf = (...replies: readonly (readonly object[])[]): readonly string[] =>
  verifyToolRelations(
    replies.map((events) => ({
      events: [...events, end],
      isStreamed: true,
      durationMs: 1,
      exchange,
      isFollowUp: false,
    })),
  ).map(({ requirement }) => requirement);

const plain = [use('a'), result('a')];
const misnamed = [use('a'), use('b'), result('b'), result('b')];

describe('R-6-14 results of tools over a run', () => {
  it('are misnamed where one of several tools always has the results of another one', () =>
    expect(clausesOf(misnamed, misnamed, misnamed)).toEqual(['R-6-14']));

  it('are repeated where some calls have one result twice, and others once', () => {
    const twice = [use('a'), result('a'), result('a')];
    expect(clausesOf(plain, twice, plain, twice, plain)).toEqual(['R-6-14']);
  });

  it('are not repeated where two calls find nothing', () => {
    const none = [use('a'), result('a', { products: [] }), result('a', { products: [] })];
    expect(clausesOf(plain, none, plain, none, plain)).toEqual([]);
  });

  it.each([
    ['one reply alone is so', [misnamed, plain, plain]],
    [
      'some replies of several tools are right',
      [misnamed, misnamed, misnamed, [use('a'), use('b'), result('b'), result('a')]],
    ],
    [
      'calls have no result',
      [
        [use('a'), use('b')],
        [use('a'), use('b')],
        [use('a'), use('b')],
      ],
    ],
    [
      'all results come twice, as of a tool that reports its progress',
      Array.from({ length: 8 }, () => [use('a'), result('a'), result('a')]),
    ],
    [
      'some have results before the last one',
      [
        plain,
        plain,
        plain,
        ...Array.from({ length: 3 }, () => [
          use('a'),
          result('a', { progress: 0 }),
          result('a', { progress: 0 }),
          result('a'),
        ]),
      ],
    ],
  ])('are sound where %s', (_, replies) => expect(clausesOf(...replies)).toEqual([]));
});
