import { mutantsOf, type Mutant } from '../mutant.ts';
import type { Change, JsonObject } from '../server/deployment.ts';
import { isObject, without } from '../server/responses.ts';
import {
  acceptConfig,
  beforeOperation,
  onConfigNumber,
  onCreated,
  onList,
  onStored,
  onText,
} from './changes.ts';

const known = ['name', 'type', 'description', 'config'];

/** Stores all that a body has; an agent with this field is of another store, or deleted. */
const listedWithout = (field: string): Change =>
  onList((agents) => agents.filter((agent) => agent[field] === undefined));

/** Takes a field that the service assigns from the body. */
function takesSent(name: string): Change {
  return onStored((agent, { body }) => {
    const sent = (body as JsonObject)[name];
    return typeof sent === 'string' ? { ...agent, [name]: sent } : agent;
  });
}

/** Converts the config of a body before it is validated. */
function convertsConfig(convert: (config: unknown) => unknown): Change {
  return (base) => ({
    readJson: (request) => {
      const body = base.readJson(request);
      return isObject(body) && 'config' in body ? { ...body, config: convert(body['config']) } : body;
    },
  });
}

function parsed(text: unknown): unknown {
  try {
    return typeof text === 'string' ? (JSON.parse(text) as unknown) : text;
  } catch {
    return text;
  }
}

/** A null is read as the zero of its type, before it is validated. */
const nullAsZero = convertsConfig((config) =>
  isObject(config) && config['temperature'] === null ? { ...config, temperature: 0 } : config,
);

/** A body with null is valid, and fails when it is stored. */
const nullToolsFail: Change = beforeOperation('createAgent', ({ body, deployment }) => {
  const config = isObject(body) ? body['config'] : undefined;
  return isObject(config) && config['mcp_capabilities'] === null
    ? deployment.errorResponse(500, 'cannot read properties of null')
    : undefined;
});

const longNameFails: Change = beforeOperation('createAgent', ({ body, deployment }) => {
  const name = isObject(body) ? body['name'] : undefined;
  return typeof name === 'string' && name.length > 255
    ? deployment.errorResponse(500, 'value too long for type character varying(255)')
    : undefined;
});

/** Two readings of a clock with microseconds. */
const twoReadings = onCreated((agent) => ({
  ...agent,
  created_at: String(agent['created_at']).replace('Z', '417Z'),
  updated_at: String(agent['created_at']).replace('Z', '423Z'),
}));

function createdAt(change: (milliseconds: number) => string): Change {
  return () => ({ timestamp: change });
}

