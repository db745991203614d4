import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { listOperations, type Contract } from './contract.ts';
import { parseYaml } from './files.ts';
import { asArray, asObject, asString, asStrings, isArray, type Json, type JsonObject } from './json.ts';

/** A requirement as requirements.yaml states it; `findRequirementProblems` checks its values. */
export interface RequirementRow {
  readonly id: string;
  readonly section: string;
  readonly level: string;
  readonly verified: readonly string[];
  readonly text: string;
  /** The line of the source that has it, or its lines as `34-36`; with `quote` for what is stated or derived. */
  readonly line: string | undefined;
  /** The source's own words. */
  readonly quote: string | undefined;
  /** Why a derived requirement follows from what is stated. */
  readonly inference: string | undefined;
  readonly decision: string | undefined;
  readonly reason: string | undefined;
}

/** The rows of requirements.yaml. Throws when a field is missing or of the wrong type. */
export function requirementRows(document: JsonObject): RequirementRow[] {
  return asArray(document['requirements'], 'requirements').map((value, index) => {
    const row = asObject(value, `requirements[${index}]`);
    const id = asString(row['id'], `requirements[${index}].id`);
    const optional = (field: string): string | undefined =>
      row[field] === undefined ? undefined : asString(row[field], `${id}.${field}`);
    return {
      id,
      section: asString(row['section'], `${id}.section`),
      level: asString(row['level'], `${id}.level`),
      verified: asStrings(row['verified'], `${id}.verified`),
      text: asString(row['text'], `${id}.text`),
      line: optional('line'),
      quote: optional('quote'),
      inference: optional('inference'),
      decision: optional('decision'),
      reason: optional('reason'),
    };
  });
}

/** The texts of the requirements that bind every deployment, by id: those that are stated or derived. */
export function bindingTexts(document: JsonObject): ReadonlyMap<string, string> {
  const binding = requirementRows(document).filter(({ level }) => level === 'stated' || level === 'derived');
  return new Map(binding.map(({ id, text }) => [id, text]));
}

/** A place of the contract that cites a requirement, named for a reader. */
export interface Citation {
  readonly requirement: string;
  readonly place: string;
}

/** Every `x-requirements` of the two documents, with the name of the object that has it. */
export function findCitations({ openapi, asyncapi }: Pick<Contract, 'openapi' | 'asyncapi'>): Citation[] {
  const channels = Object.entries(asObject(asyncapi['channels'] ?? {}, 'channels'));
  const components = asObject(asyncapi['components'] ?? {}, 'components');
  const messages = Object.entries(asObject(components['messages'] ?? {}, 'messages'));
  return [
    ...cite('every operation', openapi),
    ...cite('plans', asObject(openapi['x-plans'] ?? {}, 'x-plans')),
    ...listOperations(openapi).flatMap(({ id, object }) => cite(id, object)),
    ...channels.flatMap(([name, channel]) => cite(`channel ${name}`, asObject(channel, name))),
    ...messages.flatMap(([name, message]) => cite(`event ${name}`, asObject(message, name))),
  ];
}

/** The number of `x-requirements` anywhere in a document, to notice one in a place that `findCitations` does not read. */
export function countCitationLists(value: Json): number {
  if (typeof value !== 'object' || value === null) return 0;
  const items = isArray(value) ? value : Object.values(value);
  const below = items.reduce<number>((sum, item) => sum + countCitationLists(item), 0);
  return below + ('x-requirements' in value ? 1 : 0);
}

function cite(place: string, object: JsonObject): Citation[] {
  const ids = asStrings(object['x-requirements'], `x-requirements of ${place}`);
  return ids.map((requirement) => ({ requirement, place }));
}

export const decisionHeadings = [
  'Context',
  'Choice',
  'Why',
  'What a conforming deployment may do instead',
] as const;

/** The headings of a record of server/decisions, which binds nobody but our server. */
export const architectureHeadings = ['Context', 'Choice', 'Why'] as const;

/** The folder of the records of our server's architecture. */
export const architectureFolder = join(import.meta.dirname, '..', '..', 'server', 'decisions');

/** One record: of spec/decisions for an open point of the source, of server/decisions for our server's architecture. */
export interface Decision {
  readonly file: string;
  readonly id: string;
  readonly title: string;
  readonly status: string;
  readonly date: string;
  readonly requirements: readonly string[];
  /** The headings in the order of the file, each with its Markdown. */
  readonly parts: readonly DecisionPart[];
}

export interface DecisionPart {
  readonly heading: string;
  readonly text: string;
}

/** Every decision record of a folder, sorted by number. Throws an Error that names the file without front matter. */
export function readDecisions(folder: string): Decision[] {
  const files = readdirSync(folder).filter((file) => file.endsWith('.md'));
  return files.toSorted().map((file) => readDecision(file, readFileSync(join(folder, file), 'utf8')));
}

/** Reads one record; throws when its front matter is missing or a field of it has the wrong type. */
export function readDecision(file: string, text: string): Decision {
  const match = /^---\n(?<head>.*?)\n---\n(?<body>.*)$/s.exec(text);
  if (match?.groups === undefined)
    throw new Error(`${file} must begin with front matter between two lines of ---`);
  const head = asObject(parseYaml(file, match.groups['head'] ?? '', 2), `front matter of ${file}`);
  return {
    file,
    id: asString(head['id'], `id of ${file}`),
    title: asString(head['title'], `title of ${file}`),
    status: asString(head['status'], `status of ${file}`),
    date: asString(head['date'], `date of ${file}`),
    requirements: asStrings(head['requirements'], `requirements of ${file}`),
    parts: readParts(match.groups['body'] ?? ''),
  };
}

function readParts(body: string): DecisionPart[] {
  return body
    .split(/^## /m)
    .slice(1)
    .map((part) => {
      const [heading = '', ...lines] = part.split('\n');
      return { heading, text: lines.join('\n').trim() };
    });
}
