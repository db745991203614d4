import type { Change, JsonObject } from '../server/deployment.ts';
import type { Mutant } from '../mutant.ts';
import { acceptConfig, acceptCreate, onOperation, refuseCreate, repaired } from './changes.ts';

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
    const objects = Array.isArray(items) && items.every((item) => typeof item === 'object' && item !== null);
    return objects ? { ...config, mcp_capabilities: (items as JsonObject[]).map(change) } : config;
  });
}

const someConfig = { model_provider: 'provider_one', model_id: 'm', system_prompt: 's' };

const accepted: readonly Mutant[] = [
  {
    id: 'name-optional',
    clause: 'R-2.1-03',
    killedBy: ['agents/required-fields'],
    apply: optionalField('name', 'n'),
  },
  {
    id: 'type-optional',
    clause: 'R-2.1-05',
    killedBy: ['agents/required-fields'],
    apply: optionalField('type', 't'),
  },
  { id: 'config-optional', clause: 'R-2.1-09', killedBy: ['agents/required-fields'], apply: configOptional },
  {
    id: 'provider-optional',
    clause: 'R-2.2-01',
    killedBy: ['agents/required-fields'],
    apply: optionalConfigField('model_provider', 'provider_one'),
  },
  {
    id: 'model-id-optional',
    clause: 'R-2.2-04',
    killedBy: ['agents/required-fields'],
    apply: optionalConfigField('model_id', 'm'),
  },
  {
    id: 'prompt-optional',
    clause: 'R-2.2-05',
    killedBy: ['agents/required-fields'],
    apply: optionalConfigField('system_prompt', 's'),
  },
  {
    id: 'name-of-any-type',
    clause: 'R-2.1-03',
    killedBy: ['agents/wrong-values'],
    apply: anyTypeOf('name', 'string', 'n'),
  },
  {
    id: 'type-of-any-type',
    clause: 'R-2.1-05',
    killedBy: ['agents/wrong-values'],
    apply: anyTypeOf('type', 'string', 't'),
  },
  {
    id: 'description-of-any-type',
    clause: 'R-2.1-07',
    killedBy: ['agents/wrong-values'],
    apply: anyTypeOf('description', 'string', 'd'),
  },
  {
    id: 'model-id-of-any-type',
    clause: 'R-2.2-04',
    killedBy: ['agents/wrong-values'],
    apply: anyTypeOfConfig('model_id', 'string', 'm'),
  },
  {
    id: 'prompt-of-any-type',
    clause: 'R-2.2-05',
    killedBy: ['agents/wrong-values'],
    apply: anyTypeOfConfig('system_prompt', 'string', 's'),
  },
  {
    id: 'provider-unknown-accepted',
    clause: 'R-2.2-03',
    killedBy: ['agents/wrong-values'],
    apply: acceptConfig((config) =>
      typeof config['model_provider'] === 'string' ? { ...config, model_provider: 'provider_one' } : config,
    ),
  },
  {
    id: 'provider-case-ignored',
    clause: 'R-2.2-03',
    killedBy: ['agents/wrong-values'],
    apply: acceptConfig((config) => ({
      ...config,
      model_provider: String(config['model_provider']).toLowerCase(),
    })),
  },
  {
    id: 'temperature-negative-accepted',
    clause: 'R-2.2-07',
    killedBy: ['agents/wrong-values'],
    apply: temperatureRepaired((value) => Math.max(value, 0)),
  },
  {
    id: 'temperature-to-two-accepted',
    clause: 'R-2.2-07',
    killedBy: ['agents/wrong-values'],
    apply: temperatureRepaired((value) => (value > 1 && value <= 2 ? 1 : value)),
  },
  {
    id: 'temperature-over-one-by-a-little',
    clause: 'R-2.2-07',
    killedBy: ['agents/wrong-values'],
    apply: temperatureRepaired((value) => Math.floor(value * 10) / 10),
  },
  {
    id: 'temperature-of-any-type',
    clause: 'R-2.2-06',
    killedBy: ['agents/wrong-values'],
    apply: anyTypeOfConfig('temperature', 'number', 0.5),
  },
  {
    id: 'tokens-of-any-type',
    clause: 'R-2.2-08',
    killedBy: ['agents/wrong-values'],
    apply: anyTypeOfConfig('max_tokens', 'number', 1),
  },
  {
    id: 'capabilities-of-any-type',
    clause: 'R-2.2-09',
    killedBy: ['agents/wrong-values'],
    apply: acceptConfig((config) =>
      Array.isArray(config['mcp_capabilities']) ? config : { ...config, mcp_capabilities: [] },
    ),
  },
  {
    id: 'capability-type-optional',
    clause: 'R-2.2-10',
    killedBy: ['agents/required-fields'],
    apply: capabilityRepaired((item) => ({ type: 'x', ...item })),
  },
  {
    id: 'capability-enabled-optional',
    clause: 'R-2.2-10',
    killedBy: ['agents/required-fields'],
    apply: capabilityRepaired((item) => ({ enabled: true, ...item })),
  },
  {
    id: 'capability-enabled-of-any-type',
    clause: 'R-2.2-10',
    killedBy: ['agents/wrong-values'],
    apply: capabilityRepaired((item) => ('enabled' in item ? { ...item, enabled: true } : item)),
  },
];

