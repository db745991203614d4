import { describe, expect, it } from 'vitest';
import { replyEndOf } from '../chat/closing-text.ts';
import { finishReasonOf, replies } from '../models/built-in/words/replies.ts';
import { type EndedReply, resultOf } from './results.ts';

const search = (products: object[]) => ({ tool: 'search_catalog', output: { products } });
const texts = (passages: object[]) => ({ tool: 'search_shop_knowledge', output: { passages } });
const broken = { tool: 'orders', output: { error: 'down' } };

const result = (reply: Partial<EndedReply>) =>
  resultOf({ outcome: 'complete', end: 'stop', calls: [], ...reply });

describe('the result of a reply', () => {
  it.each([
    ['a list of products', [search([{ id: 'lamp' }])], 'helped'],
    ['a search without hits', [search([])], 'nothing_found'],
    ['a second search with hits', [search([]), search([{ id: 'lamp' }])], 'helped'],
    ['a second search without hits', [search([{ id: 'lamp' }]), search([])], 'nothing_found'],
    ['a text of the shop', [texts([{ text: 'Within 30 days.' }])], 'helped'],
    ['no text of the shop', [texts([])], 'not_known'],
    ['no product, and then no text', [search([]), texts([])], 'not_known'],
    ['a product, after no text', [texts([]), search([{ id: 'lamp' }])], 'helped'],
    [
      'a product that was looked at',
      [{ tool: 'get_product', output: { product: { id: 'lamp' } } }],
      'helped',
    ],
    ['the output of a connected tool', [{ tool: 'orders', output: { state: 'sent' } }], 'helped'],
    ['a connected tool that fails', [broken], 'nothing_found'],
    ['no call', [], 'small_talk'],
  ])('is read from what its calls have shown: %s', (_what, calls, expected) => {
    expect(result({ calls })).toBe(expected);
  });

  it.each([
    [{ outcome: 'aborted' }, 'left'],
    [{ outcome: 'failed', end: null }, 'failed'],
    [{ outcome: 'partial', end: null }, 'failed'],
    [{ end: 'refusal' }, 'declined'],
    [{ end: 'content-filter' }, 'declined'],
    [{ end: 'length' }, 'limited'],
    [{ end: 'monthly-cap' }, 'limited'],
  ] as const)('is that of its end first: %j', (ended, expected) => {
    expect(result({ ...ended, calls: [search([{ id: 'lamp' }])] })).toBe(expected);
  });

  it.each([
    [replies.declined, 'declined'],
    [`${replies.foundNothing} It has Lamps.`, 'nothing_found'],
    [`${replies.unknown} ${replies.ask()}`, 'not_known'],
    [`${replies.cannotSeeOrders} ${replies.ask()}`, 'not_known'],
    [`${replies.cannotSeeOrders} ${replies.ask()}\n\nOrders arrive within 3 days. (Shipping)`, 'helped'],
    [`The text of it.\n\n${replies.check()}: help@shop.example`, 'not_known'],
    ['I found one:\n\n1. **Lamp**', 'helped'],
  ])('is what the built-in model says of its own reply: %s', (text, expected) => {
    const end = replyEndOf(finishReasonOf(text));
    expect(result({ end, calls: [texts([{ text: 'Shipping' }])] })).toBe(expected);
  });
});
