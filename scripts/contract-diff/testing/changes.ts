import type { JsonObject } from '../../contract/json.ts';
import type { Patch } from './patch.ts';

/** An edit of release 1.0.0 and what the comparison must say: `effect, audience: rule` of every change. */
export interface ChangeRow {
  readonly title: string;
  /** Applied to both sides first. */
  readonly base?: Patch;
  readonly edit: Patch;
  /** The keyword means nothing to Ajv, so that the documents alone cannot confirm the message. */
  readonly beyondAjv?: true;
  readonly expected: readonly string[];
}

const breaks = {
  senders: (rule: string): string => `breaking, clients that send: ${rule}`,
  readers: (rule: string): string => `breaking, clients that read: ${rule}`,
  events: (rule: string): string => `breaking, readers of events: ${rule}`,
};
const asks = (rule: string): string => `obligation, deployments: ${rule}`;
const allows = (audience: string, rule: string): string => `compatible, ${audience}: ${rule}`;

const schemas = 'openapi components schemas';
const list = 'openapi paths /api/agents get';
const create = 'openapi paths /api/agents post';
const chat = 'openapi paths /api/agents/chat/stream post';
const widget = 'openapi paths /api/widget/config get';
const json = 'content application/json';
const order = 'asyncapi operations sendReply x-order';
const operation = { operationId: 'deleteAgent', responses: { '204': { description: 'Deleted.' } } };
const header = { description: 'A header.', schema: { type: 'string' } };
const basic = { type: 'http', scheme: 'basic' };
const locale = { type: 'string', enum: ['en', 'de'] };
const event = (type: string): JsonObject => ({
  title: 'New', type: 'object', required: ['type', 'percent'],
  properties: { type: { type: 'string', const: type }, percent: { type: 'number' } },
}); // prettier-ignore

const operations: readonly ChangeRow[] = [
  {
    title: 'an operation is added',
    edit: { 'openapi paths /api/agents delete': operation },
    expected: [asks('operation-added')],
  },
  {
    title: 'an operation is removed',
    edit: { [list]: undefined },
    expected: [breaks.senders('operation-removed')],
  },
  {
    title: 'a path is removed',
    edit: { 'openapi paths /api/widget/config': undefined },
    expected: [breaks.senders('operation-removed')],
  },
  {
    title: 'a path is renamed',
    edit: {
      'openapi paths /api/widget/config': undefined,
      'openapi paths /api/widget': { get: { operationId: 'getWidgetConfig', responses: {} } },
    },
    expected: [breaks.senders('operation-removed'), asks('operation-added')],
  },
  {
    title: 'a path parameter is renamed',
    base: { 'openapi paths /api/agents/{id}': { delete: operation } },
    edit: {
      'openapi paths /api/agents/{id}': undefined,
      'openapi paths /api/agents/{agent_id}': { delete: operation },
    },
    expected: [],
  },
  {
    title: 'a surface of 1.0.0 becomes a path',
    edit: { 'openapi paths /embed/session': { post: { ...operation, operationId: 'openSession' } } },
    expected: [allows('', 'operation-now-described')],
  },
  {
    title: 'an operationId changes',
    edit: { [`${list} operationId`]: 'readAgents' },
    expected: [breaks.senders('operation-id-changed')],
  },
  {
    title: 'an operation is deprecated',
    edit: { [`${list} deprecated`]: true },
    expected: [allows('clients that send', 'operation-deprecated')],
  },
  {
    title: 'an operation is no longer deprecated',
    base: { [`${list} deprecated`]: true },
    edit: { [`${list} deprecated`]: undefined },
    expected: [allows('clients that send', 'operation-no-longer-deprecated')],
  },
  {
    title: 'a description and a tag change',
    edit: { [`${list} description`]: 'New.', [`${list} tags`]: ['widget'] },
    expected: [allows('', 'described')],
  },
  {
    title: 'an operation cites another requirement',
    edit: { [`${list} x-requirements`]: ['R-4.2-01'] },
    expected: [allows('', 'described')],
  },
  {
    title: 'a server is removed and another added',
    edit: { 'openapi servers 0 url': 'https://other.example' },
    expected: [breaks.senders('server-removed'), allows('clients that send', 'server-added')],
  },
  {
    title: 'the rate limit of a plan falls',
    edit: { 'openapi x-plans free requests_per_minute': 10 },
    expected: [breaks.senders('limit-lowered')],
  },
  {
    title: 'the agent limit of a plan rises',
    edit: { 'openapi x-plans free agents': 5 },
    expected: [asks('limit-raised')],
  },
];

