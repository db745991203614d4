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
  | 'R-4.2-01'
  | 'R-4.2-02'
  | 'R-4.2-03'
  | 'R-4.2-04'
  | 'R-4.2-05'
  | 'R-4.3-01'
  | 'R-4.3-02'
  | 'R-4.3-03'
  | 'R-4.3-04'
  | 'R-4.3-05'
  | 'R-4.3-06'
  | 'R-4.3-07'
  | 'R-4.3-08'
  | 'R-4.3-09'
  | 'R-4.4-01'
  | 'R-4.4-02'
  | 'R-4.4-03'
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

export type RequirementLevel = 'stated' | 'open';
export type Verification = 'black-box' | 'server-test' | 'browser' | 'excluded';

/** One binding sentence of the source, in our own words. */
export interface Requirement {
  readonly id: RequirementId;
  readonly section: SectionId;
  readonly level: RequirementLevel;
  readonly verified: readonly Verification[];
  readonly text: string;
  /** The record that settles an open point. */
  readonly decision?: string;
  /** Why no machine checks it. */
  readonly reason?: string;
}

export const requirementsVersion = '1.1.0';

export const requirements: readonly Requirement[] = [
  {
    id: 'R-1-01',
    section: '1',
    level: 'stated',
    verified: ['black-box'],
    text: 'Four operations exist: message an agent, list agents, create an agent, read the configuration of a chatbot widget.',
  },
  {
    id: 'R-1-02',
    section: '1',
    level: 'stated',
    verified: ['black-box'],
    text: 'The reply to a message comes as a stream.',
  },
  {
    id: 'R-1-03',
    section: '1',
    level: 'stated',
    verified: ['black-box'],
    text: 'A chatbot is powered by one agent, and its widget configuration names that agent.',
  },
  {
    id: 'R-1-04',
    section: '1',
    level: 'stated',
    verified: ['browser'],
    text: 'An embed script loads the widget configuration and renders the chat bubble.',
  },
  {
    id: 'R-1-05',
    section: '1',
    level: 'stated',
    verified: ['black-box'],
    text: 'An MCP endpoint serves MCP-compatible clients.',
  },
  {
    id: 'R-1-06',
    section: '1',
    level: 'stated',
    verified: ['black-box'],
    text: 'The MCP endpoint accepts the same API key as the HTTP API.',
  },
  {
    id: 'R-1-07',
    section: '1',
    level: 'stated',
    verified: ['black-box'],
    text: 'Every response is JSON, except the chat stream.',
  },
  {
    id: 'R-1-08',
    section: '1',
    level: 'stated',
    verified: ['black-box'],
    text: 'The chat stream is Server-Sent Events, and the payload of each event is JSON.',
  },
  {
    id: 'R-1-09',
    section: '1',
    level: 'stated',
    verified: ['black-box', 'server-test'],
    text: 'Only HTTPS is accepted; a plain HTTP request is rejected.',
  },
  {
    id: 'R-1-10',
    section: '1',
    level: 'stated',
    verified: ['black-box'],
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
    id: 'R-2.1-01',
    section: '2.1',
    level: 'stated',
    verified: ['black-box'],
    text: 'An agent has an id, a string, that is unique among agents.',
  },
  {
    id: 'R-2.1-02',
    section: '2.1',
    level: 'stated',
    verified: ['black-box'],
    text: 'The service assigns the id; a create does not need to send one.',
  },
  {
    id: 'R-2.1-03',
    section: '2.1',
    level: 'stated',
    verified: ['black-box'],
    text: 'name, a string, is required to create an agent.',
  },
  {
    id: 'R-2.1-04',
    section: '2.1',
    level: 'stated',
    verified: ['black-box'],
    text: 'name is stored and returned as sent.',
  },
  {
    id: 'R-2.1-05',
    section: '2.1',
    level: 'stated',
    verified: ['black-box'],
    text: 'type, a string, is required to create an agent, and is stored and returned as sent.',
  },
  {
    id: 'R-2.1-06',
    section: '2.1',
    level: 'stated',
    verified: ['black-box'],
    text: 'The types customer_support and product_recommendation are accepted.',
  },
  {
    id: 'R-2.1-07',
    section: '2.1',
    level: 'stated',
    verified: ['black-box'],
    text: 'description, a string, is optional.',
  },
  {
    id: 'R-2.1-08',
    section: '2.1',
    level: 'stated',
    verified: ['black-box'],
    text: 'description, if sent, is stored and returned as sent.',
  },
  {
    id: 'R-2.1-09',
    section: '2.1',
    level: 'stated',
    verified: ['black-box'],
    text: 'config, an object, is required to create an agent.',
  },
  {
    id: 'R-2.1-10',
    section: '2.1',
    level: 'stated',
    verified: ['black-box'],
    text: 'created_at is assigned by the service and is an ISO 8601 timestamp.',
  },
  {
    id: 'R-2.1-11',
    section: '2.1',
    level: 'stated',
    verified: ['black-box'],
    text: 'updated_at is assigned by the service and is an ISO 8601 timestamp.',
  },
  {
    id: 'R-2.1-12',
    section: '2.1',
    level: 'stated',
    verified: ['black-box'],
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
    id: 'R-2.2-01',
    section: '2.2',
    level: 'stated',
    verified: ['black-box'],
    text: 'config.model_provider, a string, is required.',
  },
  {
    id: 'R-2.2-02',
    section: '2.2',
    level: 'stated',
    verified: ['black-box'],
    text: 'config.model_provider is provider_one, provider_two or provider_three; each is accepted and stored.',
  },
  {
    id: 'R-2.2-03',
    section: '2.2',
    level: 'stated',
    verified: ['black-box'],
    text: 'Any other value of config.model_provider is rejected.',
  },
  {
    id: 'R-2.2-04',
    section: '2.2',
    level: 'stated',
    verified: ['black-box'],
    text: 'config.model_id, a string, is required and stored as sent.',
  },
  {
    id: 'R-2.2-05',
    section: '2.2',
    level: 'stated',
    verified: ['black-box'],
    text: 'config.system_prompt, a string, is required and stored as sent.',
  },
  {
    id: 'R-2.2-06',
    section: '2.2',
    level: 'stated',
    verified: ['black-box'],
    text: 'config.temperature, a number, is optional and 0.7 when omitted.',
  },
  {
    id: 'R-2.2-07',
    section: '2.2',
    level: 'stated',
    verified: ['black-box'],
    text: 'config.temperature is between 0.0 and 1.0, both included; a value in the range is stored as sent, one outside is rejected.',
  },
  {
    id: 'R-2.2-08',
    section: '2.2',
    level: 'stated',
    verified: ['black-box'],
    text: 'config.max_tokens, a number, is optional and 4096 when omitted; a value that is sent is stored as sent.',
  },
  {
    id: 'R-2.2-09',
    section: '2.2',
    level: 'stated',
    verified: ['black-box'],
    text: 'config.mcp_capabilities, an array, is optional and has no default.',
  },
  {
    id: 'R-2.2-10',
    section: '2.2',
    level: 'stated',
    verified: ['black-box'],
    text: 'Each item of config.mcp_capabilities is an object with type, a string, and enabled, a boolean, and is stored as sent.',
  },
  {
    id: 'R-2.2-11',
    section: '2.2',
    level: 'stated',
    verified: ['server-test'],
    text: 'model_provider selects the kind of provider: the first a direct model vendor, the second a model router, the third a cloud model platform.',
  },
  {
    id: 'R-2.2-12',
    section: '2.2',
    level: 'stated',
    verified: ['server-test'],
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
    level: 'stated',
    verified: ['server-test'],
    text: 'mcp_capabilities are the MCP tool connections of the agent: an enabled one provides tools, a disabled one provides none.',
  },
  {
    id: 'R-2.3-01',
    section: '2.3',
    level: 'stated',
    verified: ['black-box'],
    text: 'A widget configuration has chatbot_id, a string: the requested chatbot.',
  },
  {
    id: 'R-2.3-02',
    section: '2.3',
    level: 'stated',
    verified: ['black-box'],
    text: 'A widget configuration has agent_id, a string.',
  },
  {
    id: 'R-2.3-03',
    section: '2.3',
    level: 'stated',
    verified: ['black-box'],
    text: 'A widget configuration has name, a string.',
  },
  {
    id: 'R-2.3-04',
    section: '2.3',
    level: 'stated',
    verified: ['black-box'],
    text: 'config.welcome_message is a string.',
  },
  {
    id: 'R-2.3-05',
    section: '2.3',
    level: 'stated',
    verified: ['black-box'],
    text: 'config.suggested_prompts is an array of strings.',
  },
  {
    id: 'R-2.3-06',
    section: '2.3',
    level: 'stated',
    verified: ['black-box'],
    text: 'config.theme is an object with the strings primary_color, background_color, text_color, user_message_color and bot_message_color.',
  },
  {
    id: 'R-2.3-07',
    section: '2.3',
    level: 'stated',
    verified: ['black-box'],
    text: 'config.bubble_style is rounded, square or pill.',
  },
  {
    id: 'R-2.3-08',
    section: '2.3',
    level: 'stated',
    verified: ['black-box'],
    text: 'config.position is bottom-right or bottom-left.',
  },
  {
    id: 'R-2.3-09',
    section: '2.3',
    level: 'stated',
    verified: ['black-box'],
    text: 'config.title is a string.',
  },
  {
    id: 'R-2.3-10',
    section: '2.3',
    level: 'stated',
    verified: ['black-box'],
    text: 'config.subtitle, when present, is a string.',
  },
  {
    id: 'R-2.3-11',
    section: '2.3',
    level: 'stated',
    verified: ['excluded'],
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
    id: 'R-2.4-01',
    section: '2.4',
    level: 'stated',
    verified: ['black-box'],
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
    verified: ['black-box', 'server-test'],
    text: 'An error body has error, a human-readable string.',
  },
  {
    id: 'R-2.5-02',
    section: '2.5',
    level: 'stated',
    verified: ['black-box', 'server-test'],
    text: 'An error body has status, an integer.',
  },
  {
    id: 'R-2.5-03',
    section: '2.5',
    level: 'stated',
    verified: ['black-box', 'server-test'],
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
    text: 'An agent of a list may carry status; active is the only value named.',
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
    level: 'stated',
    verified: ['black-box', 'server-test'],
    text: 'Every endpoint of section 4 under /api requires the Authorization header.',
  },
  {
    id: 'R-4.1-01',
    section: '4.1',
    level: 'stated',
    verified: ['black-box'],
    text: 'POST /api/agents/chat/stream sends a message to an agent and streams the reply.',
  },
  {
    id: 'R-4.1-02',
    section: '4.1',
    level: 'stated',
    verified: ['black-box'],
    text: 'The request body is JSON, sent with Content-Type application/json.',
  },
  {
    id: 'R-4.1-03',
    section: '4.1',
    level: 'stated',
    verified: ['black-box'],
    text: 'agent_id, a string, is required and selects the agent.',
  },
  {
    id: 'R-4.1-04',
    section: '4.1',
    level: 'stated',
    verified: ['black-box'],
    text: 'message, a string, is required.',
  },
  {
    id: 'R-4.1-05',
    section: '4.1',
    level: 'stated',
    verified: ['black-box', 'server-test'],
    text: 'conversation_id, a string, is optional and continues an existing conversation: the stream returns the same id.',
  },
  {
    id: 'R-4.1-06',
    section: '4.1',
    level: 'stated',
    verified: ['black-box'],
    text: 'Without conversation_id a new conversation with a new id starts.',
  },
  {
    id: 'R-4.1-07',
    section: '4.1',
    level: 'stated',
    verified: ['black-box'],
    text: 'stream, a boolean, is optional and true when omitted.',
  },
  {
    id: 'R-4.1-08',
    section: '4.1',
    level: 'stated',
    verified: ['black-box'],
    text: 'The streaming response is an SSE stream; each event is a data line with one JSON object that has a type.',
  },
  {
    id: 'R-4.1-09',
    section: '4.1',
    level: 'stated',
    verified: ['black-box'],
    text: 'The last event of a successful reply is of type end and has conversation_id.',
  },
  {
    id: 'R-4.1-10',
    section: '4.1',
    level: 'stated',
    verified: ['black-box'],
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
    id: 'R-4.2-01',
    section: '4.2',
    level: 'stated',
    verified: ['black-box'],
    text: 'GET /api/agents returns a JSON object whose key agents is an array of agents.',
  },
  {
    id: 'R-4.2-02',
    section: '4.2',
    level: 'stated',
    verified: ['black-box'],
    text: 'The list has all agents of the store; a created agent appears in it, unchanged.',
  },
  {
    id: 'R-4.2-03',
    section: '4.2',
    level: 'stated',
    verified: ['black-box', 'server-test'],
    text: 'The list has only agents of the store.',
  },
  {
    id: 'R-4.2-04',
    section: '4.2',
    level: 'stated',
    verified: ['black-box'],
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
    id: 'R-4.3-01',
    section: '4.3',
    level: 'stated',
    verified: ['black-box'],
    text: 'POST /api/agents creates an agent.',
  },
  {
    id: 'R-4.3-02',
    section: '4.3',
    level: 'stated',
    verified: ['black-box'],
    text: 'The response is the created agent: id, name, type, description, config, created_at, updated_at.',
  },
  {
    id: 'R-4.3-03',
    section: '4.3',
    level: 'stated',
    verified: ['black-box'],
    text: 'Only the required fields must be present.',
  },
  {
    id: 'R-4.3-04',
    section: '4.3',
    level: 'stated',
    verified: ['black-box'],
    text: 'The defaults of config apply to its omitted optional fields.',
  },
  {
    id: 'R-4.3-05',
    section: '4.3',
    level: 'stated',
    verified: ['black-box'],
    text: 'The request body is JSON, sent with Content-Type application/json.',
  },
  {
    id: 'R-4.3-06',
    section: '4.3',
    level: 'stated',
    verified: ['black-box'],
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
    level: 'stated',
    verified: ['black-box'],
    text: 'A rejected create creates nothing.',
  },
  {
    id: 'R-4.4-01',
    section: '4.4',
    level: 'stated',
    verified: ['black-box'],
    text: 'GET /api/widget/config returns the widget configuration of a chatbot.',
  },
  {
    id: 'R-4.4-02',
    section: '4.4',
    level: 'stated',
    verified: ['black-box'],
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
    id: 'R-4.5-01',
    section: '4.5',
    level: 'stated',
    verified: ['black-box'],
    text: 'The embed script is served at /embed/chatbot.js of the base address, without the /api prefix.',
  },
  {
    id: 'R-4.5-02',
    section: '4.5',
    level: 'stated',
    verified: ['black-box', 'browser'],
    text: 'The script tag has the chatbot id in its data-chatbot-id attribute, and the async attribute.',
  },
  {
    id: 'R-4.5-03',
    section: '4.5',
    level: 'stated',
    verified: ['black-box', 'browser'],
    text: 'On load the script calls the widget configuration endpoint.',
  },
  {
    id: 'R-4.5-04',
    section: '4.5',
    level: 'stated',
    verified: ['black-box', 'browser'],
    text: 'The script renders the chat bubble with the configured theme, position and behaviour.',
  },
  {
    id: 'R-4.5-05',
    section: '4.5',
    level: 'stated',
    verified: ['black-box'],
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
    id: 'R-4.6-01',
    section: '4.6',
    level: 'stated',
    verified: ['black-box'],
    text: 'The MCP endpoint is at path /mcp.',
  },
  {
    id: 'R-4.6-02',
    section: '4.6',
    level: 'stated',
    verified: ['black-box'],
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
    level: 'stated',
    verified: ['black-box'],
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
    text: 'Whether the limits of the plan and the isolation of stores apply to the endpoint too.',
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
    verified: ['black-box'],
    text: 'Every API endpoint requires an API key.',
  },
  {
    id: 'R-5-02',
    section: '5',
    level: 'stated',
    verified: ['black-box'],
    text: 'The key is sent as Authorization with the value Bearer and the key; a valid key is accepted this way and in no other.',
  },
  {
    id: 'R-5-03',
    section: '5',
    level: 'stated',
    verified: ['black-box', 'server-test'],
    text: 'A key is the prefix svc_ and a body of 32 alphanumeric characters.',
  },
  {
    id: 'R-5-04',
    section: '5',
    level: 'stated',
    verified: ['server-test'],
    text: 'The key can be found, revealed and copied after its creation.',
  },
  {
    id: 'R-5-05',
    section: '5',
    level: 'stated',
    verified: ['black-box'],
    text: 'The MCP endpoint accepts the key as the query parameter api_key, so that clients without custom headers can use it.',
  },
  {
    id: 'R-5-06',
    section: '5',
    level: 'stated',
    verified: ['black-box', 'server-test'],
    text: 'A missing or invalid key yields status 401.',
  },
  {
    id: 'R-5-07',
    section: '5',
    level: 'stated',
    verified: ['black-box', 'server-test'],
    text: 'A key is accepted over HTTPS only.',
  },
  {
    id: 'R-5-08',
    section: '5',
    level: 'stated',
    verified: ['server-test'],
    text: 'Support regenerates a compromised key; the API has no operation for it.',
  },
  {
    id: 'R-5-09',
    section: '5',
    level: 'stated',
    verified: ['black-box', 'server-test'],
    text: 'A key gives access to all agents and data of its store, and to nothing of another store.',
  },
  {
    id: 'R-5-10',
    section: '5',
    level: 'stated',
    verified: ['black-box', 'browser'],
    text: 'A key does not appear in client-side code.',
  },
  {
    id: 'R-5-11',
    section: '5',
    level: 'stated',
    verified: ['excluded'],
    reason: 'Binds the people who hold a key, not the service.',
    text: 'A key does not appear in version control.',
  },
  {
    id: 'R-5-12',
    section: '5',
    level: 'stated',
    verified: ['excluded'],
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
    id: 'R-6-01',
    section: '6',
    level: 'stated',
    verified: ['black-box'],
    text: 'Each event is a JSON object whose type is text, tool_use, tool_result, end or error.',
  },
  {
    id: 'R-6-02',
    section: '6',
    level: 'stated',
    verified: ['black-box'],
    text: 'A text event has content, a string.',
  },
  {
    id: 'R-6-03',
    section: '6',
    level: 'stated',
    verified: ['black-box'],
    text: 'A tool_use event has tool, a string, and input, an object.',
  },
  {
    id: 'R-6-04',
    section: '6',
    level: 'stated',
    verified: ['black-box'],
    text: 'A tool_result event has tool, a string, and output, an object.',
  },
  {
    id: 'R-6-05',
    section: '6',
    level: 'stated',
    verified: ['black-box'],
    text: 'An end event has conversation_id, a string.',
  },
  {
    id: 'R-6-06',
    section: '6',
    level: 'stated',
    verified: ['black-box', 'server-test'],
    text: 'An error during processing is an event of type error.',
  },
  {
    id: 'R-6-07',
    section: '6',
    level: 'stated',
    verified: ['black-box', 'server-test'],
    text: 'The text events, concatenated in arrival order, form the reply.',
  },
  {
    id: 'R-6-08',
    section: '6',
    level: 'stated',
    verified: ['black-box', 'server-test'],
    text: 'tool_use and tool_result may be interleaved with text; a tool_result follows its tool_use.',
  },
  {
    id: 'R-6-09',
    section: '6',
    level: 'stated',
    verified: ['black-box'],
    text: 'end is sent once, when the reply is complete, and no event follows it.',
  },
  {
    id: 'R-6-10',
    section: '6',
    level: 'stated',
    verified: ['black-box', 'server-test'],
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
    id: 'R-7-01',
    section: '7',
    level: 'stated',
    verified: ['black-box', 'server-test'],
    text: 'Chat: an invalid body (agent_id or message missing) is 400.',
  },
  {
    id: 'R-7-02',
    section: '7',
    level: 'stated',
    verified: ['black-box', 'server-test'],
    text: 'Chat: a missing or invalid key is 401.',
  },
  {
    id: 'R-7-03',
    section: '7',
    level: 'stated',
    verified: ['black-box', 'server-test'],
    text: 'Chat: an agent that does not exist is 404.',
  },
  {
    id: 'R-7-04',
    section: '7',
    level: 'stated',
    verified: ['black-box', 'server-test'],
    text: 'Chat: exceeding the rate limit is 429.',
  },
  {
    id: 'R-7-05',
    section: '7',
    level: 'stated',
    verified: ['server-test'],
    text: 'Chat: an internal error is 500.',
  },
  {
    id: 'R-7-06',
    section: '7',
    level: 'stated',
    verified: ['black-box', 'server-test'],
    text: 'Create: an invalid body is 400.',
  },
  {
    id: 'R-7-07',
    section: '7',
    level: 'stated',
    verified: ['black-box', 'server-test'],
    text: 'Create: a missing or invalid key is 401.',
  },
  {
    id: 'R-7-08',
    section: '7',
    level: 'stated',
    verified: ['server-test'],
    text: 'Create: an internal error is 500.',
  },
  {
    id: 'R-7-09',
    section: '7',
    level: 'stated',
    verified: ['black-box', 'server-test'],
    text: 'Widget: a missing chatbot_id is 400.',
  },
  {
    id: 'R-7-10',
    section: '7',
    level: 'stated',
    verified: ['black-box', 'server-test'],
    text: 'Widget: a missing or invalid key is 401; an unknown chatbot is 404.',
  },
  {
    id: 'R-7-11',
    section: '7',
    level: 'stated',
    verified: ['server-test'],
    text: 'Widget: an internal error is 500.',
  },
  {
    id: 'R-7-12',
    section: '7',
    level: 'stated',
    verified: ['black-box', 'server-test'],
    text: 'List: a missing or invalid key is 401.',
  },
  {
    id: 'R-7-13',
    section: '7',
    level: 'stated',
    verified: ['black-box', 'server-test'],
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
    verified: ['black-box', 'server-test'],
    text: 'A Free store may send 20 requests a minute.',
  },
  {
    id: 'R-8-02',
    section: '8',
    level: 'stated',
    verified: ['black-box', 'server-test'],
    text: 'A Starter store may send 60 requests a minute.',
  },
  {
    id: 'R-8-03',
    section: '8',
    level: 'stated',
    verified: ['black-box', 'server-test'],
    text: 'A Pro store may send 200 requests a minute.',
  },
  {
    id: 'R-8-04',
    section: '8',
    level: 'stated',
    verified: ['black-box', 'server-test'],
    text: 'An Enterprise store has a custom limit.',
  },
  {
    id: 'R-8-05',
    section: '8',
    level: 'stated',
    verified: ['black-box', 'server-test'],
    text: 'Creating an agent beyond the agent limit of the plan is 403, and nothing is created.',
  },
  {
    id: 'R-8-06',
    section: '8',
    level: 'stated',
    verified: ['black-box', 'server-test'],
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
