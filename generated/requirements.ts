// Generated from spec/. Do not edit; change spec/ and run: npm run generate

export type RequirementId =
  | 'R-1-01'
  | 'R-1-02'
  | 'R-1-03'
  | 'R-1-04'
  | 'R-1-05'
  | 'R-1-06'
  | 'R-1-07'
  | 'R-1-08'
  | 'R-1-09'
  | 'R-1-10'
  | 'R-1-11'
  | 'R-1-12'
  | 'R-2.1-01'
  | 'R-2.1-02'
  | 'R-2.1-03'
  | 'R-2.1-04'
  | 'R-2.1-05'
  | 'R-2.1-06'
  | 'R-2.1-07'
  | 'R-2.1-08'
  | 'R-2.1-09'
  | 'R-2.1-10'
  | 'R-2.1-11'
  | 'R-2.1-12'
  | 'R-2.1-13'
  | 'R-2.1-14'
  | 'R-2.1-15'
  | 'R-2.1-16'
  | 'R-2.2-01'
  | 'R-2.2-02'
  | 'R-2.2-03'
  | 'R-2.2-04'
  | 'R-2.2-05'
  | 'R-2.2-06'
  | 'R-2.2-07'
  | 'R-2.2-08'
  | 'R-2.2-09'
  | 'R-2.2-10'
  | 'R-2.2-11'
  | 'R-2.2-12'
  | 'R-2.2-13'
  | 'R-2.2-14'
  | 'R-2.2-15'
  | 'R-2.2-16'
  | 'R-2.2-17'
  | 'R-2.2-18'
  | 'R-2.2-19'
  | 'R-2.2-20'
  | 'R-2.2-21'
  | 'R-2.3-01'
  | 'R-2.3-02'
  | 'R-2.3-03'
  | 'R-2.3-04'
  | 'R-2.3-05'
  | 'R-2.3-06'
  | 'R-2.3-07'
  | 'R-2.3-08'
  | 'R-2.3-09'
  | 'R-2.3-10'
  | 'R-2.3-11'
  | 'R-2.3-12'
  | 'R-2.3-13'
  | 'R-2.3-14'
  | 'R-2.3-15'
  | 'R-2.4-01'
  | 'R-2.4-02'
  | 'R-2.5-01'
  | 'R-2.5-02'
  | 'R-2.5-03'
  | 'R-2.5-04'
  | 'R-3-01'
  | 'R-3-02'
  | 'R-4-01'
  | 'R-4.1-01'
  | 'R-4.1-02'
  | 'R-4.1-03'
  | 'R-4.1-04'
  | 'R-4.1-05'
  | 'R-4.1-06'
  | 'R-4.1-07'
  | 'R-4.1-08'
  | 'R-4.1-09'
  | 'R-4.1-10'
  | 'R-4.1-11'
  | 'R-4.1-12'
  | 'R-4.1-13'
  | 'R-4.1-14'
  | 'R-4.1-15'
  | 'R-4.1-16'
  | 'R-4.1-17'
  | 'R-4.1-18'
  | 'R-4.1-19'
  | 'R-4.2-01'
  | 'R-4.2-02'
  | 'R-4.2-03'
  | 'R-4.2-04'
  | 'R-4.2-05'
  | 'R-4.2-06'
  | 'R-4.2-07'
  | 'R-4.3-01'
  | 'R-4.3-02'
  | 'R-4.3-03'
  | 'R-4.3-04'
  | 'R-4.3-05'
  | 'R-4.3-06'
  | 'R-4.3-07'
  | 'R-4.3-08'
  | 'R-4.3-09'
  | 'R-4.3-10'
  | 'R-4.3-11'
  | 'R-4.4-01'
  | 'R-4.4-02'
  | 'R-4.4-03'
  | 'R-4.4-04'
  | 'R-4.5-01'
  | 'R-4.5-02'
  | 'R-4.5-03'
  | 'R-4.5-04'
  | 'R-4.5-05'
  | 'R-4.5-06'
  | 'R-4.5-07'
  | 'R-4.5-08'
  | 'R-4.5-09'
  | 'R-4.5-10'
  | 'R-4.5-11'
  | 'R-4.5-12'
  | 'R-4.5-13'
  | 'R-4.5-14'
  | 'R-4.6-01'
  | 'R-4.6-02'
  | 'R-4.6-03'
  | 'R-4.6-04'
  | 'R-4.6-05'
  | 'R-4.6-06'
  | 'R-4.6-07'
  | 'R-4.6-08'
  | 'R-4.6-09'
  | 'R-4.6-10'
  | 'R-5-01'
  | 'R-5-02'
  | 'R-5-03'
  | 'R-5-04'
  | 'R-5-05'
  | 'R-5-06'
  | 'R-5-07'
  | 'R-5-08'
  | 'R-5-09'
  | 'R-5-10'
  | 'R-5-11'
  | 'R-5-12'
  | 'R-5-13'
  | 'R-5-14'
  | 'R-5-15'
  | 'R-5-16'
  | 'R-6-01'
  | 'R-6-02'
  | 'R-6-03'
  | 'R-6-04'
  | 'R-6-05'
  | 'R-6-06'
  | 'R-6-07'
  | 'R-6-08'
  | 'R-6-09'
  | 'R-6-10'
  | 'R-6-11'
  | 'R-6-12'
  | 'R-6-13'
  | 'R-6-14'
  | 'R-7-01'
  | 'R-7-02'
  | 'R-7-03'
  | 'R-7-04'
  | 'R-7-05'
  | 'R-7-06'
  | 'R-7-07'
  | 'R-7-08'
  | 'R-7-09'
  | 'R-7-10'
  | 'R-7-11'
  | 'R-7-12'
  | 'R-7-13'
  | 'R-7-14'
  | 'R-7-15'
  | 'R-7-16'
  | 'R-7-17'
  | 'R-8-01'
  | 'R-8-02'
  | 'R-8-03'
  | 'R-8-04'
  | 'R-8-05'
  | 'R-8-06'
  | 'R-8-07'
  | 'R-8-08'
  | 'R-8-09'
  | 'R-8-10'
  | 'R-8-11'
  | 'R-9-01'
  | 'R-9-02';

/** The titles of the source's sections. */
export const sectionTitles = {
  '1': 'What the service does',
  '3': 'States and transitions',
  '4': 'Endpoints',
  '5': 'Authentication',
  '6': 'Events',
  '7': 'Errors',
  '8': 'Limits',
  '9': 'Versioning',
  '2.1': 'Agent',
  '2.2': 'Agent config',
  '2.3': 'Chatbot widget configuration',
  '2.4': 'Conversation',
  '2.5': 'Error body',
  '4.1': 'POST /api/agents/chat/stream',
  '4.2': 'GET /api/agents',
  '4.3': 'POST /api/agents',
  '4.4': 'GET /api/widget/config',
  '4.5': 'Embed script',
  '4.6': 'MCP endpoint',
} as const;

export type SectionId = keyof typeof sectionTitles;

/** The source has the sentence; it follows from stated sentences; the source leaves it open. */
export type RequirementLevel = 'stated' | 'derived' | 'open';
export type Verification = 'black-box' | 'server-test' | 'browser' | 'excluded';

/** One binding sentence of the source, in our own words. */
export interface Requirement {
  readonly id: RequirementId;
  readonly section: SectionId;
  readonly level: RequirementLevel;
  readonly verified: readonly Verification[];
  readonly text: string;
  /** The line of the source, or its lines as 34-36; undefined for an open point. */
  readonly line?: string;
  /** The source's own words there. */
  readonly quote?: string;
  /** Why a derived requirement follows. */
  readonly inference?: string;
  /** The record that settles an open point. */
  readonly decision?: string;
  /** Why no machine checks it. */
  readonly reason?: string;
}