const security: readonly ChangeRow[] = [
  {
    title: 'an operation accepts a further credential',
    edit: { [`${list} security`]: [{ apiKey: [] }, { token: [] }] },
    expected: [asks('security-widened')],
  },
  {
    title: 'an operation no longer accepts a credential',
    base: { [`${list} security`]: [{ apiKey: [] }, { token: [] }] },
    edit: { [`${list} security`]: [{ apiKey: [] }] },
    expected: [breaks.senders('security-narrowed')],
  },
  {
    title: 'an open operation asks for a key',
    base: { [`${list} security`]: [] },
    edit: { [`${list} security`]: [{ apiKey: [] }] },
    expected: [breaks.senders('security-narrowed')],
  },
  {
    title: 'an operation needs no key any more',
    edit: { [`${list} security`]: [] },
    expected: [asks('security-widened')],
  },
  {
    title: 'an operation asks for a second credential, too',
    edit: { [`${list} security`]: [{ apiKey: [], token: [] }] },
    expected: [breaks.senders('security-narrowed')],
  },
  {
    title: 'an operation asks for a scope',
    edit: { [`${list} security`]: [{ apiKey: ['read'] }] },
    expected: [breaks.senders('security-narrowed')],
  },
  {
    title: 'a scheme sends the key in another way',
    edit: { 'openapi components securitySchemes apiKey': basic },
    expected: [breaks.senders('security-scheme-changed'), allows('', 'described')],
  },
  {
    title: "a scheme's description changes",
    edit: { 'openapi components securitySchemes apiKey description': 'A key.' },
    expected: [allows('', 'described')],
  },
];

const query = { name: 'kind', in: 'query', schema: { type: 'string' } };
const parameters: readonly ChangeRow[] = [
  {
    title: 'an optional query parameter is added',
    edit: { [`${list} parameters`]: [query] },
    expected: [asks('optional-parameter-added')],
  },
  {
    title: 'a required query parameter is added',
    edit: { [`${list} parameters`]: [{ ...query, required: true }] },
    expected: [breaks.senders('required-parameter-added')],
  },
  {
    title: 'a parameter is removed',
    base: { [`${list} parameters`]: [query] },
    edit: { [`${list} parameters`]: [] },
    expected: [breaks.senders('parameter-removed')],
  },
  {
    title: 'a parameter moves from the query to a header',
    base: { [`${list} parameters`]: [query] },
    edit: { [`${list} parameters 0 in`]: 'header' },
    expected: [breaks.senders('parameter-removed'), asks('optional-parameter-added')],
  },
  {
    title: 'a header parameter is written in other letters',
    edit: { 'openapi components parameters IdempotencyKey name': 'idempotency-key' },
    expected: [],
  },
  {
    title: 'a parameter becomes optional',
    edit: { [`${widget} parameters chatbot_id required`]: false },
    expected: [asks('parameter-became-optional')],
  },
  {
    title: 'a parameter becomes required',
    base: { [`${list} parameters`]: [query] },
    edit: { [`${list} parameters kind required`]: true },
    expected: [breaks.senders('parameter-became-required')],
  },
  {
    title: 'a parameter is written as a list in another way',
    base: { [`${list} parameters`]: [query] },
    edit: { [`${list} parameters kind explode`]: false },
    expected: [breaks.senders('parameter-serialization-changed')],
  },
  {
    title: 'a parameter may be longer',
    edit: { [`${widget} parameters chatbot_id schema maxLength`]: 300 },
    expected: [asks('request-widened')],
  },
  {
    title: 'a parameter must be shorter',
    edit: { [`${widget} parameters chatbot_id schema maxLength`]: 100 },
    expected: [breaks.senders('request-narrowed')],
  },
  {
    title: 'a parameter gets a pattern',
    edit: { [`${widget} parameters chatbot_id schema pattern`]: '^cbt_' },
    expected: [breaks.senders('request-narrowed')],
  },
  {
    title: 'a parameter is deprecated',
    edit: { [`${widget} parameters chatbot_id deprecated`]: true },
    expected: [allows('clients that send', 'parameter-deprecated')],
  },
  {
    title: 'a parameter of our deployments is added',
    edit: { [`${list} parameters`]: [{ ...query, 'x-binding': 'ours' }] },
    expected: [`ours ${asks('optional-parameter-added')}`],
  },
];

