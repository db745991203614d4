import { describe, expect, it } from 'vitest';
import type { AgentTool, AgentTools } from '../tools/types.ts';
import { shopPrompt } from './shop-prompt.ts';

function tool(fromCatalog: boolean): AgentTool {
  return { description: '', inputSchema: {}, fromCatalog, execute: () => Promise.resolve({}) };
}

const noTools: AgentTools = new Map();
const catalog = { currency: () => 'JPY', categories: () => ['Lamps', 'Desk "lamps"', 'x'.repeat(61)] };
const shop = { name: 'Lamps & "Co"', catalog, isWidget: true, today: '2026-11-24' };

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
      { ...shop, catalog: null },
      new Map([['search_shop_knowledge', tool(false)]]),
    );
    expect(withKnowledge).toMatch(/search_shop_knowledge for questions about the shop/);
    expect(withKnowledge).not.toContain('minor units');
  });

  it('say the date, and what the shop sells where the agent has the catalogue', () => {
    const prompt = shopPrompt('Help.', shop, noTools);
    expect(prompt).toContain('Today is 2026-11-24.');
    // Quoted, and none that is long enough to be a sentence.
    expect(prompt).toMatch(/categories, most products first: "Lamps", "Desk \\"lamps\\""\.\n/);
    expect(shopPrompt('Help.', { ...shop, catalog: null }, noTools)).not.toMatch(/categories|How to sell/);
  });

  it('say how to sell, and how to use the tools for it that the reply has', () => {
    const named = (...names: string[]) => new Map(names.map((name) => [name, tool(true)]));
    const prompt = shopPrompt('Help.', shop, named('show_products', 'add_to_cart', 'calculate_total'));
    expect(prompt).toMatch(/search again.*\n.*at most three.*\n.*in a table.*\n.*goes with it/);
    expect(prompt).toMatch(/Call show_products .*\n- Call add_to_cart /);
    expect(prompt).toContain('Call calculate_total for every price');
    expect(shopPrompt('Help.', shop, named('search_catalog'))).not.toMatch(
      /show_products|add_to_cart|_total/,
    );
  });

  it('speak of Markdown, and of where the shopper is, in the widget only', () => {
    expect(shopPrompt('Help.', shop, noTools)).toMatch(/Markdown.*\n.*where the shopper is/);
    expect(shopPrompt('Help.', { ...shop, isWidget: false }, noTools)).not.toMatch(/Markdown|cards/);
  });
});
