import { minimalValue } from '../contract-diff/minimal-value.ts';
import { inlineSchema } from '../contract-diff/schema-tree.ts';
import { dereference, listParameters, type ContractOperation } from '../contract/contract.ts';
import { asObject, asString, type Json, type JsonObject } from '../contract/json.ts';

/** A request for a mock: the path with its query, and what `fetch` takes. */
export interface MockRequest {
  readonly path: string;
  readonly init: {
    readonly method: string;
    readonly headers: Record<string, string>;
    readonly body?: string;
  };
}

const apiKey = `svc_${'a'.repeat(32)}`;

/** A valid request of an operation: every required parameter, the required properties of its body, and credentials. */
export function buildRequest(document: JsonObject, operation: ContractOperation): MockRequest {
  const headers: Record<string, string> = {
    Authorization: `Bearer ${apiKey}`,
    Accept: accepted(document, operation),
  };
  const query = new URLSearchParams(queryCredentials(document));
  for (const parameter of listParameters(document, operation)) {
    if (parameter['required'] !== true) continue;
    const value = String(sampleOf(document, parameter));
    const name = asString(parameter['name'], operation.id);
    if (parameter['in'] === 'query') query.set(name, value);
    else if (parameter['in'] === 'header') headers[name] = value;
    else throw new Error(`${operation.id}: no sample for a parameter in ${String(parameter['in'])}`);
  }
  const path = query.size === 0 ? operation.path : `${operation.path}?${query.toString()}`;
  const init = { method: operation.method.toUpperCase(), headers };
  const body = operation.object['requestBody'];
  if (body === undefined) return { path, init };
  const content = asObject(dereference(document, asObject(body, operation.id))['content'], operation.id);
  const [mediaType = '', media] = Object.entries(content)[0] ?? [];
  headers['Content-Type'] = mediaType;
  return { path, init: { ...init, body: JSON.stringify(sampleOf(document, asObject(media, mediaType))) } };
}

/** The media types of its successful responses. */
function accepted(document: JsonObject, operation: ContractOperation): string {
  const responses = Object.entries(asObject(operation.object['responses'], operation.id));
  const types = responses
    .filter(([status]) => status.startsWith('2'))
    .flatMap(([, response]) =>
      Object.keys(dereference(document, asObject(response, operation.id))['content'] ?? {}),
    );
  return types[0] ?? '*/*';
}

/** Every key that the document takes in the query. */
function queryCredentials(document: JsonObject): Record<string, string> {
  const components = asObject(document['components'] ?? {}, 'components');
  const schemes = Object.values(asObject(components['securitySchemes'] ?? {}, 'securitySchemes'));
  const inQuery = schemes
    .map((scheme) => asObject(scheme, 'security scheme'))
    .filter(({ in: at }) => at === 'query');
  return Object.fromEntries(inQuery.map(({ name }) => [asString(name, 'name of a security scheme'), apiKey]));
}

/** The example of a parameter or media type, or the smallest value of its schema. */
function sampleOf(document: JsonObject, described: JsonObject): Json {
  if (described['example'] !== undefined) return described['example'];
  const [example] = Object.values(asObject(described['examples'] ?? {}, 'examples'));
  const value =
    example === undefined ? undefined : dereference(document, asObject(example, 'example'))['value'];
  return value ?? minimalValue(inlineSchema(document, described['schema'] ?? {}, 'request'));
}
