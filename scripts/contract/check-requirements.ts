import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readContract, type Contract } from '../generate/contract.ts';
import { asObject } from '../generate/json.ts';
import { listFiles } from '../generate/list-files.ts';
import { countCitationLists, findCitations } from './find-citations.ts';
import { readDecisions, type Decision } from './read-decisions.ts';
import { findRequirementProblems } from './requirement-problems.ts';
import { requirementRows } from './requirement-rows.ts';

/** Reads the contract in `specFolder` and names every rule that its requirements and decisions break. */
export function checkRequirements(specFolder: string): string[] {
  const contract = readContract(specFolder);
  const decisions = readDecisions(join(specFolder, 'decisions'));
  const problems = findRequirementProblems({
    sections: Object.keys(asObject(contract.requirements['sections'], 'sections')),
    rows: requirementRows(contract.requirements),
    citations: findCitations(contract),
    decisions,
  });
  return [...problems, ...strayCitations(contract), ...unknownMentions(specFolder, decisions)];
}

function strayCitations(contract: Contract): string[] {
  const places = new Set(findCitations(contract).map((citation) => citation.place)).size;
  const lists = countCitationLists(contract.openapi) + countCitationLists(contract.asyncapi);
  return lists === places
    ? []
    : [`${lists - places} x-requirements stand where nobody reads them, or are empty`];
}

/** A description that sends its reader to a decision that does not exist. */
function unknownMentions(specFolder: string, decisions: readonly Decision[]): string[] {
  const known = new Set(decisions.map((decision) => decision.id));
  return listFiles(specFolder).flatMap((file) => {
    const text = readFileSync(join(specFolder, file), 'utf8');
    const mentioned = [...text.matchAll(/decision (\d{4})/g)].map((match) => match[1] ?? '');
    return mentioned
      .filter((id) => !known.has(id))
      .map((id) => `${file} mentions decision ${id}, which does not exist`);
  });
}
