import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readContract, type Contract } from './contract.ts';
import { listFiles } from './files.ts';
import { asObject } from './json.ts';
import {
  architectureFolder,
  architectureHeadings,
  countCitationLists,
  decisionHeadings,
  findCitations,
  readDecisions,
  requirementRows,
  type Citation,
  type Decision,
  type RequirementRow,
} from './requirements.ts';

const levels = ['stated', 'derived', 'open'];
const ways = ['black-box', 'server-test', 'browser', 'excluded'];
const statuses = ['accepted', 'superseded'];

/**
 * Reads the contract in `specFolder` and the records of our server's architecture; returns one line for each rule that
 * requirements and decisions break.
 */
export function checkRequirements(specFolder: string): string[] {
  const contract = readContract(specFolder);
  const decisions = readDecisions(join(specFolder, 'decisions'));
  const architecture = readDecisions(architectureFolder);
  const problems = findRequirementProblems({
    sections: Object.keys(asObject(contract.requirements['sections'], 'sections')),
    rows: requirementRows(contract.requirements),
    citations: findCitations(contract),
    decisions,
    architecture,
  });
  const known = new Set([...decisions, ...architecture].map((decision) => decision.id));
  return [
    ...problems,
    ...strayCitations(contract),
    ...[specFolder, architectureFolder].flatMap((folder) => unknownMentions(folder, known)),
  ];
}

function strayCitations(contract: Contract): string[] {
  const places = new Set(findCitations(contract).map((citation) => citation.place)).size;
  const lists = countCitationLists(contract.openapi) + countCitationLists(contract.asyncapi);
  return lists === places
    ? []
    : [`${lists - places} x-requirements are empty, or in a place that no tool reads`];
}

/** Texts below a folder, released versions aside, that mention a decision that is in neither folder. */
function unknownMentions(folder: string, known: ReadonlySet<string>): string[] {
  const files = listFiles(folder).filter((file) => !file.startsWith('released/'));
  return files.flatMap((file) => {
    const text = readFileSync(join(folder, file), 'utf8');
    const mentioned = [...text.matchAll(/decision (\d{4})/g)].map((match) => match[1] ?? '');
    return mentioned
      .filter((id) => !known.has(id))
      .map((id) => `${file} mentions decision ${id}, which does not exist`);
  });
}

export interface RequirementSources {
  readonly sections: readonly string[];
  readonly rows: readonly RequirementRow[];
  readonly citations: readonly Citation[];
  /** The records of spec/decisions. */
  readonly decisions: readonly Decision[];
  /** The records of server/decisions. */
  readonly architecture: readonly Decision[];
}

/** One line for each broken rule of requirements, citations and decisions. */
export function findRequirementProblems(sources: RequirementSources): string[] {
  return [
    ...sources.rows.flatMap((row) => rowProblems(row, sources)),
    ...repeated(sources.rows.map((row) => row.id)).map((id) => `${id} is duplicated`),
    ...citationProblems(sources),
    ...uncited(sources),
    ...sources.decisions.flatMap((decision) => [
      ...(decision.requirements.length > 0 ? [] : [`${decision.file}: it must cite a requirement`]),
      ...decisionProblems(decision, decisionHeadings),
    ]),
    ...sources.architecture.flatMap((decision) => decisionProblems(decision, architectureHeadings)),
    ...repeated([...sources.decisions, ...sources.architecture].map((decision) => decision.id)).map(
      (id) => `decision ${id} is duplicated`,
    ),
  ];
}

type Rule = readonly [holds: boolean, problem: string];

/** What each level needs: the source's words, the inference from them, or our decision. */
function levelRules({ level, line, quote, inference, decision }: RequirementRow): Rule[] {
  const isOpen = level === 'open';
  return [
    [isOpen === (decision !== undefined), 'an open requirement, and no other, has a decision'],
    [
      isOpen === (line === undefined),
      'a stated or derived requirement, and no other, has a line of the source',
    ],
    [isOpen === (quote === undefined), 'a stated or derived requirement, and no other, has a quote'],
    [line === undefined || /^\d+(-\d+)?$/.test(line), 'line must be a number, or two as 34-36'],
    [
      (level === 'derived') === (inference !== undefined),
      'a derived requirement, and no other, has an inference',
    ],
    [
      inference === undefined || inference.endsWith('.'),
      'inference must be a sentence that ends with a full stop',
    ],
  ];
}

