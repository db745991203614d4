import { mutantsOf, type Mutant } from '../mutant.ts';
import type { Change, JsonObject, Store } from '../server/deployment.ts';
import { isObject, without } from '../server/responses.ts';
import {
  acceptConfig,
  acceptCreate,
  onCapabilities,
  onConfigText,
  onList,
  onStored,
  onText,
} from './changes.ts';

type Fields = Record<string, unknown>;

function configOf(agent: JsonObject): JsonObject {
  return agent['config'] as JsonObject;
}

function toolsOf(config: JsonObject): readonly unknown[] {
  return Array.isArray(config['mcp_capabilities']) ? (config['mcp_capabilities'] as unknown[]) : [];
}

function isOff(tool: unknown): boolean {
  return isObject(tool) && tool['enabled'] === false;
}

/** The first of the values of a store with the same key. */
function firstOfKey<T>(): (store: Store, key: string, value: T) => T {
  const kept = new WeakMap<Store, Map<string, T>>();
  return (store, key, value) => {
    const ofStore = kept.get(store) ?? new Map<string, T>();
    kept.set(store, ofStore);
    const first = ofStore.get(key);
    if (first === undefined) ofStore.set(key, value);
    return first ?? value;
  };
}

/** A field at the top, or of config, is stored once for each key that texts have. */
function storedOnce(path: 'name' | 'description' | 'system_prompt', keyOf: (text: string) => string): Change {
  return (base) => {
    const first = firstOfKey<unknown>();
    return onStored((agent, { store }) => {
      const place = path === 'system_prompt' ? configOf(agent) : agent;
      const text = place[path];
      if (typeof text !== 'string') return agent;
      const changed = { ...place, [path]: first(store, keyOf(text), text) };
      return path === 'system_prompt' ? { ...agent, config: changed } : changed;
    })(base);
  };
}

/** A guard against double submits: a create like an earlier one returns the agent of that. */
const createdOnce: Change = (base) => {
  const first = firstOfKey<JsonObject>();
  return onStored((agent, { store }) => {
    const key = `${String(agent['name'])} ${String(configOf(agent)['system_prompt']).trim().toLowerCase()}`;
    return first(store, key, agent);
  })(base);
};

/** An unescaped text in LIKE finds another prompt. */
const foundWithLike: Change = onStored((agent, { store }) => {
  const prompt = String(configOf(agent)['system_prompt']);
  const escaped = prompt.replaceAll(/[$()*+.?[\\\]^{|}]/g, '\\$&');
  const pattern = new RegExp(`^${escaped.replaceAll('_', '.').replaceAll('%', '.*')}$`, 's');
  const found = store.agents.find((one) => pattern.test(String(configOf(one)['system_prompt'])));
  const system_prompt = found === undefined ? prompt : configOf(found)['system_prompt'];
  return { ...agent, config: { ...configOf(agent), system_prompt } };
});

/** The list joins prompts by a key without composed characters. */
const listedByNormalForm: Change = onList((agents) => {
  const keyOf = (agent: JsonObject): string => String(configOf(agent)['system_prompt']).normalize('NFC');
  const prompts = new Map(agents.map((agent) => [keyOf(agent), configOf(agent)['system_prompt']]));
  return agents.map((agent) => ({
    ...agent,
    config: { ...configOf(agent), system_prompt: prompts.get(keyOf(agent)) },
  }));
});

const toolsOnceInAnyCase = onCapabilities((items) => {
  const types = items.map((item) => String(item['type']));
  // The same type twice is kept, as a list is.
  return items.filter((_, index) => {
    const type = types[index] ?? '';
    return !types.slice(0, index).some((one) => one !== type && one.toLowerCase() === type.toLowerCase());
  });
});

/** Reads creates in another form, too. */
function readsAs(convert: (body: JsonObject) => JsonObject): Change {
  return (base) => ({
    readJson: (request) => {
      const body = base.readJson(request);
      return isObject(body) && request.path === '/api/agents' ? convert(body) : body;
    },
  });
}

/** The fields with a missing one from another name. */
function alias(fields: JsonObject, name: string, other: string): JsonObject {
  return fields[name] === undefined && fields[other] !== undefined
    ? { ...without(fields, other), [name]: fields[other] }
    : fields;
}

function aliasInConfig(name: string, other: string): Change {
  return readsAs((body) => {
    const { config } = body;
    return isObject(config) ? { ...body, config: alias(config, name, other) } : body;
  });
}

const configNames = [
  'model_provider',
  'model_id',
  'system_prompt',
  'temperature',
  'max_tokens',
  'mcp_capabilities',
];

const flatConfig = readsAs((body) => {
  if (body['config'] !== undefined || body['model_provider'] === undefined) return body;
  const config: Fields = {};
  for (const name of configNames) if (body[name] !== undefined) config[name] = body[name];
  return { ...without(body, ...configNames), config };
});

const namesFromConfig = readsAs((body) => {
  const { config } = body;
  if (!isObject(config)) return body;
  const { name, type, ...rest } = config;
  return { ...body, name: body['name'] ?? name, type: body['type'] ?? type, config: rest };
});

const unwrapped = readsAs(({ config, ...body }) => ({
  ...body,
  config: isObject(config) && isObject(config['config']) ? config['config'] : config,
}));

const toolAlias = readsAs((body) => {
  const { config } = body;
  if (!isObject(config) || config['mcp_capabilities'] === undefined) return body;
  const mcp_capabilities = toolsOf(config).map((one) => (isObject(one) ? alias(one, 'type', 'kind') : one));
  return Array.isArray(config['mcp_capabilities'])
    ? { ...body, config: { ...config, mcp_capabilities } }
    : body;
});

