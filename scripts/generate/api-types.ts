import openapiTS, { astToString, type OpenAPI3 } from 'openapi-typescript';
import { headLine } from './head-line.ts';
import type { JsonObject } from './json.ts';

/** generated/api.d.ts: the types of openapi-typescript, in which a property with a default stays optional. */
export async function writeApiTypes(openapi: JsonObject): Promise<string> {
  // openapi-typescript rewrites the document that it is given.
  const document = structuredClone(openapi) as unknown as OpenAPI3;
  const nodes = await openapiTS(document, {
    defaultNonNullable: false,
    emptyObjectsUnknown: true,
    silent: true,
  });
  return `// ${headLine}\n\n${astToString(nodes)}`;
}
