import { headLine } from './head-line.ts';
import { asArray, asObject, asString, type JsonObject } from './json.ts';
import { writeLiteral } from './write-literal.ts';

const types = `export type RequirementLevel = 'stated' | 'open';
export type Verification = 'black-box' | 'server-test' | 'browser' | 'excluded';

/** One binding sentence of the source, in our own words. */
export interface Requirement {
  readonly id: RequirementId;
  readonly section: SectionId;
  readonly level: RequirementLevel;
  readonly verified: readonly Verification[];
  readonly text: string;
  /** The record that settles an open point. */
  readonly decision?: string;
  /** Why no machine checks it. */
  readonly reason?: string;
}`;

/** generated/requirements.ts: every requirement, the union of their ids, and the titles of the source's sections. */
export function writeRequirementsTable(requirements: JsonObject): string {
  const rows = asArray(requirements['requirements'], 'requirements');
  const ids = rows.map((row) => asString(asObject(row, 'requirement')['id'], 'id'));
  return [
    `// ${headLine}`,
    `export type RequirementId =\n${ids.map((id) => `  | '${id}'`).join('\n')};`,
    `/** The titles of the source's sections. */\nexport const sectionTitles = ${writeLiteral(asObject(requirements['sections'], 'sections'))} as const;`,
    'export type SectionId = keyof typeof sectionTitles;',
    types,
    `export const requirementsVersion = ${writeLiteral(asString(requirements['version'], 'version'))};`,
    `export const requirements: readonly Requirement[] = ${writeLiteral(rows)};\n`,
  ].join('\n\n');
}
