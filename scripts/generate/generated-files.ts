import { readFileSync } from 'node:fs';
import { format } from 'oxfmt';
import openapiTS, { astToString, type OpenAPI3 } from 'openapi-typescript';
import { readEventExamples, readExamples } from '../../spec/read-examples.ts';
import { readContract, type Contract } from '../contract/contract.ts';
import { requirementRows } from '../contract/requirements.ts';
import { toCoreDocument, toFullDocument } from '../contract/core-document.ts';
import type { JsonObject } from '../contract/json.ts';
import { versionOf } from '../contract-diff/read-documents.ts';
import { writeEventTypes } from './event-types.ts';
import { coreExamples, type Examples, linkEventExamples, linkExamples } from './link-examples.ts';
import { toOpenapi32 } from './openapi-3.2.ts';
import {
  hashSpec,
  writeDashboardTable,
  writeOperationsTable,
  writePlansTable,
  writeRequirementsTable,
} from './tables.ts';
import { writeValidators } from './validators.ts';

/** The first line of every generated file, in the comment syntax of its format. */
export const headLine = 'Generated from spec/. Do not edit; change spec/ and run: npm run generate';

/**
 * Every file of generated/ by name, derived from the contract in `specFolder`. Two calls return equal texts.
 * Throws an Error that names the place when the contract is broken.
 */
export async function generateFiles(specFolder: string): Promise<Map<string, string>> {
  const contract = readContract(specFolder);
  const { openapi, asyncapi, dashboard, requirements } = contract;
  const validators = await writeValidators(openapi);
  const sources = {
    'api.d.ts': await writeApiTypes(openapi),
    'client.ts': readTemplate('client.ts'),
    'dashboard-operations.ts': await prettify(writeDashboardTable(dashboard)),
    'dashboard.d.ts': await writeApiTypes(dashboard),
    'events.ts': await prettify(writeEventTypes(asyncapi)),
    'operations.ts': await prettify(`${writeOperationsTable(openapi)}${contractVersion(openapi)}`),
    'plans.ts': await prettify(writePlansTable(openapi)),
    'read-events.ts': readTemplate('read-events.ts'),
    'requirements.ts': await prettify(writeRequirementsTable(requirements)),
    'validators.d.ts': validators.types,
    'validators.js': validators.code,
  };
  const documents = {
    ...publishDocuments(contract),
    'spec-hash.json': { $comment: headLine, ...hashSpec(specFolder) },
  };
  const files = new Map<string, string>();
  for (const [name, text] of Object.entries(sources)) files.set(name, `// ${headLine}\n\n${text}`);
  for (const [name, document] of Object.entries(documents))
    files.set(name, `${JSON.stringify(document, undefined, 2)}\n`);
  return files;
}

/** Those of the documents that a release keeps: what tools read, in one file each. */
export const releasedNames = ['openapi.json', 'openapi.core.json', 'asyncapi.json', 'asyncapi.core.json'];

/**
 * The documents by file name, with their examples. `x-self` is the address of a released document below the docs: a JSON
 * Schema `$id` in its place would become the base of its `$ref`s.
 */
export function publishDocuments({
  openapi,
  asyncapi,
  dashboard,
  requirements,
}: Contract): Record<string, JsonObject> {
  const examples: Examples = { messages: readExamples(), events: readEventExamples() };
  const full = linkExamples(toFullDocument(openapi), examples);
  const core = toCoreDocument(openapi, requirements);
  const coreEvents = toCoreDocument(asyncapi, requirements);
  const ofCore = coreExamples(core, coreEvents, examples);
  const documents = {
    'asyncapi.core.json': linkEventExamples(coreEvents, ofCore.events),
    'asyncapi.json': linkEventExamples(toFullDocument(asyncapi), examples.events),
    'dashboard.json': toFullDocument(dashboard),
    'openapi-3.2.json': toOpenapi32(full),
    'openapi.core.json': linkExamples(core, ofCore),
    'openapi.json': full,
  };
  return Object.fromEntries(
    Object.entries(documents).map(([name, document]) => {
      const levels = levelsOf(document, requirements);
      const self = releasedNames.includes(name)
        ? { 'x-self': `contract/${versionOf(document)}/${name}` }
        : {};
      return [name, { 'x-generated': headLine, ...self, 'x-requirement-levels': levels, ...document }];
    }),
  );
}

/** The level of each requirement that a document cites: stated, derived or open. */
function levelsOf(document: JsonObject, requirements: JsonObject): JsonObject {
  const cited = new Set(JSON.stringify(document).match(/R-[\d.]+-\d\d/g));
  const all = requirementRows(requirements).filter(({ id }) => cited.has(id));
  return Object.fromEntries(all.map(({ id, level }) => [id, level]));
}

/** A file that is the same for every contract of this service. */
function readTemplate(name: string): string {
  return readFileSync(new URL(`templates/${name}.txt`, import.meta.url), 'utf8');
}

function contractVersion(openapi: JsonObject): string {
  return `\n/** The version of the contract. */\nexport const contractVersion = ${JSON.stringify(versionOf(openapi))};\n`;
}

async function prettify(source: string): Promise<string> {
  const { code, errors } = await format('source.ts', source, { singleQuote: true, printWidth: 110 });
  if (errors.length > 0) throw new Error(`a generated file: ${errors[0]?.message}`);
  return code;
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
  return astToString(nodes);
}
