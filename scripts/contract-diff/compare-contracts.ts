import type { Change } from './change.ts';
import { compareAsyncapi, terminalTypes } from './compare-events.ts';
import { compareOpenapi } from './compare-operations.ts';
import { compareDecisions, compareRequirements } from './compare-requirements.ts';
import { compareSchemas } from './compare-schemas.ts';
import { readDocuments, versionOf, type ContractDocuments } from './read-documents.ts';
import type { Effect } from './rules.ts';

/** Every difference of two versions of the contract; report.schema.json describes its JSON. */
export interface ContractDiff {
  /** `info.version` of both sides. */
  readonly old: string;
  readonly new: string;
  readonly breaking: number;
  readonly obligations: number;
  readonly compatible: number;
  /** Breaking ones first. */
  readonly changes: readonly Change[];
}

/** Compares the contracts in two folders such as spec/released/1.0.0 and spec/. Throws when one cannot be read. */
export function compareContracts(oldFolder: string, newFolder: string): ContractDiff {
  return compareDocuments(readDocuments(oldFolder), readDocuments(newFolder));
}

/** Compares two contracts in memory. Two calls return equal results. */
export function compareDocuments(old: ContractDocuments, now: ContractDocuments): ContractDiff {
  const openapi = compareOpenapi(old.openapi, now.openapi);
  const asyncapi = compareAsyncapi(old.asyncapi, now.asyncapi);
  const terminal = terminalTypes(old.asyncapi, now.asyncapi);
  const messages = [...openapi.messages, ...asyncapi.messages].map((message) => ({ ...message, terminal }));
  const changes = [
    ...openapi.changes,
    ...asyncapi.changes,
    ...compareSchemas(messages),
    ...compareRequirements(old.requirements, now.requirements),
    ...compareDecisions(old.decisions, now.decisions),
  ];
  const sorted = sortByEffect(unique(changes));
  const count = (effect: Effect): number => sorted.filter((change) => change.effect === effect).length;
  return {
    old: versionOf(old.openapi),
    new: versionOf(now.openapi),
    breaking: count('breaking'),
    obligations: count('obligation'),
    compatible: count('compatible'),
    changes: sorted,
  };
}

/** Both documents describe some things, such as a security scheme. */
function unique(changes: readonly Change[]): Change[] {
  const byText = new Map(
    changes.map((change) => [JSON.stringify([change.rule, change.where, change.what]), change]),
  );
  return [...byText.values()];
}

const order: readonly Effect[] = ['breaking', 'obligation', 'compatible'];

function sortByEffect(changes: readonly Change[]): Change[] {
  const keyOf = ({ effect, where, rule, what }: Change): string =>
    [order.indexOf(effect), where, rule, what].join('\n');
  return changes.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
}
