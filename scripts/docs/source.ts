import { join } from 'node:path';
import {
  readEventExamples,
  readExamples,
  type EventExample,
  type Example,
} from '../../spec/read-examples.ts';
import { readContract, type Contract } from '../contract/contract.ts';
import { asObject, asString } from '../contract/json.ts';
import {
  architectureFolder,
  findCitations,
  readDecisions,
  requirementRows,
  type Citation,
  type Decision,
  type RequirementRow,
} from '../contract/requirements.ts';
import { hashSpec } from '../generate/tables.ts';

/** The content of the pages. */
export interface DocsSource extends Contract {
  readonly rows: readonly RequirementRow[];
  /** Titles of the source's sections by their numbers. */
  readonly sections: ReadonlyMap<string, string>;
  readonly decisions: readonly Decision[];
  /** The records of server/decisions, which bind nobody but our server. */
  readonly architecture: readonly Decision[];
  readonly citations: readonly Citation[];
  readonly examples: readonly Example[];
  readonly eventExamples: readonly EventExample[];
  readonly version: string;
  /** The first characters of the hash of spec/. */
  readonly hash: string;
}

/** Reads the contract in `specFolder` once for all pages. */
export function readDocsSource(specFolder: string): DocsSource {
  const contract = readContract(specFolder);
  const sections = asObject(contract.requirements['sections'], 'sections');
  return {
    ...contract,
    rows: requirementRows(contract.requirements),
    sections: new Map(Object.entries(sections).map(([id, title]) => [id, asString(title, id)])),
    decisions: readDecisions(join(specFolder, 'decisions')),
    architecture: readDecisions(architectureFolder),
    citations: findCitations(contract),
    examples: readExamples(),
    eventExamples: readEventExamples(),
    version: asString(asObject(contract.openapi['info'], 'info')['version'], 'info.version'),
    hash: hashSpec(specFolder).all.slice(0, 12),
  };
}
