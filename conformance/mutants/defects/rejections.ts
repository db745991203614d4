import type { Change, JsonObject } from '../server/deployment.ts';
import { mutantsOf, type Mutant } from '../mutant.ts';
import { acceptConfig, acceptCreate, onOperation, rejectCreate, repaired } from './changes.ts';

function optionalField(name: string, replacement: unknown): Change {
  return acceptCreate((body) => ({ [name]: replacement, ...body }));
}

function optionalConfigField(name: string, replacement: unknown): Change {
  return acceptConfig((config) => ({ [name]: replacement, ...config }));
}

function anyTypeOf(name: string, type: string, replacement: unknown): Change {
  return acceptCreate((body) =>
    name in body ? { ...body, [name]: repaired(body[name], type, replacement) } : body,
  );
}

function anyTypeOfConfig(name: string, type: string, replacement: unknown): Change {
  return acceptConfig((config) =>
    name in config ? { ...config, [name]: repaired(config[name], type, replacement) } : config,
  );
}

function temperatureRepaired(change: (value: number) => number): Change {
  return acceptConfig((config) => {
    const value = config['temperature'];
    return typeof value === 'number' ? { ...config, temperature: change(value) } : config;
  });
}

function capabilityRepaired(change: (item: JsonObject) => JsonObject): Change {
  return acceptConfig((config) => {
    const items = config['mcp_capabilities'];
    const valid = Array.isArray(items) && items.every((item) => typeof item === 'object' && item !== null);
    return valid ? { ...config, mcp_capabilities: (items as JsonObject[]).map(change) } : config;
  });
}

const someConfig = { model_provider: 'provider_one', model_id: 'm', system_prompt: 's' };

/** Accepts a create without config and stores a default one. */
const configOptional: Change = (base) => ({
  ...acceptCreate((body) => ({ config: someConfig, ...body }))(base),
  newAgent: (input, call) => base.newAgent({ config: someConfig, ...input }, call),
});

const accepted: readonly Mutant[] = [
  ...mutantsOf('R-2.1-03', 'agents/required-fields', {
    'name-optional': optionalField('name', 'n'),
  }),
  ...mutantsOf('R-2.1-05', 'agents/required-fields', {
    'type-optional': optionalField('type', 't'),
  }),
  ...mutantsOf('R-2.1-09', 'agents/required-fields', {
    'config-optional': configOptional,
  }),
  ...mutantsOf('R-2.2-01', 'agents/required-fields', {
    'provider-optional': optionalConfigField('model_provider', 'provider_one'),
  }),
  ...mutantsOf('R-2.2-04', 'agents/required-fields', {
    'model-id-optional': optionalConfigField('model_id', 'm'),
  }),
  ...mutantsOf('R-2.2-05', 'agents/required-fields', {
    'prompt-optional': optionalConfigField('system_prompt', 's'),
  }),
  ...mutantsOf('R-2.1-03', 'agents/wrong-values', {
    'name-of-any-type': anyTypeOf('name', 'string', 'n'),
  }),
  ...mutantsOf('R-2.1-05', 'agents/wrong-values', {
    'type-of-any-type': anyTypeOf('type', 'string', 't'),
  }),
  ...mutantsOf('R-2.1-07', 'agents/wrong-values', {
    'description-of-any-type': anyTypeOf('description', 'string', 'd'),
  }),
  ...mutantsOf('R-2.2-04', 'agents/wrong-values', {
    'model-id-of-any-type': anyTypeOfConfig('model_id', 'string', 'm'),
  }),
  ...mutantsOf('R-2.2-05', 'agents/wrong-values', {
    'prompt-of-any-type': anyTypeOfConfig('system_prompt', 'string', 's'),
  }),
  ...mutantsOf('R-2.2-03', 'agents/wrong-values', {
    'provider-unknown-accepted': acceptConfig((config) =>
      typeof config['model_provider'] === 'string' ? { ...config, model_provider: 'provider_one' } : config,
    ),
    'provider-case-ignored': acceptConfig((config) => ({
      ...config,
      model_provider: String(config['model_provider']).toLowerCase(),
    })),
  }),
  ...mutantsOf('R-2.2-07', 'agents/wrong-values', {
    'temperature-negative-accepted': temperatureRepaired((value) => Math.max(value, 0)),
    'temperature-to-two-accepted': temperatureRepaired((value) => (value > 1 && value <= 2 ? 1 : value)),
    'temperature-slightly-over-one-accepted': temperatureRepaired((value) => Math.floor(value * 10) / 10),
  }),
  ...mutantsOf('R-2.2-06', 'agents/wrong-values', {
    'temperature-of-any-type': anyTypeOfConfig('temperature', 'number', 0.5),
  }),
  ...mutantsOf('R-2.2-08', 'agents/wrong-values', {
    'tokens-of-any-type': anyTypeOfConfig('max_tokens', 'number', 1),
  }),
  ...mutantsOf('R-2.2-09', 'agents/wrong-values', {
    'capabilities-of-any-type': acceptConfig((config) =>
      Array.isArray(config['mcp_capabilities']) ? config : { ...config, mcp_capabilities: [] },
    ),
  }),
  ...mutantsOf('R-2.2-10', 'agents/required-fields', {
    'capability-type-optional': capabilityRepaired((item) => ({ type: 'x', ...item })),
    'capability-enabled-optional': capabilityRepaired((item) => ({ enabled: true, ...item })),
  }),
  ...mutantsOf('R-2.2-10', 'agents/wrong-values', {
    'capability-enabled-of-any-type': capabilityRepaired((item) =>
      'enabled' in item ? { ...item, enabled: true } : item,
    ),
  }),
];

