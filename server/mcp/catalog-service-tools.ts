import { z } from 'zod';
import { type CatalogTool, getProduct, lookupCatalog, searchCatalog } from '../catalog/catalog-tools.ts';
import { ServiceError } from '../errors.ts';
import { asObjectSchema, type ObjectSchema, withoutField } from './schemas.ts';
import { defineTool, type ServiceTool } from './service-tool.ts';

/** The catalogue's tools over the catalogue of the caller's store, failing in the words of the API (decision 0020). */
export const catalogServiceTools: readonly ServiceTool[] = [
  overCatalog(searchCatalog),
  overCatalog(lookupCatalog),
  overCatalog(getProduct),
];

function overCatalog<Input extends z.ZodObject, Output extends object>(
  tool: CatalogTool<Input, Output>,
): ServiceTool {
  const { name, title, description, inputSchema, outputSchema } = tool;
  return defineTool({
    name,
    title,
    description,
    annotations: { readOnlyHint: true, openWorldHint: false },
    input: schemaOf(inputSchema, 'input'),
    // Where there is no result there is a tool error instead.
    output: withoutField(schemaOf(outputSchema, 'output'), 'error'),
    async run({ deps, caller, input }) {
      const output = tool.run(await deps.catalogs.get(caller.store.id), inputSchema.parse(input));
      if ('error' in output) throw new ServiceError('not_found', String(output.error));
      return output;
    },
  });
}

/** As JSON Schema, where a filter that is not known is an error and not left out of a search. */
function schemaOf(schema: z.ZodObject, io: 'input' | 'output'): ObjectSchema {
  const { $schema: _revision, ...json } = z.toJSONSchema(schema, {
    io,
    override: ({ jsonSchema }) => {
      if (jsonSchema.type === 'object') jsonSchema.additionalProperties = false;
    },
  });
  return asObjectSchema(json, 'of the catalogue');
}
