import type { Tool } from '@modelcontextprotocol/client';
import { expect, it } from 'vitest';
import { callWithReturnedIds, type ToolResult } from './listed-tools.ts';

const getProduct: Tool = {
  name: 'get_product',
  inputSchema: { type: 'object', properties: { id: { type: 'string' } }, required: ['id'] },
};
const found = { structuredContent: { total: 1, products: [{ id: 'mug' }] }, content: [] };

/** What is warned of when `get_product` responds so, and the calls of it. */
async function warningsOf(answer: () => Promise<ToolResult>, tool = getProduct, result: ToolResult = found) {
  const warnings: string[] = [];
  const calls: unknown[] = [];
  const context = { warn: (what: string) => void warnings.push(what) };
  const callTool = (call: unknown) => {
    calls.push(call);
    return answer();
  };
  const listed = { tools: [tool], results: new Map([['search_catalog', result]]) };
  await callWithReturnedIds(context, { callTool }, listed, () => undefined);
  return { warnings, calls };
}

const succeeds = () => Promise.resolve<ToolResult>({ content: [] });

it('calls a tool with the ids that another one returned, as an object or as text', async () => {
  const text = JSON.stringify(found.structuredContent);
  for (const result of [found, { content: [{ type: 'text' as const, text }] }]) {
    const { warnings, calls } = await warningsOf(succeeds, getProduct, result);
    expect({ warnings, calls }).toEqual({
      warnings: [],
      calls: [{ name: 'get_product', arguments: { id: 'mug' } }],
    });
  }
});

it('calls a tool of the Universal Commerce Protocol in its form, and warns where it finds nothing', async () => {
  const tool: Tool = { name: 'get_product', inputSchema: { type: 'object', required: ['meta', 'catalog'] } };
  const notFound = { structuredContent: { ucp: { status: 'error' } }, content: [] };
  const { warnings, calls } = await warningsOf(() => Promise.resolve(notFound), tool);
  expect(calls).toMatchObject([{ name: 'get_product', arguments: { meta: {}, catalog: { id: 'mug' } } }]);
  expect(warnings).toHaveLength(1);
  expect((await warningsOf(succeeds, tool)).warnings).toEqual([]);
});

it.each<[string, () => Promise<ToolResult>]>([
  ['is an error', () => Promise.resolve({ isError: true, content: [{ type: 'text', text: 'additional' }] })],
  ['does not match its schema', () => Promise.reject(new Error('additional'))],
])('warns where the result %s', async (_how, answer) => {
  const { warnings } = await warningsOf(answer);
  expect(warnings).toEqual([
    expect.stringMatching(/get_product fails for the id "mug", which search_catalog .*additional/),
  ]);
});

it.each<[string, Partial<Tool>]>([
  ['changes something', { name: 'delete_product' }],
  ['needs more than an id', { inputSchema: { type: 'object', required: ['id', 'reason'] } }],
  ['reads other things', { name: 'get_order' }],
])('does not call a tool that %s', async (_what, change) => {
  expect((await warningsOf(succeeds, { ...getProduct, ...change })).calls).toEqual([]);
});