/** Creates that are accepted, or fail, by a conversion or a short-cut of a framework: source 2.1, 2.2 and 4.3. */
export const acceptedCreateMutants: readonly Mutant[] = [
  ...mutantsOf('R-2.1-02', 'agents/assigned-fields', { 'create-takes-sent-id': takesSent('id') }),
  ...mutantsOf('R-2.1-10', 'agents/assigned-fields', {
    'create-takes-sent-created-at': takesSent('created_at'),
  }),
  ...mutantsOf('R-4.2-02', 'agents/assigned-fields', {
    'create-takes-sent-store': listedWithout('store_id'),
    'create-takes-sent-deleted-at': listedWithout('deleted_at'),
  }),
  ...mutantsOf('R-4.3-10', 'json/created-values', {
    'unknown-field-500': beforeOperation('createAgent', ({ body, deployment }) =>
      isObject(body) && Object.keys(body).some((name) => !known.includes(name))
        ? deployment.errorResponse(500, 'no such column')
        : undefined,
    ),
  }),
  ...mutantsOf('R-2.2-10', 'agents/required-fields', {
    'only-first-capability-validated': acceptConfig((config) =>
      Array.isArray(config['mcp_capabilities'])
        ? { ...config, mcp_capabilities: config['mcp_capabilities'].slice(0, 1) }
        : config,
    ),
  }),
  ...mutantsOf('R-2.2-10', 'agents/wrong-values', {
    'third-capability-not-validated': acceptConfig((config) =>
      Array.isArray(config['mcp_capabilities'])
        ? { ...config, mcp_capabilities: config['mcp_capabilities'].slice(0, 2) }
        : config,
    ),
  }),
  ...mutantsOf('R-2.2-07', 'agents/wrong-values', {
    // An early return of the validator, where max_tokens is omitted.
    'validation-ends-without-tokens': acceptConfig((config) =>
      config['max_tokens'] === undefined ? without(config, 'temperature', 'mcp_capabilities') : config,
    ),
    'temperature-validated-in-single-precision': acceptConfig((config) =>
      typeof config['temperature'] === 'number'
        ? { ...config, temperature: Math.fround(config['temperature']) }
        : config,
    ),
  }),
  ...mutantsOf('R-2.2-03', 'agents/wrong-values', {
    'provider-with-line-end-accepted': acceptConfig((config) => ({
      ...config,
      model_provider:
        typeof config['model_provider'] === 'string'
          ? config['model_provider'].replace(/\n$/, '')
          : config['model_provider'],
    })),
  }),
  ...mutantsOf('R-2.2-01', 'agents/wrong-values', {
    'provider-in-an-array-accepted': acceptConfig((config) => ({
      ...config,
      model_provider: Array.isArray(config['model_provider'])
        ? String(config['model_provider'])
        : config['model_provider'],
    })),
  }),
  ...mutantsOf('R-2.1-09', 'agents/wrong-values', { 'config-as-json-text-accepted': convertsConfig(parsed) }),
  ...mutantsOf('R-2.2-09', 'agents/wrong-values', {
    'capability-without-array-accepted': convertsConfig((config) => {
      const items = isObject(config) ? config['mcp_capabilities'] : undefined;
      return isObject(config) && isObject(items) ? { ...config, mcp_capabilities: [items] } : config;
    }),
  }),
  ...mutantsOf('R-2.2-09', 'agents/wrong-values', {
    'falsy-capabilities-not-validated': acceptConfig((config) =>
      config['mcp_capabilities'] === 0 || config['mcp_capabilities'] === ''
        ? without(config, 'mcp_capabilities')
        : config,
    ),
  }),
  ...mutantsOf('R-2.2-06', 'agents/open-points', { 'temperature-null-as-zero': nullAsZero }),
  ...mutantsOf('R-7-06', 'agents/open-points', {
    'capabilities-null-500': nullToolsFail,
    'name-beyond-its-column-500': longNameFails,
  }),
  ...mutantsOf('R-2.1-04', 'agents/open-points', {
    'name-truncated-at-255': onText('name', (text) => text.slice(0, 255)),
  }),
  ...mutantsOf('R-2.1-16', 'agents/open-points', {
    'type-truncated-at-100': onText('type', (text) => text.slice(0, 100)),
  }),
  ...mutantsOf('R-4.3-10', 'agents/keeps-text', {
    // An object in place of a map of names.
    'name-constructor-500': beforeOperation('createAgent', ({ body, deployment }) =>
      isObject(body) && body['name'] === 'constructor'
        ? deployment.errorResponse(500, 'push is not a function')
        : undefined,
    ),
  }),
  ...mutantsOf('R-2.2-20', 'agents/open-points', {
    'tokens-zero-as-default': onConfigNumber('max_tokens', (value) => value || 4096),
  }),
  ...mutantsOf('R-2.1-07', 'agents/defaults', {
    'description-undefined-as-text': onStored((agent) => ({
      ...agent,
      description: String(agent['description']),
    })),
  }),
  ...mutantsOf('R-2.1-12', 'agents/create-and-list', { 'updated-at-microseconds-later': twoReadings }),
  ...mutantsOf('R-2.1-10', 'agents/create-and-list', {
    'created-at-local-time-as-utc': createdAt((at) => new Date(at + 7_200_000).toISOString()),
    'created-at-from-seconds': createdAt((at) => new Date(at / 1000).toISOString()),
    'created-at-zero': createdAt(() => '0001-01-01T00:00:00Z'),
  }),
];
