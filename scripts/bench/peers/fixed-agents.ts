/** `count` agents such as the harness stores, for peers that have no database. */
export function fixedAgents(count: number): { agents: object[] } {
  return {
    agents: Array.from({ length: count }, (_, index) => ({
      id: `agt_${index}`,
      ...agentBody(index),
      status: 'active',
      created_at: moment,
      updated_at: moment,
    })),
  };
}

const moment = '2026-01-01T00:00:00.000Z';

/** The body of a create, as the harness sends it to every server. */
export function agentBody(index: number): {
  name: string;
  type: string;
  description: string;
  config: Record<string, unknown>;
} {
  return {
    name: `Shop assistant ${index}`,
    type: 'product_recommendation',
    description: 'Answers questions about the catalogue and recommends products.',
    config: {
      model_provider: 'provider_one',
      model_id: 'shopping-1',
      system_prompt: 'You help shoppers of an outdoor shop. Be short, be honest, and never invent a product.',
      temperature: 0.7,
      max_tokens: 4096,
      mcp_capabilities: [{ type: 'product_catalog', enabled: true }],
    },
  };
}
