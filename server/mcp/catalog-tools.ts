import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';
import { z } from 'zod';
import type { Catalog } from '../catalog/catalog.ts';
import { needOf } from '../catalog/catalog-need.ts';
import { getProduct, lookupCatalog, searchCatalog } from '../catalog/catalog-tools.ts';
import { type ErrorCode, ServiceError } from '../errors.ts';
import type { StoreTool } from '../tools/built-in-connections.ts';
import { builtInCatalogType } from '../tools/types.ts';
import { ucpVersion } from '../ucp/profile.ts';
import { ucpResponseSchema } from '../ucp/types.ts';
import { asObjectSchema, type ObjectSchema, withoutField } from './schemas.ts';
import { defineTool, type ServiceTool, type ToolCall } from './service-tool.ts';
import { getProductOperation, lookupOperation, searchOperation, type UcpOperation } from './ucp-catalog.ts';
import { metaSchema, requireProfile } from './ucp-requests.ts';

const annotations = { readOnlyHint: true, openWorldHint: false };

const deprecation =
  'This form of the request is deprecated: send `meta` and `catalog`, as the Universal Commerce Protocol asks ' +
  `(revision ${ucpVersion}).`;

/**
 * A catalogue tool over the catalogue of the caller's store, in the two dialects of decision 0065: a request with `meta`
 * or `catalog` is one of the Universal Commerce Protocol, which clients see; any other is the deprecated flat one. What is
 * wrong with a request is an error of JSON-RPC in the one, and one of the API (decision 0020) in the other.
 */
function catalogTool<Input extends z.ZodObject, Output extends object, Request extends z.ZodObject>(
  { name, title, description, inputSchema, outputSchema, run }: StoreTool<Catalog, Input, Output>,
  operation: UcpOperation<Request>,
): ServiceTool {
  const catalogOf = ({ deps, caller }: Pick<ToolCall<unknown>, 'deps' | 'caller'>, input: object) =>
    deps.storeCatalogs.open(caller.store.id, builtInCatalogType, needOf(name, input));
  const flat = defineTool<object>({
    name,
    title,
    description,
    annotations,
    input: jsonSchemaOf(inputSchema, 'input', false),
    // An error becomes a tool error and is no part of the result.
    output: withoutField(jsonSchemaOf(outputSchema, 'output', false), 'error'),
    async run({ input, ...call }) {
      const output = run(await catalogOf(call, input), inputSchema.parse(input));
      if ('error' in output) throw new ServiceError('not_found', String(output.error));
      return output;
    },
  });
  const ucp = defineTool<{ readonly catalog: object }>({
    name,
    title,
    description: operation.description,
    annotations,
    input: jsonSchemaOf(z.object({ meta: metaSchema, catalog: operation.request }), 'input', true),
    output: jsonSchemaOf(ucpResponseSchema, 'input', true),
    run: async ({ input, ...call }) =>
      operation.run(await catalogOf(call, input.catalog), operation.request.parse(input.catalog)),
  });
  return {
    listed: {
      ...ucp.listed,
      outputSchema: { type: 'object', anyOf: [ucp.listed.outputSchema, flat.listed.outputSchema] },
    },
    async run(call) {
      if (!isUcp(call.input)) return flat.run(call);
      requireProfile(call.input);
      return ucp.run(call).catch((error: unknown) => Promise.reject(asRpcError(error)));
    },
    noticeFor: (input) => (isUcp(input) ? undefined : deprecation),
  };
}

function isUcp(input: unknown): input is object {
  return typeof input === 'object' && input !== null && ('meta' in input || 'catalog' in input);
}

/** The error of JSON-RPC for a request that is wrong, and for a live shop that cannot be read. */
function asRpcError(error: unknown): unknown {
  if (!(error instanceof ServiceError)) return error;
  const codes: Partial<Record<ErrorCode, number>> = {
    invalid_request: ProtocolErrorCode.InvalidParams,
    unavailable: ProtocolErrorCode.InternalError,
  };
  const code = codes[error.code];
  return code === undefined ? error : new ProtocolError(code, error.message);
}

/**
 * Converts to JSON Schema. A closed one rejects unknown fields, so that a misspelled filter is not ignored. A map says
 * itself what its values are: its names are the shop's.
 */
function jsonSchemaOf(schema: z.ZodObject, io: 'input' | 'output', isOpen: boolean): ObjectSchema {
  const { $schema: _revision, ...json } = z.toJSONSchema(schema, {
    io,
    override: ({ jsonSchema }) => {
      if (jsonSchema.type === 'object' && !isOpen) jsonSchema.additionalProperties ??= false;
    },
  });
  return asObjectSchema(json, 'catalogue tool');
}

/** The tools of a store's catalogue, in the order that models see. */
export const catalogTools: readonly ServiceTool[] = [
  catalogTool(searchCatalog, searchOperation),
  catalogTool(lookupCatalog, lookupOperation),
  catalogTool(getProduct, getProductOperation),
];