const responses: readonly ChangeRow[] = [
  {
    title: 'a success status changes',
    edit: {
      [`${create} responses 201`]: undefined,
      [`${create} responses 200`]: { description: 'Created.' },
    },
    expected: [breaks.readers('success-status-removed'), breaks.readers('success-status-added')],
  },
  {
    title: 'an error status is added',
    edit: { [`${list} responses 404`]: { description: 'Not found.' } },
    expected: [allows('clients that read', 'error-status-added')],
  },
  {
    title: 'an error status is removed',
    edit: { [`${list} responses 400`]: undefined },
    expected: [asks('error-status-removed')],
  },
  {
    title: '304 is added',
    edit: { [`${list} responses 304`]: { description: 'The same.' } },
    expected: [allows('clients that read', 'not-modified-added')],
  },
  {
    title: 'a header is added',
    edit: { [`${list} responses 200 headers X-New`]: header },
    expected: [allows('clients that read', 'response-header-added')],
  },
  {
    title: 'a required header is added',
    edit: { [`${list} responses 200 headers X-New`]: { ...header, required: true } },
    expected: [asks('required-response-header-added')],
  },
  {
    title: 'an optional header is removed',
    edit: { [`${list} responses 200 headers X-Request-Id`]: undefined },
    expected: [allows('clients that read', 'response-header-removed')],
  },
  {
    title: 'a required header is removed',
    edit: { 'openapi components responses TooManyRequests headers': undefined },
    expected: [breaks.readers('required-response-header-removed')],
  },
  {
    title: 'a header becomes optional',
    edit: { 'openapi components headers RetryAfter required': false },
    expected: [breaks.readers('response-header-became-optional')],
  },
  {
    title: 'a header becomes required',
    edit: { 'openapi components headers RequestId required': true },
    expected: [asks('response-header-became-required')],
  },
  {
    title: 'the values of a header get wider',
    edit: { 'openapi components headers RetryAfter schema minimum': 0 },
    expected: [breaks.readers('response-widened')],
  },
  {
    title: 'a media type of a response is removed',
    edit: { [`${chat} responses 200 content application/json`]: undefined },
    expected: [breaks.readers('response-media-type-removed')],
  },
  {
    title: 'a media type of a response is added',
    edit: { [`${list} responses 200 content text/csv`]: { schema: {} } },
    expected: [allows('clients that read', 'response-media-type-added')],
  },
  {
    title: 'the description of a shared response changes',
    edit: { 'openapi components responses NotFound description': 'Gone.' },
    expected: [allows('', 'described')],
  },
  {
    title: 'a status of our deployments gets a header',
    edit: {
      [`${list} responses 200 x-binding`]: 'ours',
      [`${list} responses 200 headers X-New`]: { ...header, required: true },
    },
    expected: [`ours ${asks('required-response-header-added')}`, `ours ${allows('', 'described')}`],
  },
];

