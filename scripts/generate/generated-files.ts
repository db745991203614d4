import openapiTS, { astToString, type OpenAPI3 } from 'openapi-typescript';
import { readContract } from '../contract/contract.ts';
import type { JsonObject } from '../contract/json.ts';
import { writeEventTypes } from './event-types.ts';
import { writeOperationsTable, writePlansTable, writeRequirementsTable, writeSpecHash } from './tables.ts';
import { writeValidators } from './validators.ts';
import { headLine } from './write-literal.ts';

/**
 * Every file of generated/ by name, derived from the contract in `specFolder`. Two calls return equal texts.
 * Throws an Error that names the place when the contract is broken.
 */
export async function generateFiles(specFolder: string): Promise<Map<string, string>> {
  const { openapi, asyncapi, requirements } = readContract(specFolder);
  const validators = await writeValidators(openapi);
  return new Map([
    ['api.d.ts', await writeApiTypes(openapi)],
    ['asyncapi.json', writeDocument(asyncapi)],
    ['events.ts', writeEventTypes(asyncapi)],
    ['openapi.json', writeDocument(openapi)],
    ['operations.ts', writeOperationsTable(openapi)],
    ['plans.ts', writePlansTable(openapi)],
    ['requirements.ts', writeRequirementsTable(requirements)],
    ['spec-hash.json', writeSpecHash(specFolder)],
    ['validators.d.ts', validators.types],
    ['validators.js', validators.code],
  ]);
}

function writeDocument(document: JsonObject): string {
  return `${JSON.stringify({ 'x-generated': headLine, ...document }, undefined, 2)}\n`;
}

/** The types of openapi-typescript. A property with a default stays optional. */
async function writeApiTypes(openapi: JsonObject): Promise<string> {
  // openapi-typescript changes the document that it gets.
  const document = structuredClone(openapi) as unknown as OpenAPI3;
  const nodes = await openapiTS(document, {
    defaultNonNullable: false,
    emptyObjectsUnknown: true,
    silent: true,
  });
  return `// ${headLine}\n\n${astToString(nodes)}`;
}
