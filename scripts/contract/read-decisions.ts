import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { asObject, asString, asStrings, type Json } from '../generate/json.ts';

export const decisionHeadings = [
  'Context',
  'Choice',
  'Why',
  'What a conforming deployment may do instead',
] as const;

/** One record of spec/decisions: how an open point of the source was settled. */
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

/** Every decision record of a folder by its number. Throws, naming the file, when a record has no front matter. */
export function readDecisions(folder: string): Decision[] {
  const files = readdirSync(folder).filter((file) => file.endsWith('.md'));
  return files.toSorted().map((file) => readDecision(file, readFileSync(join(folder, file), 'utf8')));
}

/** Reads one record; throws when its front matter is missing or a field of it has the wrong type. */
export function readDecision(file: string, text: string): Decision {
  const match = /^---\n(?<head>.*?)\n---\n(?<body>.*)$/s.exec(text);
  if (match?.groups === undefined)
    throw new Error(`${file} must begin with front matter between two lines of ---`);
  const head = asObject(parse(match.groups['head'] ?? '') as Json, `front matter of ${file}`);
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
