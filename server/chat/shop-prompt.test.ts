import { describe, expect, it } from 'vitest';
import type { AgentTool, AgentTools } from '../tools/types.ts';
import { shopPrompt } from './shop-prompt.ts';

function tool(fromCatalog: boolean): AgentTool {
  return { description: '', inputSchema: {}, fromCatalog, execute: () => Promise.resolve({}) };
}

const noTools: AgentTools = new Map();
const shop = { name: 'Lamps & "Co"', currency: 'JPY', isWidget: true };

describe('the instructions of a reply', () => {
  it('have the owner’s prompt unchanged, before the rules that nothing changes', () => {
    const prompt = shopPrompt('Speak like a pirate.\nAlways.', shop, noTools);
    expect(prompt).toContain('"Lamps & \\"Co\\""');
    expect(prompt).toMatch(/\nSpeak like a pirate\.\nAlways\.\n\n# Always/);
    expect(prompt).not.toMatch(/# Tools/);
  });

  it('name the tools that the agent has, and the currency of the catalogue', () => {
    const withCatalog = shopPrompt('Help.', shop, new Map([['search_catalog', tool(true)]]));
    expect(withCatalog).toMatch(/\(search_catalog\) before .*\n.*minor units of JPY/);
    expect(withCatalog).not.toContain('search_shop_knowledge');
    const withKnowledge = shopPrompt(
      'Help.',
      { ...shop, currency: null },
      new Map([['search_shop_knowledge', tool(false)]]),
    );
    expect(withKnowledge).toMatch(/search_shop_knowledge for questions about the shop/);
    expect(withKnowledge).not.toContain('minor units');
  });

  it('speak of cards and Markdown in the widget only', () => {
    expect(shopPrompt('Help.', shop, noTools)).toMatch(/Markdown.*\n.*cards/);
    expect(shopPrompt('Help.', { ...shop, isWidget: false }, noTools)).not.toMatch(/Markdown|cards/);
  });
});