const bodies: readonly ChangeRow[] = [
  {
    title: 'a request gets a body',
    edit: { [`${list} requestBody`]: { content: {} } },
    expected: [asks('optional-request-body-added')],
  },
  {
    title: 'a request gets a required body',
    edit: { [`${list} requestBody`]: { required: true, content: {} } },
    expected: [breaks.senders('required-request-body-added')],
  },
  {
    title: 'a request loses its body',
    edit: { [`${create} requestBody`]: undefined },
    expected: [breaks.senders('request-body-removed')],
  },
  {
    title: 'a body becomes optional',
    edit: { [`${create} requestBody required`]: false },
    expected: [asks('request-body-became-optional')],
  },
  {
    title: 'a body becomes required',
    base: { [`${create} requestBody required`]: false },
    edit: { [`${create} requestBody required`]: true },
    expected: [breaks.senders('request-body-became-required')],
  },
  {
    title: 'a media type of a request is added',
    edit: { [`${create} requestBody content text/yaml`]: { schema: {} } },
    expected: [asks('request-media-type-added')],
  },
  {
    title: 'a media type of a request is replaced',
    edit: { [`${create} requestBody content`]: { 'text/yaml': { schema: {} } } },
    expected: [breaks.senders('request-media-type-removed'), asks('request-media-type-added')],
  },
];

