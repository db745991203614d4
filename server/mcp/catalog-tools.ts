import { z } from 'zod';
import type { Catalog } from '../catalog/catalog.ts';
import { getProduct, lookupCatalog, searchCatalog } from '../catalog/catalog-tools.ts';
import { ServiceError } from '../errors.ts';
import type { StoreTool } from '../tools/built-in-connections.ts';
import { ucpVersion } from '../ucp/types.ts';
import { asObjectSchema, type ObjectSchema, withoutField } from './schemas.ts';
import { defineTool, type ServiceTool } from './service-tool.ts';
import { getProductOperation, lookupOperation, searchOperation, type UcpOperation } from './ucp-catalog.ts';
import { invalidParams, metaSchema, requireProfile } from './ucp-requests.ts';

const annotations = { readOnlyHint: true, openWorldHint: false };

const deprecation =
  'This form of the request is deprecated: send `meta` and `catalog`, as the Universal Commerce Protocol asks ' +
  `(revision ${ucpVersion}).`;

/**
 * A catalogue tool over the catalogue of the caller's store, in the two dialects of decision 0065: a request with `meta`
 * or `catalog` is one of the Universal Commerce Protocol, which clients see; any other is the deprecated flat one.
 */
function catalogTool<Input extends z.ZodObject, Output extends object, Request extends z.ZodObject>(
  tool: StoreTool<Catalog, Input, Output>,
  operation: UcpOperation<Request>,
): ServiceTool {
  const flat = flatTool(tool);
  const ucp = ucpTool(tool, operation);
  const toolFor = (input: unknown): ServiceTool => (isUcp(input) ? ucp : flat);
  return {
    listed: {
      ...ucp.listed,
      outputSchema: { type: 'object', anyOf: [ucp.listed.outputSchema, flat.listed.outputSchema] },
    },
    validateInput: (input) => toolFor(input).validateInput(input),
    run: (call) => toolFor(call.input).run(call),
    noticeFor: (input) => (isUcp(input) ? undefined : deprecation),
  };
}

function isUcp(input: unknown): input is object {
  return typeof input === 'object' && input !== null && ('meta' in input || 'catalog' in input);
}

/** With the API's error bodies (decision 0020). */
function flatTool<Input extends z.ZodObject, Output extends object>(
  tool: StoreTool<Catalog, Input, Output>,
): ServiceTool {
  const { name, title, description, inputSchema, outputSchema } = tool;
  return defineTool({
    name,
    title,
    description,
    annotations,
    input: jsonSchemaOf(inputSchema, 'input', false),
    // An error becomes a tool error and is no part of the result.
    output: withoutField(jsonSchemaOf(outputSchema, 'output', false), 'error'),
    async run({ deps, caller, input }) {
      const output = tool.run(await deps.catalogs.get(caller.store.id), inputSchema.parse(input));
      if ('error' in output) throw new ServiceError('not_found', String(output.error));
      return output;
    },
  });
}

/** With the errors of JSON-RPC: what is wrong with a request is one, what a shop does not have is a result. */
function ucpTool<Request extends z.ZodObject>(
  { name, title }: Pick<StoreTool<Catalog, z.ZodObject, object>, 'name' | 'title'>,
  { description, request, responses, run }: UcpOperation<Request>,
): ServiceTool {
  const input = z.object({ meta: metaSchema, catalog: request });
  const tool = defineTool<{ readonly catalog: unknown }>({
    name,
    title,
    description,
    annotations,
    input: jsonSchemaOf(input, 'input', true),
    output: {
      type: 'object',
      properties: {},
      required: ['ucp'],
      anyOf: responses.map((response) => jsonSchemaOf(response, 'input', true)),
    },
    run: async ({ deps, caller, input: { catalog } }) =>
      run(await deps.catalogs.get(caller.store.id), request.parse(catalog)),
  });
  return {
    ...tool,
    validateInput(given) {
      requireProfile(Object(given));
      try {
        tool.validateInput(given);
      } catch (error) {
        throw error instanceof ServiceError ? invalidParams(error.message) : error;
      }
    },
  };
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
