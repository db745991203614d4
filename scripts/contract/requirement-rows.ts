import { asArray, asObject, asString, asStrings, type JsonObject } from '../generate/json.ts';

/** A requirement as the file has it; whether its values make sense is for `findRequirementProblems` to say. */
export interface RequirementRow {
  readonly id: string;
  readonly section: string;
  readonly level: string;
  readonly verified: readonly string[];
  readonly text: string;
  readonly decision: string | undefined;
  readonly reason: string | undefined;
}

/** The rows of requirements.yaml; throws when a field is missing or of the wrong type. */
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
      decision: optional('decision'),
      reason: optional('reason'),
    };
  });
}
