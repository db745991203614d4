import type { Call, Change, HttpRequest, HttpResponse, JsonObject, Store } from '../server/deployment.ts';
import { readStrictly } from '../server/read-json.ts';
import { isObject, jsonResponse, textResponse } from '../server/responses.ts';
import {
  acceptChat,
  acceptConfig,
  beforeOperation,
  onConfig,
  onStored,
  replaceOperation,
} from './changes.ts';

/** Converts the config of a body before it is validated. */
export function convertsConfig(convert: (config: unknown) => unknown): Change {
  return (base) => ({
    readJson: (request) => {
      const body = base.readJson(request);
      return isObject(body) && 'config' in body ? { ...body, config: convert(body['config']) } : body;
    },
  });
}

export function configOf(agent: JsonObject): JsonObject {
  return agent['config'] as JsonObject;
}

export function toolsOf(config: JsonObject): readonly unknown[] {
  return Array.isArray(config['mcp_capabilities']) ? (config['mcp_capabilities'] as unknown[]) : [];
}

/** The first of the values of a store with the same key. */
export function firstOfKey<T>(): (store: Store, key: string, value: T) => T {
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
export function storedOnce(
  path: 'name' | 'description' | 'system_prompt',
  keyOf: (text: string) => string,
): Change {
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

/** A value of config that is accepted as another one, and stored as that. */
export function converting(name: string, convert: (value: unknown) => unknown): Change {
  const repair = (config: JsonObject): JsonObject =>
    config[name] === undefined ? config : { ...config, [name]: convert(config[name]) };
  return (base) => {
    const accepting = { ...base, ...acceptConfig(repair)(base) };
    return { ...accepting, ...onConfig(repair)(accepting) };
  };
}

/** A filter without a value finds the first agent. */
export function firstAgentFor(isEmpty: (id: unknown) => boolean): Change {
  return (base) => ({
    ...acceptChat((body) => (isEmpty(body['agent_id']) ? { ...body, agent_id: 'first' } : body))(base),
    findAgent: (id, call) => (isEmpty(id) ? call.store.agents[0] : base.findAgent(id, call)),
  });
}

export function widgetFrom(idOf: (call: Call) => string | undefined): Change {
  return beforeOperation('getWidgetConfig', (call) => {
    const id = idOf(call);
    const chatbot = id === undefined ? undefined : call.deployment.findChatbot(id, call);
    return chatbot && jsonResponse(200, chatbot);
  });
}

export function page(response: HttpResponse): HttpResponse {
  return textResponse(response.status, 'text/html', '<h1>Whitelabel Error Page</h1>');
}

export const allErrors = [400, 401, 403, 404, 429] as const;

/** Reads JSON in another way. */
export function reads(readJson: (request: HttpRequest) => unknown): Change {
  return () => ({ readJson });
}

/** Repairs a text that is no JSON, then reads it strictly. */
export function repairs(repair: (text: string) => string): Change {
  return reads(({ body }) => readStrictly(Buffer.from(repair(body.toString('latin1')), 'latin1')));
}

export const foldCase = (id: string): string => id.toLowerCase();

/** The responses to one operation, by a header that clients choose. */
export function keptBy(name: string, operation: 'createAgent' | 'streamAgentChat'): Change {
  return (base) => {
    const responses = new Map<string, HttpResponse>();
    return replaceOperation(operation, (call, respond) => {
      const key = call.request.headers[name];
      if (typeof key !== 'string') return respond(call);
      const response = responses.get(key) ?? respond(call);
      if (response.status < 300) responses.set(key, response);
      return response;
    })(base);
  };
}

export const someConfig = { model_provider: 'provider_one', model_id: 'm', system_prompt: 's' };
