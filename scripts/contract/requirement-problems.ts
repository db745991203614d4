import { decisionHeadings, type Decision } from './read-decisions.ts';
import type { Citation } from './find-citations.ts';
import type { RequirementRow } from './requirement-rows.ts';

const levels = ['stated', 'open'];
const ways = ['black-box', 'server-test', 'browser', 'excluded'];
const statuses = ['accepted', 'superseded'];

/** What the check reads: the rows, the titles of the sections, who cites what, and the decisions. */
export interface RequirementSources {
  readonly sections: readonly string[];
  readonly rows: readonly RequirementRow[];
  readonly citations: readonly Citation[];
  readonly decisions: readonly Decision[];
}

/** Every broken rule of requirements, citations and decisions, one line each; an empty list when all hold. */
export function findRequirementProblems(sources: RequirementSources): string[] {
  return [
    ...sources.rows.flatMap((row) => rowProblems(row, sources)),
    ...repeated(sources.rows.map((row) => row.id)).map((id) => `${id} is used twice`),
    ...citationProblems(sources),
    ...uncited(sources),
    ...sources.decisions.flatMap((decision) => decisionProblems(decision)),
    ...repeated(sources.decisions.map((decision) => decision.id)).map((id) => `decision ${id} exists twice`),
  ];
}

function rowProblems(row: RequirementRow, { sections, decisions }: RequirementSources): string[] {
  const excluded = row.verified.includes('excluded');
  const rules: [holds: boolean, problem: string][] = [
    [sections.includes(row.section), `section ${row.section} is not in the list of sections`],
    [new RegExp(`^R-${row.section}-\\d\\d$`).test(row.id), `its id must be R-${row.section}- and two digits`],
    [levels.includes(row.level), `level must be one of ${levels.join(', ')}`],
    [row.verified.length > 0, 'verified must name at least one way'],
    [row.verified.every((way) => ways.includes(way)), `verified must be of ${ways.join(', ')}`],
    [!excluded || row.verified.length === 1, 'excluded stands alone'],
    [excluded === (row.reason !== undefined), 'reason belongs to excluded ones, and to each of them'],
    [
      (row.level === 'open') === (row.decision !== undefined),
      'decision belongs to open ones, and to each of them',
    ],
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

function citationProblems({ rows, citations, decisions }: RequirementSources): string[] {
  const ids = new Set(rows.map((row) => row.id));
  const all = [...citations, ...decisions.flatMap((decision) => citationsOf(decision))];
  const unknown = all.filter(({ requirement }) => !ids.has(requirement));
  const twice = repeated(citations.map(({ requirement, place }) => `${place} cites ${requirement}`));
  return [
    ...unknown.map(({ requirement, place }) => `${place} cites ${requirement}, which does not exist`),
    ...twice.map((text) => `${text} twice`),
  ];
}

/** What a decision cites, in its front matter or in its text. */
function citationsOf(decision: Decision): Citation[] {
  const mentioned = decision.parts.flatMap(({ text }) => text.match(/R-[\dX.]+-\d\d/g) ?? []);
  const ids = new Set([...decision.requirements, ...mentioned]);
  return [...ids].map((requirement) => ({ requirement, place: decision.file }));
}

function uncited({ rows, citations, decisions }: RequirementSources): string[] {
  const cited = new Set([
    ...citations.map(({ requirement }) => requirement),
    ...decisions.flatMap((decision) => decision.requirements),
  ]);
  return rows
    .filter((row) => !cited.has(row.id))
    .map((row) => `${row.id} is cited by no operation, event, surface or decision`);
}

function decisionProblems(decision: Decision): string[] {
  const headings = decision.parts.map((part) => part.heading);
  const empty = decision.parts.filter((part) => part.text === '').map((part) => part.heading);
  const rules: [holds: boolean, problem: string][] = [
    [/^\d{4}$/.test(decision.id), 'id must be four digits'],
    [decision.file.startsWith(`${decision.id}-`), 'the file name must begin with its id'],
    [statuses.includes(decision.status), `status must be one of ${statuses.join(', ')}`],
    [/^\d{4}-\d\d-\d\d$/.test(decision.date), 'date must be YYYY-MM-DD'],
    [decision.requirements.length > 0, 'it must cite a requirement'],
    [headings.join() === decisionHeadings.join(), `its headings must be ${decisionHeadings.join(', ')}`],
    [empty.length === 0, `nothing stands under ${empty.join(', ')}`],
  ];
  return rules.filter(([holds]) => !holds).map(([, problem]) => `${decision.file}: ${problem}`);
}

function repeated(values: readonly string[]): string[] {
  return [...new Set(values.filter((value, index) => values.indexOf(value) !== index))];
}
