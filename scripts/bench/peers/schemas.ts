/** Hand-written JSON Schemas of the peers, the same clauses as the contract has. */
const configProperties = {
  model_provider: { type: 'string', enum: ['provider_one', 'provider_two', 'provider_three'] },
  model_id: { type: 'string', minLength: 1, maxLength: 200 },
  system_prompt: { type: 'string', minLength: 1, maxLength: 32_000 },
  temperature: { type: 'number', minimum: 0, maximum: 1 },
  max_tokens: { type: 'integer', minimum: 1 },
  mcp_capabilities: {
    type: 'array',
    maxItems: 64,
    items: {
      type: 'object',
      required: ['type', 'enabled'],
      additionalProperties: false,
      properties: { type: { type: 'string' }, enabled: { type: 'boolean' } },
    },
  },
} as const;

const config = {
  type: 'object',
  required: ['model_provider', 'model_id', 'system_prompt'],
  properties: configProperties,
} as const;

export const createSchema = {
  type: 'object',
  required: ['name', 'type', 'config'],
  additionalProperties: false,
  properties: {
    name: { type: 'string', minLength: 1, maxLength: 200 },
    type: { type: 'string', minLength: 1, maxLength: 64 },
    description: { type: 'string', maxLength: 2000 },
    config: { ...config, additionalProperties: false },
  },
} as const;

export const agentSchema = {
  type: 'object',
  properties: {
    id: { type: 'string' },
    name: { type: 'string' },
    type: { type: 'string' },
    description: { type: 'string' },
    config,
    status: { type: 'string' },
    created_at: { type: 'string' },
    updated_at: { type: 'string' },
  },
} as const;

export const agentListSchema = {
  type: 'object',
  properties: { agents: { type: 'array', items: agentSchema } },
} as const;

const themeNames = [
  'primary_color',
  'background_color',
  'text_color',
  'user_message_color',
  'bot_message_color',
];

export const widgetSchema = {
  type: 'object',
  properties: {
    chatbot_id: { type: 'string' },
    agent_id: { type: 'string' },
    name: { type: 'string' },
    config: {
      type: 'object',
      properties: {
        welcome_message: { type: 'string' },
        suggested_prompts: { type: 'array', items: { type: 'string' } },
        theme: {
          type: 'object',
          properties: Object.fromEntries(themeNames.map((name) => [name, { type: 'string' }])),
        },
        bubble_style: { type: 'string' },
        position: { type: 'string' },
        title: { type: 'string' },
        subtitle: { type: 'string' },
      },
    },
  },
} as const;