const request = `${schemas} ChatRequest`;
const requests: readonly ChangeRow[] = [
  {
    title: 'an optional property is added to a request',
    edit: { [`${request} properties locale`]: locale },
    expected: [asks('request-property-added')],
  },
  {
    title: 'a required property is added to a request',
    edit: {
      [`${request} properties locale`]: locale,
      [`${request} required`]: ['agent_id', 'message', 'locale'],
    },
    expected: [breaks.senders('request-narrowed'), asks('request-property-added')],
  },
  {
    title: 'a property of a request is removed',
    edit: { [`${request} properties stream`]: undefined },
    expected: [breaks.senders('request-property-removed')],
  },
  {
    title: 'a property of a request is renamed',
    edit: {
      [`${request} properties stream`]: undefined,
      [`${request} properties streaming`]: { type: 'boolean' },
    },
    expected: [breaks.senders('request-property-removed'), asks('request-property-added')],
  },
  {
    title: 'a property of a request becomes required',
    edit: { [`${request} required`]: ['agent_id', 'message', 'stream'] },
    expected: [breaks.senders('request-narrowed')],
  },
  {
    title: 'a property of a request becomes optional',
    edit: { [`${request} required`]: ['agent_id'] },
    expected: [asks('request-widened')],
  },
  {
    title: 'a property of a request becomes read-only',
    beyondAjv: true,
    edit: { [`${request} properties stream readOnly`]: true },
    expected: [breaks.senders('request-property-removed')],
  },
  {
    title: 'a request allows unknown fields',
    edit: { [`${request} additionalProperties`]: undefined },
    expected: [asks('request-widened')],
  },
  {
    title: 'a request rejects unknown fields',
    base: { [`${request} additionalProperties`]: true },
    edit: { [`${request} additionalProperties`]: false },
    expected: [breaks.senders('request-narrowed')],
  },
  {
    title: 'the default of a request changes',
    edit: { [`${request} properties stream default`]: false },
    expected: [breaks.senders('request-default-changed')],
  },
  {
    title: 'a request property gets a default',
    edit: { [`${request} properties conversation_id default`]: 'cnv_1' },
    expected: [breaks.senders('request-default-changed')],
  },
  {
    title: 'a string may be longer',
    edit: { [`${request} properties message maxLength`]: 64_000 },
    expected: [asks('request-widened')],
  },
  {
    title: 'a string must be shorter',
    edit: { [`${request} properties message maxLength`]: 16_000 },
    expected: [breaks.senders('request-narrowed')],
  },
  {
    title: 'a string may be empty',
    edit: { [`${request} properties message minLength`]: 0 },
    expected: [asks('request-widened')],
  },
  {
    title: 'a string loses its bound',
    edit: { [`${request} properties message maxLength`]: undefined },
    expected: [asks('request-widened')],
  },
  {
    title: 'a pattern changes',
    base: { [`${request} properties agent_id pattern`]: '^agt_[0-9]{3}$' },
    edit: { [`${request} properties agent_id pattern`]: '^[a-z]{3}_[0-9]{3}$' },
    expected: [asks('request-widened')],
  },
  {
    title: 'a pattern is written in another way',
    base: { [`${request} properties agent_id pattern`]: '^a+$' },
    edit: { [`${request} properties agent_id pattern`]: '^aa*$' },
    expected: ['breaking, clients that send + clients that read + deployments: request-unclear'],
  },
  {
    title: 'a string must be a date',
    edit: { [`${request} properties agent_id format`]: 'date' },
    expected: [breaks.senders('request-narrowed')],
  },
  {
    title: 'a value may be null',
    edit: { [`${request} properties stream type`]: ['boolean', 'null'] },
    expected: [asks('request-widened')],
  },
  {
    title: 'a type is replaced',
    edit: { [`${request} properties stream type`]: 'string' },
    expected: [breaks.senders('request-narrowed'), asks('request-widened')],
  },
  {
    title: 'an integer may be any number',
    edit: { [`${schemas} AgentConfig properties max_tokens type`]: 'number' },
    expected: [asks('request-widened')],
  },
  {
    title: 'a minimum rises',
    edit: { [`${schemas} AgentConfig properties max_tokens minimum`]: 16 },
    expected: [breaks.senders('request-narrowed')],
  },
  {
    title: 'a maximum falls',
    edit: { [`${schemas} AgentConfig properties temperature maximum`]: 0.9 },
    expected: [breaks.senders('request-narrowed')],
  },
  {
    title: 'a maximum becomes exclusive',
    edit: { [`${schemas} AgentConfig properties temperature exclusiveMaximum`]: 1 },
    expected: [breaks.senders('request-narrowed')],
  },
  {
    title: 'a number must be a multiple',
    edit: { [`${schemas} AgentConfig properties temperature multipleOf`]: 0.5 },
    expected: [breaks.senders('request-narrowed')],
  },
  {
    title: 'an enum gains a member',
    edit: {
      [`${schemas} AgentConfig properties model_provider enum`]: [
        'provider_one',
        'provider_two',
        'provider_three',
        'provider_four',
      ],
    },
    expected: [asks('request-widened')],
  },
  {
    title: 'an enum loses a member',
    edit: { [`${schemas} AgentConfig properties model_provider enum`]: ['provider_one', 'provider_two'] },
    expected: [breaks.senders('request-narrowed')],
  },
  {
    title: 'an enum changes its order',
    edit: {
      [`${schemas} AgentConfig properties model_provider enum`]: [
        'provider_two',
        'provider_one',
        'provider_three',
      ],
    },
    expected: [allows('', 'schema-restated')],
  },
  {
    title: 'a list may have fewer items',
    edit: { [`${schemas} AgentConfig properties mcp_capabilities maxItems`]: 10 },
    expected: [breaks.senders('request-narrowed')],
  },
  {
    title: 'the items of a list must differ',
    edit: { [`${schemas} AgentConfig properties mcp_capabilities uniqueItems`]: true },
    expected: [breaks.senders('request-narrowed')],
  },
  {
    title: 'an item of a list gains an optional property',
    edit: { [`${schemas} McpCapability properties label`]: { type: 'string' } },
    expected: [asks('request-property-added'), allows('clients that read', 'response-property-added')],
  },
  {
    title: 'an object needs two properties',
    base: { [`${request} required`]: [] },
    edit: { [`${request} minProperties`]: 2 },
    expected: [breaks.senders('request-narrowed')],
  },
  {
    title: 'a request may have one of two shapes',
    base: { [`${request} properties agent_id`]: { oneOf: [{ type: 'string' }] } },
    edit: { [`${request} properties agent_id`]: { oneOf: [{ type: 'string' }, { type: 'integer' }] } },
    expected: [asks('request-widened')],
  },
  {
    title: 'a request loses one of two shapes',
    base: { [`${request} properties agent_id`]: { anyOf: [{ type: 'string' }, { type: 'integer' }] } },
    edit: { [`${request} properties agent_id`]: { anyOf: [{ type: 'string' }] } },
    expected: [breaks.senders('request-narrowed')],
  },
  {
    title: 'a shape of a request changes',
    base: {
      [`${request} properties agent_id`]: { allOf: [{ title: 'A', type: 'string' }, { minLength: 3 }] },
    },
    edit: { [`${request} properties agent_id allOf 1`]: { minLength: 5 } },
    expected: [breaks.senders('request-narrowed')],
  },
  {
    title: 'a request must not have a value',
    edit: { [`${request} properties agent_id not`]: { const: 'agt_0' } },
    expected: [breaks.senders('request-narrowed')],
  },
  {
    title: 'a limit of our deployments falls',
    base: { [`${request} properties message x-binding`]: { maxLength: 'ours' } },
    edit: { [`${request} properties message maxLength`]: 16_000 },
    expected: [`ours ${breaks.senders('request-narrowed')}`],
  },
  {
    title: 'a title, a description and an example change',
    edit: {
      [`${request} title`]: 'Message',
      [`${request} description`]: 'A message.',
      [`${request} examples`]: [],
    },
    expected: [
      allows('', 'schema-described'),
      allows('', 'schema-described'),
      allows('', 'schema-described'),
    ],
  },
];

