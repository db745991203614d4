import { citationKey } from '../contract/core-document.ts';
import { isArray, type Json, type JsonObject } from '../contract/json.ts';

/**
 * The document as OpenAPI 3.2, which describes a stream by the schema of one event (`itemSchema`): its `data` is JSON. Its
 * examples are whole streams; those of single events go.
 */
export function toOpenapi32(document: JsonObject): JsonObject {
  const { openapi: _version, ...rest } = document;
  return { openapi: '3.2.0', ...describeStreams(rest) };
}

function describeStreams(object: JsonObject): JsonObject {
  const entries = Object.entries(object).map(([key, value]): [string, Json] =>
    key === 'text/event-stream' ? [key, streamOf(value)] : [key, describe(value)],
  );
  return Object.fromEntries(entries);
}

function describe(value: Json): Json {
  if (typeof value !== 'object' || value === null) return value;
  return isArray(value) ? value.map(describe) : describeStreams(value as JsonObject);
}

function streamOf(media: Json): Json {
  // The citations are of `schema`, which is not there any more.
  const { schema = {}, examples = {}, [citationKey]: _citations, ...rest } = media as JsonObject;
  const streams = Object.entries(examples as JsonObject).filter(
    ([, example]) => typeof (example as JsonObject)['value'] === 'string',
  );
  const data = { type: 'string', contentMediaType: 'application/json', contentSchema: schema };
  const described = { ...rest, itemSchema: { type: 'object', required: ['data'], properties: { data } } };
  return streams.length === 0 ? described : { ...described, examples: Object.fromEntries(streams) };
}