const disabledUnchecked = acceptConfig((config) =>
  Array.isArray(config['mcp_capabilities'])
    ? { ...config, mcp_capabilities: toolsOf(config).filter((one) => !isOff(one)) }
    : config,
);

const uncheckedAfterDisabled = acceptConfig((config) => {
  const tools = toolsOf(config);
  const at = tools.findIndex(isOff);
  return at === -1 ? config : { ...config, mcp_capabilities: tools.slice(0, at + 1) };
});

/** A loop that validates the first and the last connection. */
const uncheckedBetween = acceptConfig((config) =>
  toolsOf(config).length > 2
    ? { ...config, mcp_capabilities: toolsOf(config).filter((_, at, { length }) => at % (length - 1) === 0) }
    : config,
);

/** Validators by the type of a connection, and none of an unknown type. */
const uncheckedUnlessCatalog = acceptConfig((config) =>
  Array.isArray(config['mcp_capabilities'])
    ? {
        ...config,
        mcp_capabilities: toolsOf(config).map((one) =>
          isObject(one) && typeof one['type'] === 'string' && !one['type'].includes('catalog')
            ? { type: 'x', enabled: true }
            : one,
        ),
      }
    : config,
);

const validConfig = { model_provider: 'provider_one', model_id: 'm', system_prompt: 'p' };

/** A validator that ends early for some configs. */
function uncheckedConfig(when: (config: JsonObject) => boolean): Change {
  return acceptCreate((body) =>
    isObject(body['config']) && when(body['config']) ? { ...body, config: validConfig } : body,
  );
}

const withoutMarks = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '');
const yamlBooleans: Readonly<Record<string, boolean>> = { no: false, yes: true, off: false, on: true };

/** Values that are equal for some code, fields in another place, and texts that look like something else. */
export const moreAgentValueMutants: readonly Mutant[] = [
  ...mutantsOf('R-2.2-18', 'agents/keeps-text', {
    'prompt-once-by-folded-text': storedOnce('system_prompt', (text) => text.trim().toLowerCase()),
    'prompt-once-by-its-length': storedOnce('system_prompt', (text) => String(text.length)),
    'prompt-found-with-like': foundWithLike,
    'http-to-https-in-prompt': onConfigText('system_prompt', (text) =>
      text.replaceAll('http://', 'https://'),
    ),
    'cards-masked-in-prompt': onConfigText('system_prompt', (text) =>
      text.replaceAll(/\b(?:\d{4} ){3}\d{4}\b/g, '[card]'),
    ),
    'templates-filled-in-prompt': onConfigText('system_prompt', (text) => text.replaceAll(/\{%.*?%\}/g, '')),
  }),
  ...mutantsOf('R-2.1-04', 'agents/keeps-text', {
    'agent-once-by-name-and-folded-prompt': createdOnce,
    'name-once-without-digits': storedOnce('name', (text) => text.replaceAll(/\d/g, '')),
    'name-as-yaml': onText('name', (text) => yamlBooleans[text] ?? text),
    'name-host-in-lower-case': onText('name', (text) =>
      /^https?:\S+$/.test(text) ? text.toLowerCase() : text,
    ),
  }),
  ...mutantsOf('R-2.1-08', 'agents/keeps-text', {
    'description-once-without-accents': storedOnce('description', withoutMarks),
    'description-as-html': onText('description', (text) => text.replaceAll(/^# (.*)$/gm, '<h1>$1</h1>')),
  }),
  ...mutantsOf('R-4.2-07', 'agents/keeps-text', { 'prompt-listed-by-normal-form': listedByNormalForm }),
  ...mutantsOf('R-2.2-21', 'agents/keeps-capabilities', {
    'capability-once-in-any-case': toolsOnceInAnyCase,
  }),
  ...mutantsOf('R-2.1-09', 'agents/required-fields', {
    'flat-config-accepted': flatConfig,
    'settings-in-place-of-config': readsAs((body) => alias(body, 'config', 'settings')),
  }),
  ...mutantsOf('R-2.1-03', 'agents/required-fields', {
    'name-and-type-from-config': namesFromConfig,
    'name-from-its-data': readsAs((body) => (isObject(body['data']) ? { ...body['data'], ...body } : body)),
  }),
  ...mutantsOf('R-2.2-01', 'agents/required-fields', { 'config-in-config-accepted': unwrapped }),
  ...mutantsOf('R-2.2-04', 'agents/required-fields', {
    'model-id-in-camel-case': aliasInConfig('model_id', 'modelId'),
  }),
  ...mutantsOf('R-2.2-05', 'agents/required-fields', {
    'prompt-by-another-name': aliasInConfig('system_prompt', 'instructions'),
  }),
  ...mutantsOf('R-2.2-10', 'agents/required-fields', { 'kind-in-place-of-capability-type': toolAlias }),
  ...mutantsOf('R-2.2-10', 'agents/wrong-values', {
    'disabled-capability-not-validated': disabledUnchecked,
    'capabilities-after-a-disabled-one-not-validated': uncheckedAfterDisabled,
    'capability-between-others-not-validated': uncheckedBetween,
    'capability-of-unknown-type-not-validated': uncheckedUnlessCatalog,
  }),
  ...mutantsOf('R-2.2-05', 'agents/wrong-values', {
    'config-without-tools-not-validated': uncheckedConfig(
      (config) => Array.isArray(config['mcp_capabilities']) && toolsOf(config).length === 0,
    ),
    'config-of-temperature-zero-not-validated': uncheckedConfig((config) => config['temperature'] === 0),
  }),
];
