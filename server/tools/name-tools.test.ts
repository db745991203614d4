import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nameTools } from './name-tools.ts';
import type { OfferedTool } from './name-tools.ts';

const offered = (type: string, name: string): OfferedTool => ({
  type,
  connection: null,
  description: { name, description: '', inputSchema: {} },
});
const names = (...tools: OfferedTool[]): string[] => nameTools(tools).map(({ name }) => name);

describe('the names of tools', () => {
  it('are the connections’ own, in characters that providers take', () => {
    expect(names(offered('orders', 'track/order'), offered('returns', 'start.return'))).toEqual([
      'track_order',
      'start_return',
    ]);
  });

  it('are prefixed where they collide, and the built-in catalogue keeps its own', () => {
    expect(names(offered('evil', 'search_catalog'), offered('product_catalog', 'search_catalog'))).toEqual([
      'evil_search_catalog',
      'search_catalog',
    ]);
    expect(names(offered('a', 'find'), offered('b', 'find'))).toEqual(['a_find', 'b_find']);
  });

  it('are distinct and valid, whatever the connections call their tools', () => {
    const type = fc.constantFrom('product_catalog', 'a', 'a_b', 'ü'.repeat(64));
    const anOffer = fc.tuple(type, fc.oneof(fc.string(), fc.constantFrom('x', 'b_x', 'y'.repeat(80))));
    fc.assert(
      fc.property(fc.uniqueArray(anOffer, { maxLength: 8, selector: String }), (pairs) => {
        const remote = pairs.filter(([each]) => each !== 'product_catalog');
        const result = names(...remote.map(([each, name]) => offered(each, name)));
        expect(new Set(result).size).toBe(result.length);
        for (const name of result) expect(name).toMatch(/^[\w-]{1,64}$/);
      }),
    );
  });
});