const agent = `${schemas} Agent`;
const replies: readonly ChangeRow[] = [
  {
    title: 'an optional property is added to a response',
    edit: { [`${agent} properties locale`]: locale },
    expected: [allows('clients that read', 'response-property-added')],
  },
  {
    title: 'a required property is added to a response',
    edit: {
      [`${agent} properties locale`]: locale,
      [`${agent} required`]: ['id', 'name', 'type', 'config', 'created_at', 'updated_at', 'locale'],
    },
    expected: [asks('response-narrowed'), allows('clients that read', 'response-property-added')],
  },
  {
    title: 'an optional property of a response is removed',
    edit: { [`${agent} properties status`]: undefined },
    expected: [breaks.readers('response-property-removed')],
  },
  {
    title: 'a required property of a response is removed',
    edit: {
      [`${agent} properties id`]: undefined,
      [`${agent} required`]: ['name', 'type', 'config', 'created_at', 'updated_at'],
    },
    expected: [breaks.readers('response-property-removed')],
  },
  {
    title: 'a property of a response becomes optional',
    edit: { [`${agent} required`]: ['id', 'name', 'type', 'config', 'created_at'] },
    expected: [breaks.readers('response-widened')],
  },
  {
    title: 'a property of a response becomes required',
    edit: { [`${agent} required`]: ['id', 'name', 'type', 'config', 'created_at', 'updated_at', 'status'] },
    expected: [asks('response-narrowed')],
  },
  {
    title: 'a value of a response may be null',
    edit: { [`${agent} properties status type`]: ['string', 'null'] },
    expected: [breaks.readers('response-widened')],
  },
  {
    title: 'an enum of a response gains a member',
    edit: {
      [`${schemas} WidgetConfig properties config properties position enum`]: [
        'bottom-right',
        'bottom-left',
        'top-left',
      ],
    },
    expected: [breaks.readers('response-widened')],
  },
  {
    title: 'an enum of a response loses a member',
    edit: { [`${schemas} WidgetConfig properties config properties position enum`]: ['bottom-right'] },
    expected: [asks('response-narrowed')],
  },
  {
    title: 'a type of a response is replaced',
    edit: { [`${agent} properties status type`]: 'integer' },
    expected: [breaks.readers('response-widened'), asks('response-narrowed')],
  },
  {
    title: 'a string of a response may be empty',
    edit: { [`${agent} properties id minLength`]: undefined },
    expected: [breaks.readers('response-widened')],
  },
  {
    title: 'a number of a response gets a bound',
    edit: { [`${schemas} AgentConfigApplied properties max_tokens maximum`]: 1_000_000 },
    expected: [asks('response-narrowed')],
  },
  {
    title: 'a timestamp of a response becomes any text',
    edit: { [`${agent} properties created_at format`]: undefined },
    expected: [breaks.readers('response-widened')],
  },
  {
    title: 'a closed response allows unknown fields',
    base: { [`${schemas} Error additionalProperties`]: false },
    edit: { [`${schemas} Error additionalProperties`]: undefined },
    expected: [allows('clients that read', 'response-opened')],
  },
  {
    title: 'a property is added to a closed response',
    base: { [`${schemas} Error additionalProperties`]: false },
    edit: { [`${schemas} Error properties code`]: { type: 'string' } },
    expected: [allows('clients that read', 'response-property-added')],
  },
  {
    title: 'the items of a list of a response change their type',
    edit: { [`${schemas} WidgetConfig properties config properties suggested_prompts items type`]: 'object' },
    expected: [breaks.readers('response-widened'), asks('response-narrowed')],
  },
  {
    title: 'a bound is moved into a shared schema of the same bounds',
    edit: { [`${agent} properties name`]: { $ref: '#/components/schemas/AgentCreate/properties/name' } },
    expected: [],
  },
];

