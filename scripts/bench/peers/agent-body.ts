/** The body of a create, as every server gets it. */
export interface AgentBody {
  readonly name: string;
  readonly type: string;
  readonly description?: string;
  readonly config: Readonly<Record<string, unknown>>;
}

export function agentBody(index: number): AgentBody {
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
