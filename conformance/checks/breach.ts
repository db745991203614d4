import type { RequirementId } from '../../generated/requirements.ts';

/** A clause that an answer breaks, told from what was seen. */
export interface Breach {
  readonly requirement: RequirementId;
  readonly expected: string;
  readonly actual: string;
}

/** Whether a JSON value is an object, and neither null nor an array. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const longest = 160;

/** A value as JSON, short enough for one line of a report. */
export function showValue(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > longest ? `${text.slice(0, longest)} ...` : text;
}