function rowProblems(row: RequirementRow, { sections, decisions }: RequirementSources): string[] {
  const excluded = row.verified.includes('excluded');
  const rules: Rule[] = [
    [sections.includes(row.section), `section ${row.section} is not in the list of sections`],
    [new RegExp(`^R-${row.section}-\\d\\d$`).test(row.id), `its id must be R-${row.section}- and two digits`],
    [levels.includes(row.level), `level must be one of ${levels.join(', ')}`],
    [row.verified.length > 0, 'verified must name at least one way'],
    [row.verified.every((way) => ways.includes(way)), `verified must be of ${ways.join(', ')}`],
    [!excluded || row.verified.length === 1, 'excluded cannot be combined with another way'],
    [excluded === (row.reason !== undefined), 'an excluded requirement, and no other, has a reason'],
    ...levelRules(row),
    [row.text.endsWith('.'), 'text must be a sentence that ends with a full stop'],
  ];
  return [
    ...rules.filter(([holds]) => !holds).map(([, problem]) => `${row.id}: ${problem}`),
    ...decisionLink(row, decisions),
  ];
}

function decisionLink(row: RequirementRow, decisions: readonly Decision[]): string[] {
  if (row.decision === undefined) return [];
  const decision = decisions.find(({ id }) => id === row.decision);
  if (decision === undefined) return [`${row.id}: decision ${row.decision} does not exist`];
  return decision.requirements.includes(row.id) ? [] : [`${row.id}: ${decision.file} does not cite it back`];
}

function citationProblems({ rows, citations, decisions, architecture }: RequirementSources): string[] {
  const ids = new Set(rows.map((row) => row.id));
  const all = [...citations, ...[...decisions, ...architecture].flatMap((decision) => citationsOf(decision))];
  const unknown = all.filter(({ requirement }) => !ids.has(requirement));
  const duplicates = repeated(citations.map(({ requirement, place }) => `${place} cites ${requirement}`));
  return [
    ...unknown.map(({ requirement, place }) => `${place} cites ${requirement}, which does not exist`),
    ...duplicates.map((text) => `${text} twice`),
  ];
}

/** The requirements that a decision cites, in its front matter or in its text. */
function citationsOf(decision: Decision): Citation[] {
  const mentioned = decision.parts.flatMap(({ text }) => text.match(/R-[\dX.]+-\d\d/g) ?? []);
  const ids = new Set([...decision.requirements, ...mentioned]);
  return [...ids].map((requirement) => ({ requirement, place: decision.file }));
}

function uncited({ rows, citations, decisions, architecture }: RequirementSources): string[] {
  const cited = new Set([
    ...citations.map(({ requirement }) => requirement),
    ...[...decisions, ...architecture].flatMap((decision) => decision.requirements),
  ]);
  return rows
    .filter((row) => !cited.has(row.id))
    .map((row) => `${row.id} is cited by no operation, event or decision`);
}

function decisionProblems(decision: Decision, wanted: readonly string[]): string[] {
  const headings = decision.parts.map((part) => part.heading);
  const empty = decision.parts.filter((part) => part.text === '').map((part) => part.heading);
  const rules: [holds: boolean, problem: string][] = [
    [/^\d{4}$/.test(decision.id), 'id must be four digits'],
    [decision.file.startsWith(`${decision.id}-`), 'the file name must begin with its id'],
    [statuses.includes(decision.status), `status must be one of ${statuses.join(', ')}`],
    [/^\d{4}-\d\d-\d\d$/.test(decision.date), 'date must be YYYY-MM-DD'],
    [headings.join() === wanted.join(), `its headings must be ${wanted.join(', ')}`],
    [empty.length === 0, `no text under ${empty.join(', ')}`],
  ];
  return rules.filter(([holds]) => !holds).map(([, problem]) => `${decision.file}: ${problem}`);
}

function repeated(values: readonly string[]): string[] {
  return [...new Set(values.filter((value, index) => values.indexOf(value) !== index))];
}
