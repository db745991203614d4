import { writeApiTypes } from './api-types.ts';
import { readContract } from './contract.ts';
import { writeEventTypes } from './event-types.ts';
import { headLine } from './head-line.ts';
import type { JsonObject } from './json.ts';
import { writeOperationsTable } from './operations-table.ts';
import { parseAsyncapi } from './parse-asyncapi.ts';
import { writePlansTable } from './plans-table.ts';
import { writeRequirementsTable } from './requirements-table.ts';
import { writeSpecHash } from './spec-hash.ts';
import { writeValidators } from './validators.ts';

/**
 * Everything that is derived from the contract in `specFolder`, by file name. Two calls give equal texts.
 * Throws, naming the place, when the contract is broken.
 */
export async function generateFiles(specFolder: string): Promise<Map<string, string>> {
  const { openapi, asyncapi, requirements } = readContract(specFolder);
  const { document, diagnostics } = await parseAsyncapi(asyncapi);
  if (document === undefined) throw new Error(`asyncapi.yaml cannot be read:\n${diagnostics.join('\n')}`);
  const validators = await writeValidators(openapi);
  return new Map([
    ['api.d.ts', await writeApiTypes(openapi)],
    ['asyncapi.json', writeDocument(asyncapi)],
    ['events.ts', writeEventTypes(document)],
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