export const requirementsVersion = '2.0.0';

export const requirements: readonly Requirement[] = [
  {
    id: 'R-1-01',
    section: '1',
    level: 'stated',
    line: '8',
    verified: ['black-box'],
    quote:
      'A client can send a message to an agent and receive the reply as a stream, list agents, create an agent, and read the configuration of a chatbot widget.',
    text: 'A client can message an agent, list agents, create an agent and read the configuration of a chatbot widget.',
  },
  {
    id: 'R-1-02',
    section: '1',
    level: 'stated',
    line: '8',
    verified: ['black-box'],
    quote: 'receive the reply as a stream',
    text: 'The reply to a message comes as a stream.',
  },
  {
    id: 'R-1-03',
    section: '1',
    level: 'derived',
    line: '48',
    verified: ['black-box'],
    quote: 'agent powering the chatbot',
    inference:
      'The list has all agents of the store (4.2), so it has the one that powers a chatbot of the store.',
    text: 'agent_id of a widget configuration is the id of an agent of the store.',
  },
  {
    id: 'R-1-04',
    section: '1',
    level: 'stated',
    line: '9',
    verified: ['browser'],
    quote: 'An embed script loads the widget configuration and renders the chat bubble.',
    text: 'An embed script loads the widget configuration and renders the chat bubble.',
  },
  {
    id: 'R-1-05',
    section: '1',
    level: 'stated',
    line: '10',
    verified: ['black-box'],
    quote: 'An MCP endpoint exists for MCP-compatible clients',
    text: 'An MCP endpoint exists for MCP-compatible clients.',
  },
  {
    id: 'R-1-06',
    section: '1',
    level: 'stated',
    line: '10',
    verified: ['black-box'],
    quote: 'uses the same API key',
    text: 'The MCP endpoint accepts the same API key as the HTTP API.',
  },
  {
    id: 'R-1-07',
    section: '1',
    level: 'stated',
    line: '11',
    verified: ['black-box'],
    quote: 'All responses are JSON, except the chat stream',
    text: 'Every response of the API is JSON, except the chat stream.',
  },
  {
    id: 'R-1-08',
    section: '1',
    level: 'stated',
    line: '11',
    verified: ['black-box'],
    quote: 'Server-Sent Events (SSE) whose payloads are JSON',
    text: 'The chat stream is Server-Sent Events, and the payload of each event is JSON.',
  },
  {
    id: 'R-1-09',
    section: '1',
    level: 'stated',
    line: '12',
    verified: ['black-box', 'server-test'],
    quote: 'Only HTTPS is accepted; plain HTTP requests are rejected.',
    text: 'Only HTTPS is accepted; a plain HTTP request is rejected, and nothing is served.',
  },
  {
    id: 'R-1-10',
    section: '1',
    level: 'stated',
    line: '3',
    verified: ['black-box'],
    quote: 'All paths below begin with /api and are appended to {base_url}.',
    text: 'API paths begin with /api and are appended to the base address.',
  },
  {
    id: 'R-1-11',
    section: '1',
    level: 'open',
    verified: ['excluded'],
    decision: '0022',
    reason: 'The source mentions analytics but describes no operation for it.',
    text: 'A client can interact with analytics.',
  },
  {
    id: 'R-1-12',
    section: '1',
    level: 'open',
    verified: ['black-box'],
    decision: '0014',
    text: 'How a plain HTTP request is rejected: no connection, an error response, or a redirect to HTTPS that serves nothing.',
  },
  {
    id: 'R-2.1-01',
    section: '2.1',
    level: 'stated',
    line: '20',
    verified: ['black-box'],
    quote: 'unique agent identifier',
    text: 'An agent has an id, a string, that is unique among agents.',
  },
  {
    id: 'R-2.1-02',
    section: '2.1',
    level: 'stated',
    line: '20',
    verified: ['black-box'],
    quote: 'no (assigned by the service)',
    text: 'The service assigns the id; a create does not need to send one.',
  },
  {
    id: 'R-2.1-03',
    section: '2.1',
    level: 'stated',
    line: '21',
    verified: ['black-box'],
    quote: 'name | string | yes',
    text: 'name, a string, is required to create an agent.',
  },
  {
    id: 'R-2.1-04',
    section: '2.1',
    level: 'derived',
    line: '21',
    verified: ['black-box'],
    quote: 'display name',
    inference:
      'The response is the created agent (4.3); a name that differs from the one sent is not the name of the agent that the client created.',
    text: 'name is stored and returned character by character as sent.',
  },
  {
    id: 'R-2.1-05',
    section: '2.1',
    level: 'stated',
    line: '22',
    verified: ['black-box'],
    quote: 'type | string | yes',
    text: 'type, a string, is required to create an agent.',
  },
  {
    id: 'R-2.1-06',
    section: '2.1',
    level: 'derived',
    line: '22',
    verified: ['black-box'],
    quote: 'known values include customer_support and product_recommendation',
    inference: 'A known value of a required field is valid, and a valid create succeeds.',
    text: 'The types customer_support and product_recommendation are accepted.',
  },
  {
    id: 'R-2.1-07',
    section: '2.1',
    level: 'stated',
    line: '23',
    verified: ['black-box'],
    quote: 'description | string | no',
    text: 'description, a string, is optional.',
  },
  {
    id: 'R-2.1-08',
    section: '2.1',
    level: 'derived',
    line: '23',
    verified: ['black-box'],
    quote: 'short description, optional',
    inference:
      'The response is the created agent (4.3), and its description is the one that the client sent.',
    text: 'description, if sent, is stored and returned as sent.',
  },
  {
    id: 'R-2.1-09',
    section: '2.1',
    level: 'stated',
    line: '24',
    verified: ['black-box'],
    quote: 'config | object | yes',
    text: 'config, an object, is required to create an agent.',
  },
  {
    id: 'R-2.1-10',
    section: '2.1',
    level: 'stated',
    line: '25',
    verified: ['black-box'],
    quote: 'no (assigned) | ISO 8601 timestamp',
    text: 'created_at is assigned by the service and is an ISO 8601 timestamp.',
  },
  {
    id: 'R-2.1-11',
    section: '2.1',
    level: 'stated',
    line: '26',
    verified: ['black-box'],
    quote: 'no (assigned) | ISO 8601 timestamp',
    text: 'updated_at is assigned by the service and is an ISO 8601 timestamp.',
  },
  {
    id: 'R-2.1-12',
    section: '2.1',
    level: 'stated',
    line: '26',
    verified: ['black-box'],
    quote: 'equals created_at on creation',
    text: 'updated_at equals created_at on creation.',
  },
  {
    id: 'R-2.1-13',
    section: '2.1',
    level: 'open',
    verified: ['black-box'],
    decision: '0002',
    text: 'Which other values of type are allowed.',
  },
  {
    id: 'R-2.1-14',
    section: '2.1',
    level: 'open',
    verified: ['black-box'],
    decision: '0004',
    text: 'How long name, type and description may be, and whether they may be empty.',
  },
  {
    id: 'R-2.1-15',
    section: '2.1',
    level: 'open',
    verified: ['server-test'],
    decision: '0027',
    text: 'How an omitted optional field is returned, and what null means.',
  },
  {
    id: 'R-2.1-16',
    section: '2.1',
    level: 'derived',
    line: '22',
    verified: ['black-box'],
    quote: 'agent type',
    inference: 'The response is the created agent (4.3), and its type is the one that the client sent.',
    text: 'type is stored and returned as sent.',
  },
  {
    id: 'R-2.2-01',
    section: '2.2',
    level: 'stated',
    line: '34',
    verified: ['black-box'],
    quote: 'model_provider | string | yes',
    text: 'config.model_provider, a string, is required.',
  },
  {
    id: 'R-2.2-02',
    section: '2.2',
    level: 'derived',
    line: '34',
    verified: ['black-box'],
    quote: 'provider_one, provider_two, provider_three',
    inference:
      'A create with one of the fixed values is valid, a valid create succeeds, and its response is the created agent.',
    text: 'Each of provider_one, provider_two and provider_three is accepted as config.model_provider and stored.',
  },
  {
    id: 'R-2.2-03',
    section: '2.2',
    level: 'stated',
    line: '34',
    verified: ['black-box'],
    quote: 'one of three fixed provider values',
    text: 'config.model_provider is one of three fixed values; no other is accepted.',
  },
  {
    id: 'R-2.2-04',
    section: '2.2',
    level: 'stated',
    line: '35',
    verified: ['black-box'],
    quote: 'model_id | string | yes',
    text: 'config.model_id, a string, is required.',
  },
  {
    id: 'R-2.2-05',
    section: '2.2',
    level: 'stated',
    line: '36',
    verified: ['black-box'],
    quote: 'system_prompt | string | yes',
    text: 'config.system_prompt, a string, is required.',
  },
  {
    id: 'R-2.2-06',
    section: '2.2',
    level: 'stated',
    line: '37',
    verified: ['black-box'],
    quote: 'temperature | number | no | 0.7',
    text: 'config.temperature, a number, is optional and 0.7 when omitted.',
  },
  {
    id: 'R-2.2-07',
    section: '2.2',
    level: 'stated',
    line: '207',
    verified: ['black-box'],
    quote: 'Temperature is bounded to 0.0 to 1.0',
    text: 'config.temperature is bounded to 0.0 to 1.0; a value outside is not accepted.',
  },
  {
    id: 'R-2.2-08',
    section: '2.2',
    level: 'stated',
    line: '38',
    verified: ['black-box'],
    quote: 'max_tokens | number | no | 4096',
    text: 'config.max_tokens, a number, is optional and 4096 when omitted.',
  },
  {
    id: 'R-2.2-09',
    section: '2.2',
    level: 'stated',
    line: '39',
    verified: ['black-box'],
    quote: 'mcp_capabilities | array | no | none',
    text: 'config.mcp_capabilities, an array, is optional and has no default.',
  },
  {
    id: 'R-2.2-10',
    section: '2.2',
    level: 'stated',
    line: '41',
    verified: ['black-box'],
    quote: 'Each mcp_capabilities item is an object with type (string) and enabled (boolean).',
    text: 'Each item of config.mcp_capabilities is an object with type, a string, and enabled, a boolean.',
  },
  {
    id: 'R-2.2-11',
    section: '2.2',
    level: 'stated',
    line: '34',
    verified: ['server-test'],
    quote: 'the first is a direct model vendor, the second a model router, the third a cloud model platform',
    text: 'model_provider selects the kind of provider: the first a direct model vendor, the second a model router, the third a cloud model platform.',
  },
  {
    id: 'R-2.2-12',
    section: '2.2',
    level: 'derived',
    line: '35-38',
    verified: ['server-test'],
    quote: 'maximum response tokens',
    inference:
      'The config of an agent has no other use than its replies: a value that changes nothing there would configure nothing.',
    text: 'system_prompt, model_id, temperature and max_tokens of an agent control its replies.',
  },
  {
    id: 'R-2.2-13',
    section: '2.2',
    level: 'open',
    verified: ['black-box'],
    decision: '0003',
    text: 'Which values of type in mcp_capabilities are allowed beyond the catalogue.',
  },
  {
    id: 'R-2.2-14',
    section: '2.2',
    level: 'open',
    verified: ['black-box'],
    decision: '0004',
    text: 'How long the strings of config may be.',
  },
  {
    id: 'R-2.2-15',
    section: '2.2',
    level: 'open',
    verified: ['black-box'],
    decision: '0004',
    text: 'The bounds of config.max_tokens, and whether it must be whole.',
  },
  {
    id: 'R-2.2-16',
    section: '2.2',
    level: 'derived',
    line: '39',
    verified: ['black-box', 'server-test'],
    quote: 'list of MCP tool connections',
    inference:
      'A tool connection that is enabled connects its tools to the agent; one that is not enabled does not.',
    text: 'mcp_capabilities are the MCP tool connections of the agent: an enabled one provides tools, a disabled one provides none.',
  },
  {
    id: 'R-2.2-17',
    section: '2.2',
    level: 'derived',
    line: '35',
    verified: ['black-box'],
    quote: 'model identifier string',
    inference: 'The response is the created agent (4.3); another text identifies another model.',
    text: 'config.model_id is stored and returned character by character as sent.',
  },
  {
    id: 'R-2.2-18',
    section: '2.2',
    level: 'derived',
    line: '36',
    verified: ['black-box'],
    quote: 'the system prompt',
    inference:
      'The response is the created agent (4.3); another text is not the prompt that the client wrote.',
    text: 'config.system_prompt is stored and returned character by character as sent.',
  },
  {
    id: 'R-2.2-19',
    section: '2.2',
    level: 'derived',
    line: '37',
    verified: ['black-box'],
    quote: '0.0 to 1.0',
    inference:
      'A value from 0.0 to 1.0, both ends of the range included, is valid, and the response is the created agent.',
    text: 'A config.temperature in the range, 0.0 and 1.0 included, is accepted, stored and returned as sent.',
  },
  {
    id: 'R-2.2-20',
    section: '2.2',
    level: 'derived',
    line: '38',
    verified: ['black-box'],
    quote: 'maximum response tokens',
    inference:
      'The default applies to an omitted field only (4.3), so a value that is sent and accepted is that of the created agent.',
    text: 'config.max_tokens, if sent and accepted, is stored and returned as sent.',
  },
  {
    id: 'R-2.2-21',
    section: '2.2',
    level: 'derived',
    line: '39',
    verified: ['black-box'],
    quote: 'list of MCP tool connections',
    inference:
      'The response is the created agent (4.3), and its list is the one that the client sent: every item, in its order.',
    text: 'config.mcp_capabilities is stored and returned as sent, item by item.',
  },
  {
    id: 'R-2.3-01',
    section: '2.3',
    level: 'stated',
    line: '47',
    verified: ['black-box'],
    quote: 'unique chatbot identifier',
    text: 'A widget configuration has chatbot_id, a string.',
  },
  {
    id: 'R-2.3-02',
    section: '2.3',
    level: 'stated',
    line: '48',
    verified: ['black-box'],
    quote: 'agent_id | string',
    text: 'A widget configuration has agent_id, a string.',
  },
  {
    id: 'R-2.3-03',
    section: '2.3',
    level: 'stated',
    line: '49',
    verified: ['black-box'],
    quote: 'name | string',
    text: 'A widget configuration has name, a string.',
  },
  {
    id: 'R-2.3-04',
    section: '2.3',
    level: 'stated',
    line: '50',
    verified: ['black-box'],
    quote: 'config.welcome_message | string',
    text: 'config.welcome_message is a string.',
  },
  {
    id: 'R-2.3-05',
    section: '2.3',
    level: 'stated',
    line: '51',
    verified: ['black-box'],
    quote: 'config.suggested_prompts | array of string',
    text: 'config.suggested_prompts is an array of strings.',
  },
  {
    id: 'R-2.3-06',
    section: '2.3',
    level: 'stated',
    line: '52',
    verified: ['black-box'],
    quote:
      'colors: primary_color, background_color, text_color, user_message_color, bot_message_color (each a string',
    text: 'config.theme is an object with the strings primary_color, background_color, text_color, user_message_color and bot_message_color.',
  },
  {
    id: 'R-2.3-07',
    section: '2.3',
    level: 'stated',
    line: '53',
    verified: ['black-box'],
    quote: 'rounded, square or pill',
    text: 'config.bubble_style is rounded, square or pill.',
  },
  {
    id: 'R-2.3-08',
    section: '2.3',
    level: 'stated',
    line: '54',
    verified: ['black-box'],
    quote: 'bottom-right or bottom-left',
    text: 'config.position is bottom-right or bottom-left.',
  },
  {
    id: 'R-2.3-09',
    section: '2.3',
    level: 'stated',
    line: '55',
    verified: ['black-box'],
    quote: 'config.title | string',
    text: 'config.title is a string.',
  },
  {
    id: 'R-2.3-10',
    section: '2.3',
    level: 'stated',
    line: '56',
    verified: ['black-box'],
    quote: 'config.subtitle | string | optional subtitle',
    text: 'config.subtitle, when present, is a string.',
  },
  {
    id: 'R-2.3-11',
    section: '2.3',
    level: 'stated',
    line: '43',
    verified: ['excluded'],
    quote: 'read-only resource',
    reason: 'States that no write operation exists; there is nothing to call.',
    text: 'The widget configuration is read-only in this API.',
  },
  {
    id: 'R-2.3-12',
    section: '2.3',
    level: 'open',
    verified: ['excluded'],
    decision: '0021',
    reason: 'Any string is allowed, which R-2.3-06 checks; hexadecimal text is only an example.',
    text: 'The notation of theme colours beyond hexadecimal text.',
  },
  {
    id: 'R-2.3-13',
    section: '2.3',
    level: 'derived',
    line: '118-126',
    verified: ['black-box'],
    quote: 'the chatbot ID',
    inference:
      'The parameter has the id of the chatbot whose configuration is returned, and chatbot_id is the identifier of that chatbot.',
    text: 'chatbot_id of a widget configuration is the one that was requested.',
  },
  {
    id: 'R-2.3-14',
    section: '2.3',
    level: 'stated',
    line: '50',
    verified: ['browser'],
    quote: 'initial message shown to visitors',
    text: 'The welcome message is shown to visitors as the initial message.',
  },
  {
    id: 'R-2.3-15',
    section: '2.3',
    level: 'stated',
    line: '51',
    verified: ['browser'],
    quote: 'clickable prompt suggestions',
    text: 'The suggested prompts are clickable.',
  },
  {
    id: 'R-2.4-01',
    section: '2.4',
    level: 'stated',
    line: '60',
    verified: ['black-box'],
    quote: 'A conversation is a thread identified by conversation_id (string).',
    text: 'A conversation is identified by conversation_id, a string.',
  },
  {
    id: 'R-2.4-02',
    section: '2.4',
    level: 'open',
    verified: ['excluded'],
    decision: '0024',
    reason: 'Further fields are not shown, and no operation returns them.',
    text: 'Which other fields a conversation has.',
  },
  {
    id: 'R-2.5-01',
    section: '2.5',
    level: 'stated',
    line: '66',
    verified: ['black-box', 'server-test'],
    quote: 'error | string, human-readable message',
    text: 'An error body has error, a human-readable string.',
  },
  {
    id: 'R-2.5-02',
    section: '2.5',
    level: 'stated',
    line: '67',
    verified: ['black-box', 'server-test'],
    quote: 'status | integer',
    text: 'An error body has status, an integer.',
  },
  {
    id: 'R-2.5-03',
    section: '2.5',
    level: 'stated',
    line: '67',
    verified: ['black-box', 'server-test'],
    quote: 'integer, the HTTP status code',
    text: 'The status of an error body equals the HTTP status of the response.',
  },
  {
    id: 'R-2.5-04',
    section: '2.5',
    level: 'open',
    verified: ['server-test'],
    decision: '0050',
    text: 'Which further fields an error has, such as a code for programs.',
  },
  {
    id: 'R-3-01',
    section: '3',
    level: 'open',
    verified: ['black-box'],
    decision: '0009',
    text: 'Whether an agent of a list carries status, and with which value; it may, and active is the only one named.',
  },
  {
    id: 'R-3-02',
    section: '3',
    level: 'open',
    verified: ['excluded'],
    decision: '0009',
    reason: 'Transitions are not shown.',
    text: 'How the status of an agent changes.',
  },
  {
    id: 'R-4-01',
    section: '4',
    level: 'derived',
    line: '75',
    verified: ['black-box', 'server-test'],
    quote: 'All endpoints require the Authorization header',
    inference:
      'The sentence says all, but a script tag cannot send the header (4.5) and MCP takes a parameter (4.6): it holds for the others.',
    text: 'Every endpoint of section 4 under /api requires the Authorization header.',
  },
  {
    id: 'R-4.1-01',
    section: '4.1',
    level: 'stated',
    line: '79',
    verified: ['black-box'],
    quote: 'Sends a message to an agent and streams the reply.',
    text: 'POST /api/agents/chat/stream sends a message to an agent and streams the reply.',
  },
  {
    id: 'R-4.1-02',
    section: '4.1',
    level: 'stated',
    line: '81',
    verified: ['black-box'],
    quote: 'Content-Type: application/json (required)',
    text: 'A message is JSON; Content-Type: application/json is required.',
  },
  {
    id: 'R-4.1-03',
    section: '4.1',
    level: 'stated',
    line: '87',
    verified: ['black-box'],
    quote: 'agent_id | string | yes | agent to message',
    text: 'agent_id, a string, is required and selects the agent.',
  },
  {
    id: 'R-4.1-04',
    section: '4.1',
    level: 'stated',
    line: '88',
    verified: ['black-box'],
    quote: 'message | string | yes',
    text: 'message, a string, is required.',
  },
  {
    id: 'R-4.1-05',
    section: '4.1',
    level: 'stated',
    line: '89',
    verified: ['black-box', 'server-test'],
    quote: 'conversation_id | string | no | continues an existing thread',
    text: 'conversation_id, a string, is optional and continues an existing conversation.',
  },
  {
    id: 'R-4.1-06',
    section: '4.1',
    level: 'stated',
    line: '89',
    verified: ['black-box'],
    quote: 'when omitted a new conversation starts',
    text: 'Without conversation_id a new conversation starts.',
  },
  {
    id: 'R-4.1-07',
    section: '4.1',
    level: 'stated',
    line: '90',
    verified: ['black-box'],
    quote: 'stream | boolean | no | default true',
    text: 'stream, a boolean, is optional and true when omitted.',
  },
  {
    id: 'R-4.1-08',
    section: '4.1',
    level: 'stated',
    line: '92',
    verified: ['black-box'],
    quote: 'Each event is a line beginning with data: followed by one JSON object with a type field',
    text: 'The streaming response is an SSE stream; each event is a data line with one JSON object that has a type.',
  },
  {
    id: 'R-4.1-09',
    section: '4.1',
    level: 'stated',
    line: '92',
    verified: ['black-box'],
    quote: 'The final event of a successful reply is of type end and carries conversation_id',
    text: 'The last event of a successful reply is of type end and has conversation_id.',
  },
  {
    id: 'R-4.1-10',
    section: '4.1',
    level: 'stated',
    line: '92',
    verified: ['black-box'],
    quote: 'to be sent back for follow-up messages',
    text: 'The conversation_id of an end event can be sent back for a follow-up message.',
  },
  {
    id: 'R-4.1-11',
    section: '4.1',
    level: 'open',
    verified: ['black-box'],
    decision: '0008',
    text: 'The shape of the response when stream is false.',
  },
  {
    id: 'R-4.1-12',
    section: '4.1',
    level: 'open',
    verified: ['black-box'],
    decision: '0006',
    text: 'What happens with a conversation_id that is unknown or belongs to another agent.',
  },
  {
    id: 'R-4.1-13',
    section: '4.1',
    level: 'open',
    verified: ['black-box'],
    decision: '0004',
    text: 'Whether message may be empty.',
  },
  {
    id: 'R-4.1-14',
    section: '4.1',
    level: 'open',
    verified: ['black-box'],
    decision: '0005',
    text: 'What happens with unknown fields of a chat request.',
  },
  {
    id: 'R-4.1-15',
    section: '4.1',
    level: 'open',
    verified: ['server-test'],
    decision: '0029',
    text: 'What an event may have beside its data line: comments, ids, names and line endings.',
  },
  {
    id: 'R-4.1-16',
    section: '4.1',
    level: 'derived',
    line: '92',
    verified: ['black-box'],
    quote: 'an SSE stream',
    inference:
      'Each error has a condition (7); a message to which none applies succeeds, and event streams have status 200 by the standard.',
    text: 'A valid message succeeds with status 200.',
  },
  {
    id: 'R-4.1-17',
    section: '4.1',
    level: 'open',
    verified: ['black-box'],
    decision: '0011',
    text: 'How a message with another Content-Type, or without one, is handled.',
  },
  {
    id: 'R-4.1-18',
    section: '4.1',
    level: 'derived',
    line: '89',
    verified: ['black-box', 'server-test'],
    quote: 'continues an existing thread',
    inference:
      'A conversation is identified by conversation_id (2.4), so a reply that continues it carries the same id.',
    text: 'The reply to a message with conversation_id ends with the same conversation_id.',
  },
  {
    id: 'R-4.1-19',
    section: '4.1',
    level: 'derived',
    line: '89',
    verified: ['black-box'],
    quote: 'when omitted a new conversation starts',
    inference: 'A conversation is identified by conversation_id (2.4), so two conversations have two ids.',
    text: 'A new conversation has an id that no other conversation has.',
  },
  {
    id: 'R-4.2-01',
    section: '4.2',
    level: 'stated',
    line: '102',
    verified: ['black-box'],
    quote: 'JSON object with key agents, an array of agent objects',
    text: 'GET /api/agents returns a JSON object whose key agents is an array of agents.',
  },
  {
    id: 'R-4.2-02',
    section: '4.2',
    level: 'stated',
    line: '98',
    verified: ['black-box'],
    quote: 'Lists all agents of the store.',
    text: 'The list has all agents of the store, a created one too.',
  },
  {
    id: 'R-4.2-03',
    section: '4.2',
    level: 'derived',
    line: '98',
    verified: ['black-box', 'server-test'],
    quote: 'agents of the store',
    inference:
      'The list is of the agents of the store, and a key is of one store (5.9): an agent of another store is none of them.',
    text: 'The list has only agents of the store.',
  },
  {
    id: 'R-4.2-04',
    section: '4.2',
    level: 'stated',
    line: '102',
    verified: ['black-box'],
    quote: 'agent objects (2.1, including config)',
    text: 'Each agent of the list has the fields of an agent, config included.',
  },
  {
    id: 'R-4.2-05',
    section: '4.2',
    level: 'open',
    verified: ['black-box'],
    decision: '0010',
    text: 'Paging, filtering and order of the list.',
  },
  {
    id: 'R-4.2-06',
    section: '4.2',
    level: 'derived',
    line: '102',
    verified: ['black-box'],
    quote: 'JSON object with key agents',
    inference:
      'Each error has a condition (7); a request to which none applies succeeds, and of the statuses of success only 200 says that a GET returns what it asked for (RFC 9110, 15.3).',
    text: 'A valid request for the list succeeds with status 200.',
  },
  {
    id: 'R-4.2-07',
    section: '4.2',
    level: 'derived',
    line: '98',
    verified: ['black-box'],
    quote: 'all agents of the store',
    inference: 'The create returned the agent, and no operation changes it.',
    text: 'An agent is listed with the values that its create returned.',
  },
  {
    id: 'R-4.3-01',
    section: '4.3',
    level: 'stated',
    line: '106',
    verified: ['black-box'],
    quote: 'Creates an agent.',
    text: 'POST /api/agents creates an agent.',
  },
  {
    id: 'R-4.3-02',
    section: '4.3',
    level: 'stated',
    line: '112',
    verified: ['black-box'],
    quote: 'the created agent object (id, name, type, description, config, created_at, updated_at)',
    text: 'The response is the created agent: id, name, type, description, config, created_at, updated_at.',
  },
  {
    id: 'R-4.3-03',
    section: '4.3',
    level: 'stated',
    line: '110',
    verified: ['black-box'],
    quote: 'Only the fields marked required in 2.1 and 2.2 must be present',
    text: 'Only the required fields must be present.',
  },
  {
    id: 'R-4.3-04',
    section: '4.3',
    level: 'stated',
    line: '110',
    verified: ['black-box'],
    quote: 'defaults of 2.2 apply to omitted optional config fields',
    text: 'The defaults of config apply to its omitted optional fields.',
  },
  {
    id: 'R-4.3-05',
    section: '4.3',
    level: 'stated',
    line: '108',
    verified: ['black-box'],
    quote: 'Content-Type: application/json (required)',
    text: 'A create is JSON; Content-Type: application/json is required.',
  },
  {
    id: 'R-4.3-06',
    section: '4.3',
    level: 'derived',
    line: '110',
    verified: ['black-box'],
    quote: 'defaults of 2.2 apply to omitted optional config fields',
    inference: 'A field that is sent is not omitted, whatever its value.',
    text: 'Sent fields override defaults, including 0, false and empty arrays.',
  },
  {
    id: 'R-4.3-07',
    section: '4.3',
    level: 'open',
    verified: ['black-box'],
    decision: '0001',
    text: 'The status of a successful create.',
  },
  {
    id: 'R-4.3-08',
    section: '4.3',
    level: 'open',
    verified: ['black-box'],
    decision: '0005',
    text: 'What happens with unknown fields of a create.',
  },
  {
    id: 'R-4.3-09',
    section: '4.3',
    level: 'derived',
    line: '182',
    verified: ['black-box'],
    quote: 'request body invalid',
    inference:
      'An error response reports that no agent was created; one that exists all the same is in a list of which nobody was informed.',
    text: 'A rejected create creates nothing.',
  },
  {
    id: 'R-4.3-10',
    section: '4.3',
    level: 'derived',
    line: '112',
    verified: ['black-box'],
    quote: 'the created agent object',
    inference: 'Each error has a condition (7); a create to which none applies succeeds.',
    text: 'A valid create succeeds.',
  },
  {
    id: 'R-4.3-11',
    section: '4.3',
    level: 'open',
    verified: ['black-box'],
    decision: '0011',
    text: 'How a create with another Content-Type, or without one, is handled.',
  },
  {
    id: 'R-4.4-01',
    section: '4.4',
    level: 'stated',
    line: '118-128',
    verified: ['black-box'],
    quote: 'Response: the object of 2.3.',
    text: 'GET /api/widget/config returns the widget configuration of a chatbot: the object of section 2.3.',
  },
  {
    id: 'R-4.4-02',
    section: '4.4',
    level: 'stated',
    line: '126',
    verified: ['black-box'],
    quote: 'chatbot_id | string | yes | the chatbot ID',
    text: 'The query parameter chatbot_id, a string, is required and selects the chatbot.',
  },
  {
    id: 'R-4.4-03',
    section: '4.4',
    level: 'open',
    verified: ['server-test', 'browser'],
    decision: '0016',
    text: 'How a browser caches the widget configuration.',
  },
  {
    id: 'R-4.4-04',
    section: '4.4',
    level: 'derived',
    line: '128',
    verified: ['black-box'],
    quote: 'the object of 2.3',
    inference:
      'Each error has a condition (7); a request to which none applies succeeds, and of the statuses of success only 200 says that a GET returns what it asked for (RFC 9110, 15.3).',
    text: 'A valid request for a widget configuration succeeds with status 200.',
  },
  {
    id: 'R-4.5-01',
    section: '4.5',
    level: 'stated',
    line: '134',
    verified: ['black-box'],
    quote: 'served at {base_url} without the /api prefix, at path /embed/chatbot.js',
    text: 'The embed script is served at /embed/chatbot.js of the base address, without the /api prefix.',
  },
  {
    id: 'R-4.5-02',
    section: '4.5',
    level: 'stated',
    line: '134',
    verified: ['browser'],
    quote: 'a script tag carrying the attribute data-chatbot-id (the chatbot ID) and the async attribute',
    text: 'The script tag has the chatbot id in its data-chatbot-id attribute, and the async attribute.',
  },
  {
    id: 'R-4.5-03',
    section: '4.5',
    level: 'stated',
    line: '134',
    verified: ['black-box', 'browser'],
    quote: 'On load it calls the widget configuration endpoint',
    text: 'On load the script calls the widget configuration endpoint.',
  },
  {
    id: 'R-4.5-04',
    section: '4.5',
    level: 'stated',
    line: '134',
    verified: ['black-box', 'browser'],
    quote: 'renders the chat bubble using the configured theme, position and behavior',
    text: 'The script renders the chat bubble with the configured theme, position and behaviour.',
  },
  {
    id: 'R-4.5-05',
    section: '4.5',
    level: 'derived',
    line: '134',
    verified: ['black-box'],
    quote: 'included in a page with a script tag',
    inference: 'A script tag cannot send an Authorization header, and a browser runs JavaScript only.',
    text: 'A page can load the script: it is JavaScript and needs no Authorization header.',
  },
  {
    id: 'R-4.5-06',
    section: '4.5',
    level: 'open',
    verified: ['browser'],
    decision: '0016',
    text: 'Which credential a browser uses for an endpoint that requires Authorization.',
  },
  {
    id: 'R-4.5-07',
    section: '4.5',
    level: 'open',
    verified: ['server-test'],
    decision: '0016',
    text: 'How a page gets a credential for its visitor, and which pages may.',
  },
  {
    id: 'R-4.5-08',
    section: '4.5',
    level: 'open',
    verified: ['server-test'],
    decision: '0016',
    text: 'What a visitor token is bound to, how long it is valid, and how its signing keys rotate.',
  },
  {
    id: 'R-4.5-09',
    section: '4.5',
    level: 'open',
    verified: ['server-test'],
    decision: '0016',
    text: 'What a visitor token gives access to, and how every other endpoint responds to it.',
  },
  {
    id: 'R-4.5-10',
    section: '4.5',
    level: 'open',
    verified: ['server-test'],
    decision: '0016',
    text: 'Which limits apply to visitors beside those of the plan.',
  },
  {
    id: 'R-4.5-11',
    section: '4.5',
    level: 'open',
    verified: ['server-test'],
    decision: '0016',
    text: 'Which parts of a reply a visitor sees.',
  },
  {
    id: 'R-4.5-12',
    section: '4.5',
    level: 'open',
    verified: ['server-test'],
    decision: '0016',
    text: 'Which pages may read responses from a script, and with which credentials.',
  },
  {
    id: 'R-4.5-13',
    section: '4.5',
    level: 'open',
    verified: ['server-test'],
    decision: '0016',
    text: 'How long the script may be cached, and how a page pins a version.',
  },
  {
    id: 'R-4.5-14',
    section: '4.5',
    level: 'derived',
    line: '134',
    verified: ['black-box'],
    quote: 'data-chatbot-id (the chatbot ID)',
    inference: 'Nothing but this attribute of the tag names the chatbot, so the script reads it.',
    text: 'The script reads data-chatbot-id.',
  },
  {
    id: 'R-4.6-01',
    section: '4.6',
    level: 'stated',
    line: '138',
    verified: ['black-box'],
    quote: 'Path /mcp on {mcp_url}',
    text: 'The MCP endpoint is at path /mcp.',
  },
  {
    id: 'R-4.6-02',
    section: '4.6',
    level: 'stated',
    line: '138',
    verified: ['black-box'],
    quote: 'authenticated by the query parameter api_key',
    text: 'The MCP endpoint authenticates by the query parameter api_key.',
  },
  {
    id: 'R-4.6-03',
    section: '4.6',
    level: 'open',
    verified: ['black-box'],
    decision: '0020',
    text: 'The protocol payloads and the tools of the MCP endpoint.',
  },
  {
    id: 'R-4.6-04',
    section: '4.6',
    level: 'derived',
    line: '10',
    verified: ['black-box'],
    quote: 'exists for MCP-compatible clients',
    inference: 'A client that cannot connect, or list the tools, can do nothing on an MCP endpoint.',
    text: 'An MCP-compatible client can connect to the endpoint and list its tools.',
  },
  {
    id: 'R-4.6-05',
    section: '4.6',
    level: 'open',
    verified: ['server-test'],
    decision: '0020',
    text: 'Which tools the endpoint has, and where their schemas and hints come from.',
  },
  {
    id: 'R-4.6-06',
    section: '4.6',
    level: 'open',
    verified: ['server-test'],
    decision: '0020',
    text: 'How a tool fails.',
  },
  {
    id: 'R-4.6-07',
    section: '4.6',
    level: 'open',
    verified: ['server-test'],
    decision: '0020',
    text: 'What a client receives while an agent replies, and how it cancels.',
  },
  {
    id: 'R-4.6-08',
    section: '4.6',
    level: 'open',
    verified: ['server-test'],
    decision: '0020',
    text: 'Whether the limits of the plan apply to the endpoint too; the isolation of stores does (R-5-14).',
  },
  {
    id: 'R-4.6-09',
    section: '4.6',
    level: 'open',
    verified: ['server-test'],
    decision: '0020',
    text: 'Where a key sent in the query must not appear.',
  },
  {
    id: 'R-4.6-10',
    section: '4.6',
    level: 'open',
    verified: ['server-test'],
    decision: '0020',
    text: 'Which pages may call the endpoint from a browser.',
  },
  {
    id: 'R-5-01',
    section: '5',
    level: 'stated',
    line: '142',
    verified: ['black-box'],
    quote: 'Every API endpoint requires an API key.',
    text: 'Every API endpoint requires an API key.',
  },
  {
    id: 'R-5-02',
    section: '5',
    level: 'stated',
    line: '143',
    verified: ['black-box'],
    quote: 'The key is sent in the header Authorization with the value Bearer <API_KEY>.',
    text: 'The key is sent as Authorization with the value Bearer and the key, and a valid key is accepted this way.',
  },
  {
    id: 'R-5-03',
    section: '5',
    level: 'stated',
    line: '144',
    verified: ['black-box', 'server-test'],
    quote:
      "fixed prefix svc_ (a neutral stand-in for the service's own prefix) followed by a 32-character alphanumeric body",
    text: 'A key is the prefix svc_ and a body of 32 alphanumeric characters.',
  },
  {
    id: 'R-5-04',
    section: '5',
    level: 'stated',
    line: '145',
    verified: ['server-test'],
    quote: 'where it can be revealed or copied',
    text: 'The key can be found, revealed and copied after its creation.',
  },
  {
    id: 'R-5-05',
    section: '5',
    level: 'stated',
    line: '146',
    verified: ['black-box'],
    quote:
      'The MCP endpoint takes the same key as the query parameter api_key, because some MCP clients cannot send custom headers',
    text: 'The MCP endpoint accepts the key as the query parameter api_key, so that clients without custom headers can use it.',
  },
  {
    id: 'R-5-06',
    section: '5',
    level: 'stated',
    line: '147',
    verified: ['black-box', 'server-test'],
    quote: 'A missing or invalid key yields status 401.',
    text: 'A missing or invalid key yields status 401.',
  },
  {
    id: 'R-5-07',
    section: '5',
    level: 'stated',
    line: '148',
    verified: ['black-box', 'server-test'],
    quote: 'Only HTTPS is accepted; HTTP requests are rejected.',
    text: 'A key is accepted over HTTPS only.',
  },
  {
    id: 'R-5-08',
    section: '5',
    level: 'stated',
    line: '149',
    verified: ['server-test'],
    quote:
      "A compromised key is regenerated by contacting the service's support (<SUPPORT_EMAIL>); no API operation for this exists.",
    text: 'Support regenerates a compromised key; the API has no operation for it.',
  },
  {
    id: 'R-5-09',
    section: '5',
    level: 'stated',
    line: '150',
    verified: ['black-box', 'server-test'],
    quote: 'A key grants access to all agents and data of the store',
    text: 'A key gives access to all agents and data of its store.',
  },
  {
    id: 'R-5-10',
    section: '5',
    level: 'stated',
    line: '150',
    verified: ['black-box', 'browser'],
    quote: 'it must not appear in client-side code',
    text: 'A key does not appear in client-side code.',
  },
  {
    id: 'R-5-11',
    section: '5',
    level: 'stated',
    line: '150',
    verified: ['excluded'],
    quote: 'it must not appear in client-side code or version control',
    reason: 'Binds the people who hold a key, not the service.',
    text: 'A key does not appear in version control.',
  },
  {
    id: 'R-5-12',
    section: '5',
    level: 'stated',
    line: '145',
    verified: ['excluded'],
    quote: 'The key is found in the dashboard under Settings, in the API Keys section',
    reason:
      'Binds the dashboard of a deployment, which is outside this API; R-5-04 covers that a key can be revealed.',
    text: 'The key is found in the dashboard under Settings, API Keys.',
  },
  {
    id: 'R-5-13',
    section: '5',
    level: 'open',
    verified: ['server-test'],
    decision: '0028',
    text: 'How leniently the Authorization header is parsed: the letter case of Bearer, and spaces.',
  },
  {
    id: 'R-5-14',
    section: '5',
    level: 'derived',
    line: '150',
    verified: ['black-box', 'server-test'],
    quote: 'all agents and data of the store',
    inference:
      'Access is to the store of the key alone. Of the errors that 4.1 and 4.4 list, only 404 says that there is no such agent or chatbot; 403 is not among them.',
    text: 'A key gives access to nothing of another store; an agent or a chatbot of it is 404.',
  },
  {
    id: 'R-5-15',
    section: '5',
    level: 'derived',
    line: '143',
    verified: ['black-box'],
    quote: 'with the value Bearer <API_KEY>',
    inference:
      'An Authorization header with another scheme, or with none, does not have that value, so the key is missing (5.6).',
    text: 'The key with another scheme, or without one, in the Authorization header is 401.',
  },
  {
    id: 'R-5-16',
    section: '5',
    level: 'open',
    verified: ['black-box'],
    decision: '0028',
    text: 'Whether another header, a cookie or a parameter also takes the key, beside the Authorization header.',
  },
  {
    id: 'R-6-01',
    section: '6',
    level: 'stated',
    line: '154',
    verified: ['black-box'],
    quote: 'Each is a JSON object with type',
    text: 'Each event is a JSON object with a type.',
  },
  {
    id: 'R-6-02',
    section: '6',
    level: 'stated',
    line: '158',
    verified: ['black-box'],
    quote: 'content (string)',
    text: 'A text event has content, a string.',
  },
  {
    id: 'R-6-03',
    section: '6',
    level: 'stated',
    line: '159',
    verified: ['black-box'],
    quote: 'tool (string, tool name), input (object)',
    text: 'A tool_use event has tool, a string, and input, an object.',
  },
  {
    id: 'R-6-04',
    section: '6',
    level: 'stated',
    line: '160',
    verified: ['black-box'],
    quote: 'tool (string), output (object)',
    text: 'A tool_result event has tool, a string, and output, an object.',
  },
  {
    id: 'R-6-05',
    section: '6',
    level: 'stated',
    line: '161',
    verified: ['black-box'],
    quote: 'conversation_id (string)',
    text: 'An end event has conversation_id, a string.',
  },
  {
    id: 'R-6-06',
    section: '6',
    level: 'stated',
    line: '162',
    verified: ['black-box', 'server-test'],
    quote: 'error | an error occurred during processing',
    text: 'An error during processing is an event of type error.',
  },
  {
    id: 'R-6-07',
    section: '6',
    level: 'stated',
    line: '165',
    verified: ['black-box', 'server-test'],
    quote: 'Text chunks are concatenated in arrival order to form the reply.',
    text: 'The text events, concatenated in arrival order, form the reply.',
  },
  {
    id: 'R-6-08',
    section: '6',
    level: 'stated',
    line: '166',
    verified: ['server-test'],
    quote: 'tool_use and tool_result events may be interleaved with text events.',
    text: 'tool_use and tool_result may be interleaved with text.',
  },
  {
    id: 'R-6-09',
    section: '6',
    level: 'stated',
    line: '92-167',
    verified: ['black-box'],
    quote: 'end is sent when the reply is complete.',
    text: 'end is sent when the reply is complete, and is its final event.',
  },
  {
    id: 'R-6-10',
    section: '6',
    level: 'derived',
    line: '161-167',
    verified: ['black-box', 'server-test'],
    quote: 'an error occurred during processing',
    inference:
      'A reply is either complete, and then ends with end, or failed, which only error can report: a stream that just stops is neither.',
    text: 'A stream ends with a terminal event: end, or error for a reply that failed.',
  },
  {
    id: 'R-6-11',
    section: '6',
    level: 'open',
    verified: ['black-box'],
    decision: '0007',
    text: 'The payload of an error event, and whether anything follows it.',
  },
  {
    id: 'R-6-12',
    section: '6',
    level: 'open',
    verified: ['excluded'],
    decision: '0017',
    reason: 'Not shown; there is nothing to observe.',
    text: 'Outbound webhooks and other notifications.',
  },
  {
    id: 'R-6-13',
    section: '6',
    level: 'open',
    verified: ['black-box'],
    decision: '0029',
    text: 'Whether a stream has events of further types.',
  },
  {
    id: 'R-6-14',
    section: '6',
    level: 'derived',
    line: '160',
    verified: ['black-box', 'server-test'],
    quote: 'result of a tool call',
    inference: 'A result is that of a call, and tool_use reports the call.',
    text: 'A tool_result follows the tool_use of the same tool.',
  },
  {
    id: 'R-7-01',
    section: '7',
    level: 'stated',
    line: '177',
    verified: ['black-box', 'server-test'],
    quote: 'request body invalid (agent_id or message missing)',
    text: 'Chat: an invalid body (agent_id or message missing) is 400.',
  },
  {
    id: 'R-7-02',
    section: '7',
    level: 'stated',
    line: '178',
    verified: ['black-box', 'server-test'],
    quote: '401 | API key invalid or missing',
    text: 'Chat: a missing or invalid key is 401.',
  },
  {
    id: 'R-7-03',
    section: '7',
    level: 'stated',
    line: '179',
    verified: ['black-box', 'server-test'],
    quote: '404 | agent not found',
    text: 'Chat: an agent that does not exist is 404.',
  },
  {
    id: 'R-7-04',
    section: '7',
    level: 'stated',
    line: '180',
    verified: ['black-box', 'server-test'],
    quote: '429 | rate limit exceeded',
    text: 'Chat: exceeding the rate limit is 429.',
  },
  {
    id: 'R-7-05',
    section: '7',
    level: 'stated',
    line: '181',
    verified: ['server-test'],
    quote: '500 | internal server error',
    text: 'Chat: an internal error is 500.',
  },
  {
    id: 'R-7-06',
    section: '7',
    level: 'stated',
    line: '182',
    verified: ['black-box', 'server-test'],
    quote: 'POST /api/agents | 400 | request body invalid',
    text: 'Create: an invalid body is 400.',
  },
  {
    id: 'R-7-07',
    section: '7',
    level: 'stated',
    line: '183',
    verified: ['black-box', 'server-test'],
    quote: '401 | API key invalid or missing',
    text: 'Create: a missing or invalid key is 401.',
  },
  {
    id: 'R-7-08',
    section: '7',
    level: 'stated',
    line: '185',
    verified: ['server-test'],
    quote: '500 | internal server error',
    text: 'Create: an internal error is 500.',
  },
  {
    id: 'R-7-09',
    section: '7',
    level: 'stated',
    line: '186',
    verified: ['black-box', 'server-test'],
    quote: '400 | chatbot_id parameter missing',
    text: 'Widget: a missing chatbot_id is 400.',
  },
  {
    id: 'R-7-10',
    section: '7',
    level: 'stated',
    line: '187-188',
    verified: ['black-box', 'server-test'],
    quote: '401 | API key invalid or missing | | | 404 | chatbot not found',
    text: 'Widget: a missing or invalid key is 401; an unknown chatbot is 404.',
  },
  {
    id: 'R-7-11',
    section: '7',
    level: 'stated',
    line: '189',
    verified: ['server-test'],
    quote: '500 | internal server error',
    text: 'Widget: an internal error is 500.',
  },
  {
    id: 'R-7-12',
    section: '7',
    level: 'stated',
    line: '190',
    verified: ['black-box', 'server-test'],
    quote: '401 for a bad key (stated generally for all endpoints)',
    text: 'List: a missing or invalid key is 401.',
  },
  {
    id: 'R-7-13',
    section: '7',
    level: 'stated',
    line: '173',
    verified: ['black-box', 'server-test'],
    quote: 'Errors are JSON bodies as in 2.5 with the matching HTTP status.',
    text: 'An error is a JSON body of the error shape with the matching HTTP status.',
  },
  {
    id: 'R-7-14',
    section: '7',
    level: 'open',
    verified: ['black-box'],
    decision: '0011',
    text: 'Errors beyond the table: the list beyond 401, other paths, methods, media types and sizes.',
  },
  {
    id: 'R-7-15',
    section: '7',
    level: 'open',
    verified: ['black-box'],
    decision: '0018',
    text: 'Which error is returned when several apply.',
  },
  {
    id: 'R-7-16',
    section: '7',
    level: 'open',
    verified: ['black-box', 'server-test'],
    decision: '0025',
    text: 'Which bodies are valid JSON: duplicated keys, NUL, unpaired surrogates, depth and encoding.',
  },
  {
    id: 'R-7-17',
    section: '7',
    level: 'open',
    verified: ['server-test'],
    decision: '0026',
    text: 'How other methods and other spellings of a path are handled.',
  },
  {
    id: 'R-8-01',
    section: '8',
    level: 'stated',
    line: '200',
    verified: ['black-box', 'server-test'],
    quote: 'Free | 20',
    text: 'A Free store may send 20 requests a minute.',
  },
  {
    id: 'R-8-02',
    section: '8',
    level: 'stated',
    line: '201',
    verified: ['black-box', 'server-test'],
    quote: 'Starter | 60',
    text: 'A Starter store may send 60 requests a minute.',
  },
  {
    id: 'R-8-03',
    section: '8',
    level: 'stated',
    line: '202',
    verified: ['black-box', 'server-test'],
    quote: 'Pro | 200',
    text: 'A Pro store may send 200 requests a minute.',
  },
  {
    id: 'R-8-04',
    section: '8',
    level: 'stated',
    line: '203',
    verified: ['black-box', 'server-test'],
    quote: 'Enterprise | custom',
    text: 'An Enterprise store has a custom limit.',
  },
  {
    id: 'R-8-05',
    section: '8',
    level: 'stated',
    line: '206',
    verified: ['black-box', 'server-test'],
    quote: "Creating an agent beyond the plan's agent limit returns 403.",
    text: 'Creating an agent beyond the agent limit of the plan is 403.',
  },
  {
    id: 'R-8-06',
    section: '8',
    level: 'stated',
    line: '205',
    verified: ['black-box', 'server-test'],
    quote:
      'When the limit is exceeded, the response has status 429 (Too Many Requests) and a Retry-After header.',
    text: 'A request beyond the rate limit is 429 with Retry-After.',
  },
  {
    id: 'R-8-07',
    section: '8',
    level: 'open',
    verified: ['black-box'],
    decision: '0012',
    text: 'Which requests the rate limit counts, and over which window.',
  },
  {
    id: 'R-8-08',
    section: '8',
    level: 'open',
    verified: ['black-box'],
    decision: '0004',
    text: 'The maximum size of a message and of a request.',
  },
  {
    id: 'R-8-09',
    section: '8',
    level: 'open',
    verified: ['black-box'],
    decision: '0013',
    text: 'The agent limit of each plan.',
  },
  {
    id: 'R-8-10',
    section: '8',
    level: 'derived',
    line: '206',
    verified: ['black-box', 'server-test'],
    quote: 'returns 403',
    inference:
      'An error response reports that no agent was created, and a store beyond its limit would exceed the plan.',
    text: 'A create that is rejected for the agent limit creates nothing.',
  },
  {
    id: 'R-8-11',
    section: '8',
    level: 'derived',
    line: '192',
    verified: ['black-box', 'server-test'],
    quote: 'carries the header Retry-After',
    inference: 'Retry-After is a header of HTTP, whose standard gives its forms and its meaning.',
    text: 'Retry-After says, as seconds or an HTTP date, after which time a request is admitted again.',
  },
  {
    id: 'R-9-01',
    section: '9',
    level: 'open',
    verified: ['excluded'],
    decision: '0017',
    reason: 'Not shown; there is nothing to observe.',
    text: 'Versions, version headers and deprecation.',
  },
  {
    id: 'R-9-02',
    section: '9',
    level: 'open',
    verified: ['excluded'],
    decision: '0052',
    reason: 'It says how versions follow each other; no request shows it.',
    text: 'Which changes of the contract are compatible, and what clients and older deployments do with what they do not know.',
  },
];
