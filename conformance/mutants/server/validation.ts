import type { JsonObject } from './deployment.ts';
import { isObject } from './responses.ts';

/** Rules beyond the source that a server may add. */
export interface Strictness {
  readonly knownAgentTypes: readonly string[] | undefined;
  readonly knownCapabilities: readonly string[] | undefined;
  readonly unknownFields: 'ignored' | 'rejected';
  readonly maxStringLength: number;
  readonly emptyStrings: 'accepted' | 'rejected';
  readonly integerTokens: boolean;
}

export const lenient: Strictness = {
  knownAgentTypes: undefined,
  knownCapabilities: undefined,
  unknownFields: 'ignored',
  maxStringLength: Number.POSITIVE_INFINITY,
  emptyStrings: 'accepted',
  integerTokens: false,
};

const providers = ['provider_one', 'provider_two', 'provider_three'];

type Problem = string | undefined;
type Rule = (value: unknown, strictness: Strictness) => Problem;

const text: Rule = (value, { maxStringLength, emptyStrings }) => {
  if (typeof value !== 'string') return 'must be a string';
  if (value === '' && emptyStrings === 'rejected') return 'must not be empty';
  return value.length > maxStringLength ? 'is too long' : undefined;
};

const agentType: Rule = (value, strictness) =>
  text(value, strictness) ??
  (strictness.knownAgentTypes?.includes(value as string) === false ? 'is not a known type' : undefined);

const provider: Rule = (value) => (providers.includes(value as string) ? undefined : 'is not a provider');

const temperature: Rule = (value) =>
  typeof value === 'number' && value >= 0 && value <= 1 ? undefined : 'must be from 0 to 1';

const tokens: Rule = (value, { integerTokens }) => {
  // JSON.parse reads 1e400 as Infinity, which JSON cannot write: the response would have null.
  if (typeof value !== 'number' || !Number.isFinite(value)) return 'must be a number';
  return integerTokens && (!Number.isInteger(value) || value < 1) ? 'must be an integer from 1' : undefined;
};

const flag: Rule = (value) => (typeof value === 'boolean' ? undefined : 'must be true or false');

const capabilityType: Rule = (value, strictness) =>
  text(value, strictness) ??
  (strictness.knownCapabilities?.includes(value as string) === false
    ? 'is not a known capability'
    : undefined);

/** Validates an object: required, known and unknown fields. Returns the first problem. */
function fields(required: Readonly<Record<string, Rule>>, optional: Readonly<Record<string, Rule>>): Rule {
  return (value, strictness) => {
    if (!isObject(value)) return 'must be an object';
    const rules: Readonly<Record<string, Rule>> = { ...required, ...optional };
    const absent = Object.keys(required).find((name) => value[name] === undefined);
    if (absent !== undefined) return `${absent} is missing`;
    for (const [name, entry] of Object.entries(value)) {
      const rule = Object.hasOwn(rules, name) ? rules[name] : undefined;
      if (rule === undefined && strictness.unknownFields === 'rejected') return `${name} is unknown`;
      const problem = rule?.(entry, strictness);
      if (problem !== undefined) return `${name} ${problem}`;
    }
    return undefined;
  };
}

const capabilities: Rule = (value, strictness) => {
  if (!Array.isArray(value)) return 'must be an array';
  return value.map((item) => capability(item, strictness)).find((problem) => problem !== undefined);
};

const capability = fields({ type: capabilityType, enabled: flag }, {});
const config = fields(
  { model_provider: provider, model_id: text, system_prompt: text },
  { temperature, max_tokens: tokens, mcp_capabilities: capabilities },
);
const create = fields({ name: text, type: agentType, config }, { description: text });
const chat = fields({ agent_id: text, message: text }, { conversation_id: text, stream: flag });

/** The problem of a create body (source 2.1 and 2.2), or undefined. */
export function validateCreate(strictness: Strictness): (body: unknown) => Problem {
  return (body) => create(body, strictness);
}

/** The problem of a chat body (source 4.1), or undefined. */
export function validateChat(strictness: Strictness): (body: unknown) => Problem {
  return (body) => chat(body, strictness);
}

/** A sent config with the defaults of source 2.2. */
export function withDefaults(sent: JsonObject): JsonObject {
  return { temperature: 0.7, max_tokens: 4096, ...sent };
}
