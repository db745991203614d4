import { converting, convertsConfig, toolsOf, configOf, someConfig, storedOnce } from '../changes/agents.ts';
import {
  acceptConfig,
  acceptCreate,
  onListed,
  rejectCreate,
  repaired,
  onCapabilities,
  onConfig,
  onConfigNumber,
  onConfigText,
  onStored,
} from '../changes/changes.ts';
import { type Mutant, mutantsOf } from '../mutant.ts';
import type { Change, JsonObject } from '../server/deployment.ts';
import { isObject, without } from '../server/responses.ts';

function optionalConfigField(name: string, replacement: unknown): Change {
  return acceptConfig((config) => ({ [name]: replacement, ...config }));
}

const providers = ['provider_one', 'provider_two', 'provider_three'];

/** A validator that ends early for some configs. */
function uncheckedConfig(when: (config: JsonObject) => boolean): Change {
  return acceptCreate((body) =>
    isObject(body['config']) && when(body['config']) ? { ...body, config: someConfig } : body,
  );
}

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

function capabilityRepaired(change: (item: JsonObject) => JsonObject): Change {
  return acceptConfig((config) => {
    const items = config['mcp_capabilities'];
    const valid = Array.isArray(items) && items.every((item) => typeof item === 'object' && item !== null);
    return valid ? { ...config, mcp_capabilities: (items as JsonObject[]).map(change) } : config;
  });
}

/** Validates some of the tools alone. */
function validatingTools(seen: (tools: readonly unknown[]) => readonly unknown[]): Change {
  return acceptConfig((config) =>
    Array.isArray(config['mcp_capabilities'])
      ? { ...config, mcp_capabilities: seen(toolsOf(config)) }
      : config,
  );
}

const uncheckedAfterDisabled = validatingTools((tools) => {
  const at = tools.findIndex((tool) => isObject(tool) && tool['enabled'] === false);
  return at === -1 ? tools : tools.slice(0, at + 1);
});

/** Flags as text, by the words that a framework takes for true and false. */
function flagsAs(words: Readonly<Record<string, boolean>>): Change {
  return converting('mcp_capabilities', (value) =>
    Array.isArray(value)
      ? value.map((item: unknown) =>
          isObject(item) ? { ...item, enabled: words[String(item['enabled'])] ?? item['enabled'] } : item,
        )
      : value,
  );
}

/** Tools of all connections, whether enabled or not. */
const disabledTools: Change = (base) => ({
  eventsOf: (turn) => {
    const { config } = turn.agent;
    const capabilities = isObject(config) ? config['mcp_capabilities'] : undefined;
    if (!isObject(config) || !Array.isArray(capabilities)) return base.eventsOf(turn);
    const mcp_capabilities = capabilities.filter(isObject).map((one) => ({ ...one, enabled: true }));
    return base.eventsOf({ ...turn, agent: { ...turn.agent, config: { ...config, mcp_capabilities } } });
  },
});

/** An unescaped text in LIKE finds another prompt. */
const foundWithLike: Change = onStored((agent, { store }) => {
  const prompt = String(configOf(agent)['system_prompt']);
  const escaped = prompt.replaceAll(/[$()*+.?[\\\]^{|}]/g, '\\$&');
  const pattern = new RegExp(`^${escaped.replaceAll('_', '.').replaceAll('%', '.*')}$`, 's');
  const found = store.agents.find((one) => pattern.test(String(configOf(one)['system_prompt'])));
  const system_prompt = found === undefined ? prompt : configOf(found)['system_prompt'];
  return { ...agent, config: { ...configOf(agent), system_prompt } };
});

/** A number in half precision, as some stores of vectors have it. */
function inHalfPrecision(value: number): number {
  if (value === 0) return 0;
  const step = 2 ** (Math.floor(Math.log2(value)) - halfBits);
  return Math.round(value / step) * step;
}

const halfBits = 10;

