import { mutantsOf, type Mutant } from '../mutant.ts';
import type { Change, JsonObject } from '../server/deployment.ts';
import { isObject, without } from '../server/responses.ts';
import { acceptConfig, beforeOperation, onStored } from './changes.ts';

const known = ['name', 'type', 'description', 'config'];

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

/** Creates that are accepted, or fail, by a conversion or a short-cut of a framework: source 2.1, 2.2 and 4.3. */
export const acceptedCreateMutants: readonly Mutant[] = [
  ...mutantsOf('R-2.1-02', 'agents/assigned-fields', { 'create-takes-sent-id': takesSent('id') }),
  ...mutantsOf('R-2.1-10', 'agents/assigned-fields', {
    'create-takes-sent-created-at': takesSent('created_at'),
  }),
  ...mutantsOf('R-4.3-10', 'json/malformed-creates', {
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
];