const message = 'asyncapi components schemas';
const events: readonly ChangeRow[] = [
  {
    title: 'a type of event is added',
    edit: {
      [`${schemas} Progress`]: event('progress'),
      [`${schemas} ChatEvent oneOf 5`]: { $ref: '#/components/schemas/Progress' },
      [`${message} Progress`]: event('progress'),
      'asyncapi components messages progress': {
        name: 'progress',
        payload: { $ref: '#/components/schemas/Progress' },
      },
    },
    expected: [allows('readers of events', 'event-type-added')],
  },
  {
    title: 'a terminal type of event is added',
    edit: {
      [`${schemas} Cancelled`]: event('cancelled'),
      [`${schemas} ChatEvent oneOf 5`]: { $ref: '#/components/schemas/Cancelled' },
      [`${order} terminal`]: ['end', 'error', 'cancelled'],
    },
    expected: [breaks.events('event-order-loosened'), breaks.events('terminal-event-added')],
  },
  {
    title: 'a type of event is removed',
    edit: { [`${schemas} ChatEvent oneOf 1`]: undefined },
    expected: [breaks.events('event-type-removed')],
  },
  {
    title: 'an event is removed from the channel document',
    edit: { 'asyncapi components messages tool_use': undefined },
    expected: [breaks.events('event-type-removed')],
  },
  {
    title: 'an optional property is added to an event',
    edit: { [`${schemas} TextEvent properties index`]: { type: 'integer' } },
    expected: [allows('readers of events', 'event-property-added')],
  },
  {
    title: 'a property of an event is removed',
    edit: {
      [`${message} EndEvent properties conversation_id`]: undefined,
      [`${message} EndEvent required`]: ['type'],
    },
    expected: [breaks.events('event-property-removed')],
  },
  {
    title: 'a property of an event becomes optional',
    edit: { [`${message} TextEvent required`]: ['type'] },
    expected: [breaks.events('event-widened')],
  },
  {
    title: 'a property of an event may be null',
    edit: { [`${schemas} TextEvent properties content type`]: ['string', 'null'] },
    expected: [breaks.events('event-widened')],
  },
  {
    title: 'a string of an event must not be empty',
    edit: { [`${schemas} TextEvent properties content minLength`]: 1 },
    expected: [asks('event-narrowed')],
  },
  {
    title: 'an event is no longer terminal',
    edit: { [`${order} terminal`]: ['end'] },
    expected: [breaks.events('event-order-loosened')],
  },
  {
    title: 'events may follow the terminal one',
    edit: { [`${order} after-terminal`]: 'any' },
    expected: [breaks.events('event-order-loosened')],
  },
  {
    title: 'a tool_result need not follow its tool_use',
    edit: { [`${order} precedes`]: {} },
    expected: [breaks.events('event-order-loosened')],
  },
  {
    title: 'an event must follow another',
    edit: { [`${order} precedes`]: { tool_result: 'tool_use', end: 'text' } },
    expected: [asks('event-order-tightened')],
  },
  {
    title: 'the order of events is no longer described',
    edit: { [order]: undefined },
    expected: Array.from({ length: 4 }, () => breaks.events('event-order-loosened')),
  },
  {
    title: 'the address of the events changes',
    edit: { 'asyncapi channels chatStream address': '/api/chat' },
    expected: [breaks.events('event-address-changed')],
  },
  {
    title: 'the direction of the events changes',
    edit: { 'asyncapi operations sendReply action': 'receive' },
    expected: [breaks.events('event-address-changed')],
  },
  {
    title: 'the format of an event changes',
    edit: { 'asyncapi components messages text contentType': 'text/plain' },
    expected: [breaks.events('event-media-type-changed')],
  },
  {
    title: 'the version of AsyncAPI changes',
    edit: { 'asyncapi asyncapi': '3.0.0' },
    expected: [allows('', 'described')],
  },
];

