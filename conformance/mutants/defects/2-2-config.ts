import { converting, convertsConfig, toolsOf } from '../changes/agents.ts';
import { acceptConfig, acceptCreate, onListed, rejectCreate, repaired } from '../changes/changes.ts';
import { type Mutant, mutantsOf } from '../mutant.ts';
import type { Change, JsonObject } from '../server/deployment.ts';
import { isObject } from '../server/responses.ts';

function optionalConfigField(name: string, replacement: unknown): Change {
  return acceptConfig((config) => ({ [name]: replacement, ...config }));
}

const providers = ['provider_one', 'provider_two', 'provider_three'];

function anyTypeOfConfig(name: string, type: string, replacement: unknown): Change {
  return acceptConfig((config) =>
    name in config ? { ...config, [name]: repaired(config[name], type, replacement) } : config,
  );
}

/** A validator that ends early for some configs. */
function uncheckedConfig(when: (config: JsonObject) => boolean): Change {
  return acceptCreate((body) =>
    isObject(body['config']) && when(body['config']) ? { ...body, config: validConfig } : body,
  );
}

const validConfig = { model_provider: 'provider_one', model_id: 'm', system_prompt: 'p' };

/** A null is read as the zero of its type, before it is validated. */
const nullAsZero = convertsConfig((config) =>
  isObject(config) && config['temperature'] === null ? { ...config, temperature: 0 } : config,
);

const boundsOfProvider = acceptConfig((config) => {
  const { model_provider, temperature } = config;
  const isWithin = typeof temperature === 'number' && temperature > 1 && temperature <= 2;
  return model_provider === 'provider_two' && isWithin ? { ...config, temperature: 1 } : config;
});

function temperatureRepaired(change: (value: number) => number): Change {
  return acceptConfig((config) => {
    const value = config['temperature'];
    return typeof value === 'number' ? { ...config, temperature: change(value) } : config;
  });
}

/** A migration that changed the agents of before. */
const inPercent: Change = (base) => {
  const created = new Set<unknown>();
  const change = onListed((agent) => {
    if (created.has(agent['id'])) return agent;
    const config = agent['config'] as JsonObject;
    return { ...agent, config: { ...config, temperature: 100 * Number(config['temperature']) } };
  });
  return {
    ...change(base),
    newAgent: (input, call) => {
      const agent = base.newAgent(input, call);
      created.add(agent['id']);
      return agent;
    },
  };
};

/** Mutants of section 2.2 of the source. */
export const configMutants: readonly Mutant[] = mutantsOf({
  'R-2.2-01 agents/wrong-values provider-in-an-array-accepted': acceptConfig((config) => ({
    ...config,
    model_provider: Array.isArray(config['model_provider'])
      ? String(config['model_provider'])
      : config['model_provider'],
  })),
  'R-2.2-02 agents/keeps-values provider-two-rejected': rejectCreate(
    (_body, config) => config['model_provider'] === 'provider_two',
  ),
  'R-2.2-03 agents/wrong-values enum-index-as-text': converting('model_provider', (value) =>
    /^\d$/.test(String(value)) && typeof value === 'string' ? providers[Number(value)] : value,
  ),
  'R-2.2-03 agents/wrong-values provider-unknown-accepted': acceptConfig((config) =>
    typeof config['model_provider'] === 'string' ? { ...config, model_provider: 'provider_one' } : config,
  ),
  'R-2.2-04 agents/required-fields model-id-optional': optionalConfigField('model_id', 'm'),
  'R-2.2-05 agents/required-fields prompt-optional': optionalConfigField('system_prompt', 's'),
  'R-2.2-05 agents/wrong-values config-without-tools-not-validated': uncheckedConfig(
    (config) => Array.isArray(config['mcp_capabilities']) && toolsOf(config).length === 0,
  ),
  'R-2.2-05 agents/wrong-values config-of-temperature-zero-not-validated': uncheckedConfig(
    (config) => config['temperature'] === 0,
  ),
  'R-2.2-06 agents/open-points temperature-null-as-zero': nullAsZero,
  'R-2.2-06 agents/wrong-values temperature-nan-text': converting('temperature', (value) =>
    value === 'NaN' ? 0 : value,
  ),
  'R-2.2-06 agents/defaults temperature-required': rejectCreate(
    (_body, config) => config['temperature'] === undefined,
  ),
  'R-2.2-07 agents/wrong-values temperature-to-two-for-provider-two': boundsOfProvider,
  'R-2.2-07 agents/wrong-values temperature-negative-accepted': temperatureRepaired((value) =>
    Math.max(value, 0),
  ),
  'R-2.2-07 agents/wrong-values temperature-to-two-accepted': temperatureRepaired((value) =>
    value > 1 && value <= 2 ? 1 : value,
  ),
  'R-2.2-07 responses/every-response migration-to-percent': inPercent,
  'R-2.2-08 agents/wrong-values tokens-of-any-type': anyTypeOfConfig('max_tokens', 'number', 1),
  'R-2.2-08 agents/defaults tokens-required': rejectCreate(
    (_body, config) => config['max_tokens'] === undefined,
  ),
});
