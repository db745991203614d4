import type { RequirementId } from '../../../generated/requirements.ts';

export type Agent = Readonly<Record<string, unknown>>;

/** A field that a client sends and gets back, where it is, and the clause that says so. */
export interface SentField {
  readonly path: string;
  readonly kept: RequirementId;
  /** The clause that a wrong value of it breaks. */
  readonly invalid: RequirementId;
}

/** Source 2.1 and 2.2, field by field. */
export const sentFields: readonly SentField[] = [
  { path: 'name', kept: 'R-2.1-04', invalid: 'R-2.1-03' },
  { path: 'type', kept: 'R-2.1-05', invalid: 'R-2.1-05' },
  { path: 'description', kept: 'R-2.1-08', invalid: 'R-2.1-07' },
  { path: 'config.model_provider', kept: 'R-2.2-02', invalid: 'R-2.2-03' },
  { path: 'config.model_id', kept: 'R-2.2-04', invalid: 'R-2.2-04' },
  { path: 'config.system_prompt', kept: 'R-2.2-05', invalid: 'R-2.2-05' },
  { path: 'config.temperature', kept: 'R-2.2-07', invalid: 'R-2.2-06' },
  { path: 'config.max_tokens', kept: 'R-2.2-08', invalid: 'R-2.2-08' },
  { path: 'config.mcp_capabilities', kept: 'R-2.2-10', invalid: 'R-2.2-09' },
];

/** The value at a dotted path, or undefined. */
export function valueAt(value: unknown, path: string): unknown {
  let current = value;
  for (const name of path.split('.')) {
    if (typeof current !== 'object' || current === null) return undefined;
    current = (current as Record<string, unknown>)[name];
  }
  return current;
}

/** The clause that a violation at a path breaks (see `violationsOf`). */
export function clauseOfViolation(path: string, rule: string): RequirementId {
  if (path === '') return 'R-7-06';
  if (path === 'config') return 'R-2.1-09';
  if (path.startsWith('config.mcp_capabilities.')) return 'R-2.2-10';
  if (path === 'config.temperature' && rule === 'range') return 'R-2.2-07';
  if (path === 'config.model_provider' && rule !== 'enum') return 'R-2.2-01';
  return sentFields.find((field) => field.path === path)?.invalid ?? 'R-7-06';
}