const rows = 'requirements requirements';
const sentence = { section: '9', verified: ['excluded'], reason: 'None.', text: 'A thing holds.' };
const requirements: readonly ChangeRow[] = [
  {
    title: 'a stated requirement becomes open',
    edit: { [`${rows} R-2.1-04 level`]: 'open', [`${rows} R-2.1-04 decision`]: '0002' },
    expected: [breaks.readers('requirement-became-open'), allows('', 'requirement-described')],
  },
  {
    title: 'a stated requirement becomes derived',
    edit: { [`${rows} R-2.1-04 level`]: 'derived' },
    expected: [allows('deployments', 'requirement-evidence-changed')],
  },
  {
    title: 'an open requirement becomes stated',
    edit: { [`${rows} R-2.1-13 level`]: 'stated' },
    expected: [asks('requirement-became-binding')],
  },
  {
    title: 'a stated requirement is removed',
    edit: { [`${rows} R-2.1-04`]: undefined },
    expected: [breaks.readers('requirement-removed')],
  },
  {
    title: 'an open requirement is removed',
    edit: { [`${rows} R-2.1-13`]: undefined },
    expected: [allows('', 'open-requirement-removed')],
  },
  {
    title: 'a requirement is replaced by an open one',
    edit: { [`${rows} R-2.1-13`]: { id: 'R-9-02', level: 'open', ...sentence } },
    expected: [allows('', 'open-requirement-added'), allows('', 'open-requirement-removed')],
  },
  {
    title: 'a derived requirement is added',
    edit: { [`${rows} R-2.1-13`]: { id: 'R-9-02', level: 'derived', ...sentence } },
    expected: [asks('requirement-added'), allows('', 'open-requirement-removed')],
  },
  {
    title: 'the sentence of a requirement changes',
    edit: { [`${rows} R-2.1-04 text`]: 'name is kept.' },
    expected: [allows('', 'requirement-described')],
  },
  {
    title: 'a decision is superseded',
    edit: { 'decisions 0005 status': 'superseded' },
    expected: [allows('deployments', 'decision-changed')],
  },
  {
    title: 'the choice of a decision changes',
    edit: { 'decisions 0005 parts Choice text': 'Unknown fields are ignored.' },
    expected: [allows('deployments', 'decision-changed')],
  },
  {
    title: 'a decision is removed',
    edit: { 'decisions 0005': undefined },
    expected: [allows('deployments', 'decision-removed')],
  },
  {
    title: 'a decision is renumbered',
    edit: { 'decisions 0005 id': '0099' },
    expected: [allows('deployments', 'decision-added'), allows('deployments', 'decision-removed')],
  },
  {
    title: 'x-binding is written for the first time',
    edit: { [`${agent} properties status x-binding`]: 'ours' },
    expected: [`ours ${allows('', 'binding-described')}`],
  },
  {
    title: 'a derived field binds our deployments only',
    base: { [`${agent} properties status x-binding`]: 'derived' },
    edit: { [`${agent} properties status x-binding`]: 'ours' },
    expected: [`ours ${breaks.readers('binding-loosened')}`],
  },
  {
    title: 'a field of ours binds every deployment',
    base: { [`${agent} properties status x-binding`]: 'ours' },
    edit: { [`${agent} properties status x-binding`]: 'stated' },
    expected: [`ours ${asks('binding-tightened')}`],
  },
];

/** The catalogue of changes that other tools for OpenAPI and AsyncAPI documents know, and those of this contract. */
export const changes: readonly ChangeRow[] = [
  ...operations, ...security, ...parameters, ...responses, ...bodies, ...requests, ...replies, ...events, ...requirements,
]; // prettier-ignore