const toolsOnceInAnyCase = onCapabilities((items) => {
  const types = items.map((item) => String(item['type']));
  // The same type twice is kept, as a list is.
  return items.filter((_, index) => {
    const type = types[index] ?? '';
    return !types.slice(0, index).some((one) => one !== type && one.toLowerCase() === type.toLowerCase());
  });
});

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
  'R-2.2-08 agents/wrong-values tokens-of-any-type': acceptConfig((config) =>
    repaired(config, 'max_tokens', 1),
  ),
  'R-2.2-08 agents/defaults tokens-required': rejectCreate(
    (_body, config) => config['max_tokens'] === undefined,
  ),
  'R-2.2-09 agents/wrong-values capability-without-array-accepted': convertsConfig((config) => {
    const items = isObject(config) ? config['mcp_capabilities'] : undefined;
    return isObject(config) && isObject(items) ? { ...config, mcp_capabilities: [items] } : config;
  }),
  'R-2.2-09 agents/wrong-values falsy-capabilities-not-validated': acceptConfig((config) =>
    config['mcp_capabilities'] === 0 || config['mcp_capabilities'] === ''
      ? without(config, 'mcp_capabilities')
      : config,
  ),
  'R-2.2-09 agents/defaults capabilities-required': rejectCreate(
    (_body, config) => config['mcp_capabilities'] === undefined,
  ),
  'R-2.2-09 agents/defaults capabilities-default': onConfig((config) => ({
    mcp_capabilities: [{ type: 'product_catalog', enabled: true }],
    ...config,
  })),
  'R-2.2-10 agents/required-fields capability-enabled-optional': capabilityRepaired((item) => ({
    enabled: true,
    ...item,
  })),
  'R-2.2-10 agents/wrong-values third-capability-not-validated': validatingTools((tools) =>
    tools.slice(0, 2),
  ),
  'R-2.2-10 agents/wrong-values capabilities-after-a-disabled-one-not-validated': uncheckedAfterDisabled,
  'R-2.2-10 agents/wrong-values enabled-one-as-text': flagsAs({ '1': true, '0': false }),
  'R-2.2-10 agents/wrong-values enabled-on-as-text': flagsAs({ on: true, off: false, yes: true, no: false }),
  'R-2.2-10 agents/wrong-values capability-null-items': validatingTools((tools) =>
    tools.filter((item) => item !== null),
  ),
  'R-2.2-16 responses/every-response disabled-tools-called': disabledTools,
  'R-2.2-17 agents/keeps-text tag-of-model-removed': onConfigText('model_id', (text) =>
    text.replace(/^(\w[\w-]*\/[\w.-]+):\w+$/, '$1'),
  ),
  'R-2.2-17 agents/keeps-text model-id-lower-case': onConfigText('model_id', (text) => text.toLowerCase()),
  'R-2.2-18 agents/keeps-text prompt-once-by-folded-text': storedOnce('system_prompt', (text) =>
    text.trim().toLowerCase(),
  ),
  'R-2.2-18 agents/keeps-text prompt-once-by-its-length': storedOnce('system_prompt', (text) =>
    String(text.length),
  ),
  'R-2.2-18 agents/keeps-text prompt-found-with-like': foundWithLike,
  'R-2.2-18 agents/keeps-text http-to-https-in-prompt': onConfigText('system_prompt', (text) =>
    text.replaceAll('http://', 'https://'),
  ),
  'R-2.2-18 agents/keeps-text cards-masked-in-prompt': onConfigText('system_prompt', (text) =>
    text.replaceAll(/\b(?:\d{4} ){3}\d{4}\b/g, '[card]'),
  ),
  'R-2.2-18 agents/keeps-text templates-filled-in-prompt': onConfigText('system_prompt', (text) =>
    text.replaceAll(/\{%.*?%\}/g, ''),
  ),
  'R-2.2-18 agents/keeps-text prompt-line-ends-doubled': onConfigText('system_prompt', (text) =>
    text.replaceAll('\r\n', '\r\r\n'),
  ),
  'R-2.2-18 agents/keeps-text prompt-handlebars-rendered': onConfigText('system_prompt', (text) =>
    text.replaceAll(/\{\{.*?\}\}/g, ''),
  ),
  'R-2.2-18 agents/keeps-text prompt-truncated-at-16-kb': onConfigText('system_prompt', (text) =>
    text.slice(0, 16_384),
  ),
  'R-2.2-18 agents/keeps-text email-masked-in-prompt': onConfigText('system_prompt', (text) =>
    text.replaceAll(/[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g, '[email]'),
  ),
  'R-2.2-19 agents/keeps-values temperature-one-rejected': rejectCreate(
    (_body, config) => config['temperature'] === 1,
  ),
  'R-2.2-19 agents/keeps-values temperature-fraction-rejected': rejectCreate(
    (_body, config) => !Number.isInteger(Number(config['temperature'] ?? 1) * 10),
  ),
  'R-2.2-19 agents/keeps-values temperature-text': onConfigNumber('temperature', (value) => String(value)),
  'R-2.2-19 agents/defaults temperature-half-precision': onConfigNumber(
    'temperature',
    (value) => Math.round(inHalfPrecision(value) * 10_000) / 10_000,
  ),
  'R-2.2-20 agents/open-points tokens-zero-as-default': onConfigNumber(
    'max_tokens',
    (value) => value || 4096,
  ),
  'R-2.2-20 agents/keeps-values tokens-always-default': onConfigNumber('max_tokens', () => 4096),
  'R-2.2-21 agents/keeps-values capability-once-in-any-case': toolsOnceInAnyCase,
  'R-2.2-21 agents/keeps-values capabilities-enabled-first': onCapabilities((items) =>
    items.toSorted((a, b) => Number(b['enabled']) - Number(a['enabled'])),
  ),
  'R-2.2-21 agents/keeps-values capabilities-dropped': onConfig((config) =>
    without(config, 'mcp_capabilities'),
  ),
  'R-2.2-21 agents/keeps-values capability-flag-flipped': onCapabilities((items) =>
    items.map((item) => ({ ...item, enabled: true })),
  ),
});
