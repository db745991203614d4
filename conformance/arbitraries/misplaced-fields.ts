import type { Violation } from './violations.ts';

type Fields = Readonly<Record<string, unknown>>;

/** Names by which older formats, other languages and vendors of models know the required fields. */
const otherNames = {
  name: ['displayName', 'display_name', 'title', 'label', 'agentName', 'agent_name', 'name '],
  type: ['agentType', 'agent_type', 'kind', 'category', 'role', '@type', 'type '],
  config: ['agentConfig', 'agent_config', 'configuration', 'settings', 'options', 'cfg', 'config '],
  model_provider: ['modelProvider', 'model-provider', 'provider', 'vendor', 'provider_id', 'providerId'],
  model_id: ['modelId', 'modelID', 'model-id', 'model', 'modelName', 'model_name'],
  system_prompt: ['systemPrompt', 'system-prompt', 'prompt', 'system', 'systemMessage', 'instructions'],
} as const;

const otherNamesOfTool = {
  type: ['kind', 'name', 'id', 'capability', 'toolType', 'tool_type', 'slug'],
  enabled: ['isEnabled', 'is_enabled', 'active', 'on', 'enable', 'enabled '],
} as const;

function without(fields: Fields, name: string): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([key]) => key !== name));
}

/** The fields without one of them, which has its value under other names. */
function renamed(fields: Fields, name: string, names: readonly string[]): Fields {
  return { ...without(fields, name), ...Object.fromEntries(names.map((other) => [other, fields[name]])) };
}

/** The whole body in the objects where frameworks and protocols look for it. */
function wrapped(valid: Fields): Fields {
  const wrappers = ['agent', 'body', 'input', 'params', 'payload', 'attributes'];
  return {
    ...Object.fromEntries(wrappers.map((name) => [name, valid])),
    data: { ...valid, attributes: valid },
    agents: [valid],
    // Errors may name an unknown field.
    größe: 42,
  };
}

function missing(path: string, instead: string, body: Fields): Violation {
  return { path, rule: 'required', level: 'stated', body, instead };
}

/** Each required field missing, with its value under other names, in other objects and in JSON text. */
function fieldElsewhere(valid: Fields, config: Fields): readonly Violation[] {
  const extra = wrapped(valid);
  const ofTop = (['name', 'type', 'config'] as const).map((name) => {
    const rest = name === 'config' ? { ...config, config_json: JSON.stringify(config) } : {};
    const inside = name === 'config' ? {} : { config: { ...config, [name]: valid[name] } };
    const body = { ...extra, ...rest, ...renamed(valid, name, otherNames[name]), ...inside };
    return missing(name, `${name} under other names and in other objects`, body);
  });
  const ofConfig = (['model_provider', 'model_id', 'system_prompt'] as const).map((name) => {
    const beside = {
      [name]: config[name],
      [`config.${name}`]: config[name],
      [`config[${name}]`]: config[name],
    };
    const inside = renamed(config, name, otherNames[name]);
    const body = { ...extra, ...beside, ...inside, ...valid, config: inside };
    return missing(`config.${name}`, `${name} under other names and beside config`, body);
  });
  return [...ofTop, ...ofConfig];
}

/** Whole bodies in the form of another version or protocol, without more fields. */
function otherForms(valid: Fields, config: Fields): readonly Violation[] {
  const { name, type, config: _config, ...rest } = valid;
  return [
    missing('config', 'its fields beside name', { ...rest, name, type, ...config }),
    missing('name', 'name and type in config', { ...rest, config: { ...config, name, type } }),
    missing('config.model_provider', 'config in config', { ...valid, config: { config } }),
    missing('name', 'the body in other objects', wrapped(valid)),
  ];
}

/** A tool connection without one field, which has its value under other names. None without a connection. */
function toolFieldElsewhere(valid: Fields, config: Fields): readonly Violation[] {
  const [first, ...others] = (config['mcp_capabilities'] ?? []) as readonly Fields[];
  if (first === undefined) return [];
  return (['type', 'enabled'] as const).map((name) => {
    const mcp_capabilities = [renamed(first, name, otherNamesOfTool[name]), ...others];
    const body = { ...valid, config: { ...config, mcp_capabilities } };
    return missing(`config.mcp_capabilities.0.${name}`, `${name} under other names`, body);
  });
}

/**
 * Creates that lack a required field at its place and have its value elsewhere: under another name, one object further
 * out or in, or in the form of another version. What a service does with unknown fields is open; the field is missing
 * either way.
 */
export function misplacedFields(valid: Fields): readonly Violation[] {
  const config = valid['config'] as Fields;
  return [
    ...otherForms(valid, config),
    ...fieldElsewhere(valid, config),
    ...toolFieldElsewhere(valid, config),
  ];
}
