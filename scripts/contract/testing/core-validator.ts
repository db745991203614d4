import { createRequire } from 'node:module';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { createParser } from 'eventsource-parser';
import type { Exchange } from '../../../conformance/exchange.ts';
import core from '../../../generated/openapi.core.json' with { type: 'json' };

const addFormats = createRequire(import.meta.url)('ajv-formats') as (ajv: Ajv2020) => void;
const ajv = new Ajv2020({ strict: false, validateSchema: false, allErrors: true, logger: false });
addFormats(ajv);
ajv.addSchema(core, 'core');

interface Body {
  readonly $ref?: string;
  readonly headers?: Readonly<Record<string, { readonly required?: boolean }>>;
  readonly content?: Readonly<Record<string, { readonly schema: { readonly $ref: string } }>>;
}
interface Operation {
  readonly operationId: string;
  readonly responses: Readonly<Record<string, Body>>;
}

/** The values of a response that the core has a schema for, with its name: one of a JSON body, one an event of a stream. */
export interface CoreValue {
  readonly schema: string;
  readonly value: unknown;
}

/** What the core says of a response: the values that it describes, and the rules that they break. */
export interface CoreResult {
  /** `createAgent 201`; undefined where the core says nothing. */
  readonly place: string | undefined;
  readonly values: readonly CoreValue[];
  readonly problems: readonly string[];
}

const nothing: CoreResult = { place: undefined, values: [], problems: [] };

function operationOf({ request, url }: Exchange): Operation | undefined {
  const paths = core.paths as unknown as Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  const { protocol, pathname } = new URL(url);
  // How plain HTTP is rejected is open (R-1-12).
  if (protocol !== 'https:') return undefined;
  return paths[pathname]?.[request.method.toLowerCase()];
}

/** Whether a message asks for something else than a stream, to which the response is open (R-4.1-11). */
function isOpen({ request }: Exchange): boolean {
  const { json, body } = request;
  const sent = json === undefined ? String(body ?? '') : JSON.stringify(json);
  return /"stream"\s*:\s*(?!true)/.test(sent);
}

function resolve({ $ref, ...own }: Body): Body {
  if ($ref === undefined) return own;
  const responses = core.components.responses as unknown as Readonly<Record<string, Body>>;
  return responses[$ref.split('/').at(-1) ?? ''] ?? {};
}

function valuesOf(exchange: Exchange, mediaType: string, schema: string): CoreValue[] {
  if (mediaType !== 'text/event-stream') return [{ schema, value: exchange.json }];
  const values: CoreValue[] = [];
  const parser = createParser({
    onEvent: ({ data }) => values.push({ schema, value: JSON.parse(data) as unknown }),
  });
  parser.feed(exchange.text.replace(/^\uFEFF/, ''));
  return values;
}

function findErrors({ schema, value }: CoreValue): string[] {
  if (value === undefined) return [`${schema}: the body is not JSON`];
  if (ajv.validate({ $ref: `core#/components/schemas/${schema}` }, value)) return [];
  return (ajv.errors ?? []).map((error) => `${schema}${error.instancePath}: ${error.message}`);
}

/** Validates a response against the published core. */
export function validateByCore(exchange: Exchange): CoreResult {
  const operation = operationOf(exchange);
  const { status, headers } = exchange;
  if (operation === undefined || isOpen(exchange) || (status >= 300 && status < 400)) return nothing;
  const place = `${operation.operationId} ${status}`;
  const found = operation.responses[status] ?? operation.responses[`${Math.floor(status / 100)}XX`];
  if (found === undefined) return { place, values: [], problems: [`${place}: not a status of the core`] };
  const response = resolve(found);
  const missing = Object.entries(response.headers ?? {}).filter(
    ([name, { required }]) => required === true && headers[name.toLowerCase()] === undefined,
  );
  const problems = missing.map(([name]) => `${place}: no ${name}`);
  if (response.content === undefined) return { place, values: [], problems };
  const [mediaType = ''] = (headers['content-type'] ?? '').toLowerCase().split(';');
  const media = response.content[mediaType.trim()];
  if (media === undefined)
    return {
      place,
      values: [],
      problems: [...problems, `${place}: not ${mediaType || 'without a media type'}`],
    };
  const values = valuesOf(exchange, mediaType.trim(), media.schema.$ref.split('/').at(-1) ?? '');
  return {
    place,
    values,
    problems: [...problems, ...values.flatMap(findErrors).map((error) => `${place} ${error}`)],
  };
}