function configOptional(base: Parameters<Change>[0]): ReturnType<Change> {
  return {
    ...acceptCreate((body) => ({ config: someConfig, ...body }))(base),
    newAgent: (input, call) => base.newAgent({ config: someConfig, ...input }, call),
  };
}

const refused: readonly Mutant[] = [
  {
    id: 'type-recommendation-refused',
    clause: 'R-2.1-06',
    killedBy: ['agents/providers-and-types'],
    apply: refuseCreate((body) => body['type'] === 'product_recommendation'),
  },
  {
    id: 'description-required',
    clause: 'R-4.3-03',
    killedBy: ['agents/defaults'],
    apply: refuseCreate((body) => body['description'] === undefined),
  },
  {
    id: 'id-required',
    clause: 'R-2.1-02',
    killedBy: ['agents/defaults'],
    apply: refuseCreate((body) => body['id'] === undefined),
  },
  {
    id: 'provider-two-refused',
    clause: 'R-2.2-02',
    killedBy: ['agents/providers-and-types'],
    apply: refuseCreate((_body, config) => config['model_provider'] === 'provider_two'),
  },
  {
    id: 'temperature-required',
    clause: 'R-2.2-06',
    killedBy: ['agents/defaults'],
    apply: refuseCreate((_body, config) => config['temperature'] === undefined),
  },
  {
    id: 'temperature-one-refused',
    clause: 'R-2.2-07',
    killedBy: ['agents/keeps-numbers'],
    apply: refuseCreate((_body, config) => config['temperature'] === 1),
  },
  {
    id: 'temperature-zero-refused',
    clause: 'R-2.2-07',
    killedBy: ['agents/keeps-numbers'],
    apply: refuseCreate((_body, config) => config['temperature'] === 0),
  },
  {
    id: 'temperature-fraction-refused',
    clause: 'R-2.2-07',
    killedBy: ['agents/keeps-numbers'],
    apply: refuseCreate((_body, config) => !Number.isInteger(Number(config['temperature'] ?? 1) * 10)),
  },
  {
    id: 'tokens-required',
    clause: 'R-2.2-08',
    killedBy: ['agents/defaults'],
    apply: refuseCreate((_body, config) => config['max_tokens'] === undefined),
  },
  {
    id: 'capabilities-required',
    clause: 'R-2.2-09',
    killedBy: ['agents/defaults'],
    apply: refuseCreate((_body, config) => config['mcp_capabilities'] === undefined),
  },
  {
    id: 'refused-create-creates',
    clause: 'R-4.3-09',
    killedBy: ['agents/required-fields'],
    apply: onOperation('createAgent', (reply, call) => {
      if (reply.status === 400) {
        const agent = { ...(call.body as JsonObject | undefined), config: someConfig };
        call.store.agents.push(call.deployment.newAgent(agent, call));
      }
      return reply;
    }),
  },
];

/** Bodies of a create that are accepted and should not be, and the reverse. */
export const refusalMutants: readonly Mutant[] = [...accepted, ...refused];
