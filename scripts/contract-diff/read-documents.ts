import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { bundleDocument } from '../contract/contract.ts';
import { readYaml } from '../contract/files.ts';
import { isCited, toCoreDocument } from '../contract/core-document.ts';
import { asObject, type JsonObject } from '../contract/json.ts';
import { readDecisions } from '../contract/requirements.ts';
import { markOurs } from './binding.ts';

/** What two versions are compared by: bundled documents, requirements and decisions. */
export type ContractDocuments = ReturnType<typeof readDocuments>;

/** Reads the contract in a folder such as spec/ or spec/released/1.0.0. Throws an Error that names what is missing. */
export function readDocuments(folder: string) {
  const decisions = join(folder, 'decisions');
  const requirements = asObject(readYaml(join(folder, 'requirements.yaml')), 'requirements.yaml');
  const read = (file: string): JsonObject => {
    const document = bundleDocument(join(folder, file));
    // Versions before 2.0.0 have no citations, and so no core.
    if (!isCited(document)) return document;
    return asObject(markOurs(document, toCoreDocument(document, requirements)), file);
  };
  return {
    openapi: read('openapi.yaml'),
    asyncapi: read('asyncapi.yaml'),
    requirements,
    decisions: existsSync(decisions) ? readDecisions(decisions) : [],
  };
}

/** `info.version` of a document, or `version` of the requirements; an empty text without one. */
export function versionOf(document: JsonObject): string {
  const info = asObject(document['info'] ?? {}, 'info');
  const version = info['version'] ?? document['version'];
  return typeof version === 'string' ? version : '';
}