const rejected: readonly Mutant[] = [
  ...mutantsOf('R-2.1-06', 'agents/combinations', {
    'type-recommendation-rejected': rejectCreate((body) => body['type'] === 'product_recommendation'),
  }),
  ...mutantsOf('R-4.3-03', 'agents/defaults', {
    'description-required': rejectCreate((body) => body['description'] === undefined),
  }),
  ...mutantsOf('R-2.1-02', 'agents/defaults', {
    'id-required': rejectCreate((body) => body['id'] === undefined),
  }),
  ...mutantsOf('R-2.2-02', 'agents/combinations', {
    'provider-two-rejected': rejectCreate((_body, config) => config['model_provider'] === 'provider_two'),
  }),
  ...mutantsOf('R-2.2-06', 'agents/defaults', {
    'temperature-required': rejectCreate((_body, config) => config['temperature'] === undefined),
  }),
  ...mutantsOf('R-2.2-19', 'agents/keeps-numbers', {
    'temperature-one-rejected': rejectCreate((_body, config) => config['temperature'] === 1),
    'temperature-zero-rejected': rejectCreate((_body, config) => config['temperature'] === 0),
    'temperature-fraction-rejected': rejectCreate(
      (_body, config) => !Number.isInteger(Number(config['temperature'] ?? 1) * 10),
    ),
  }),
  ...mutantsOf('R-2.2-08', 'agents/defaults', {
    'tokens-required': rejectCreate((_body, config) => config['max_tokens'] === undefined),
  }),
  ...mutantsOf('R-2.2-09', 'agents/defaults', {
    'capabilities-required': rejectCreate((_body, config) => config['mcp_capabilities'] === undefined),
  }),
  ...mutantsOf('R-4.3-09', 'agents/required-fields', {
    'rejected-create-stores-agent': onOperation('createAgent', (response, call) => {
      if (response.status === 400) {
        const agent = { ...(call.body as JsonObject | undefined), config: someConfig };
        call.store.agents.push(call.deployment.newAgent(agent, call));
      }
      return response;
    }),
  }),
];

/** Invalid creates that are accepted, and valid ones that are rejected. */
export const rejectionMutants: readonly Mutant[] = [...accepted, ...rejected];
