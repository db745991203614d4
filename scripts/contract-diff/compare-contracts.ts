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

/** One change for each rule and place: a header or a response that many operations have is one, with all its uses. */
function unique(changes: readonly Change[]): Change[] {
  const groups = Map.groupBy(changes, ({ rule, where, what, binding }) =>
    [rule, where, what, binding].join('\n'),
  );
  return [...groups.values()].flatMap((group) => {
    const first = group.find(({ witness }) => witness !== null) ?? group[0];
    const uses = [...new Set(group.flatMap((change) => change.uses))];
    return first === undefined ? [] : [{ ...first, uses }];
  });
}

const order: readonly Effect[] = ['breaking', 'obligation', 'compatible'];

function sortByEffect(changes: readonly Change[]): Change[] {
  const keyOf = ({ effect, where, rule, what }: Change): string =>
    [order.indexOf(effect), where, rule, what].join('\n');
  return changes.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
}
