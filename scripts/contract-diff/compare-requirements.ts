import { asArray, asObject, asString, type JsonObject } from '../contract/json.ts';
import type { Decision } from '../contract/requirements.ts';
import { createChange, type Change } from './change.ts';
import { changedKeys } from './operation-pair.ts';
import type { RuleName } from './rules.ts';

/** A requirement of any version: later versions may have more fields than `requirementRows` knows. */
export interface RequirementText {
  readonly id: string;
  readonly level: string;
  readonly text: string;
  readonly fields: JsonObject;
}

/** The requirements of requirements.yaml in their order. */
export function listRequirements(document: JsonObject): RequirementText[] {
  return asArray(document['requirements'], 'requirements').map((value, index) => {
    const fields = asObject(value, `requirements[${index}]`);
    const id = asString(fields['id'], `requirements[${index}].id`);
    return { id, level: asString(fields['level'], id), text: asString(fields['text'], id), fields };
  });
}

/** Compares the requirements of two versions: their levels, texts and decisions. */
export function compareRequirements(old: JsonObject, now: JsonObject): Change[] {
  const [before, after] = [byId(old), byId(now)];
  return [
    ...[...before.values()].flatMap((row) => (after.has(row.id) ? [] : [removed(row)])),
    ...[...after.values()].flatMap((row) => {
      const partner = before.get(row.id);
      return partner === undefined ? [added(row)] : compareRow(partner, row);
    }),
  ];
}

function byId(document: JsonObject): Map<string, RequirementText> {
  return new Map(listRequirements(document).map((row) => [row.id, row]));
}

function change(rule: RuleName, { id }: RequirementText, what: string): Change {
  return createChange(rule, { where: id, what, names: [id] });
}

function added(row: RequirementText): Change {
  const rule = row.level === 'open' ? 'open-requirement-added' : 'requirement-added';
  return change(rule, row, `added, ${row.level}: ${row.text}`);
}

function removed(row: RequirementText): Change {
  const rule = row.level === 'open' ? 'open-requirement-removed' : 'requirement-removed';
  return change(rule, row, `removed, it was ${row.level}: ${row.text}`);
}

function compareRow(old: RequirementText, now: RequirementText): Change[] {
  const fields = changedKeys(old.fields, now.fields, new Set(['id', 'level', 'text']));
  const texts = [
    ...(old.text === now.text ? [] : [`"${old.text}" -> "${now.text}"`]),
    ...(fields.length === 0 ? [] : [`${fields.join(', ')} changed`]),
  ];
  return [
    ...(old.level === now.level
      ? []
      : [change(levelRule(old.level, now.level), now, `level: ${old.level} -> ${now.level}`)]),
    ...(texts.length === 0 ? [] : [change('requirement-described', now, texts.join('; '))]),
  ];
}

function levelRule(from: string, to: string): RuleName {
  if (to === 'open') return 'requirement-became-open';
  return from === 'open' ? 'requirement-became-binding' : 'requirement-evidence-changed';
}

/** Compares the records of decisions: which there are, their status and texts. */
export function compareDecisions(old: readonly Decision[], now: readonly Decision[]): Change[] {
  const find = (records: readonly Decision[], id: string): Decision | undefined =>
    records.find((record) => record.id === id);
  const report = (rule: RuleName, record: Decision, what: string): Change =>
    createChange(rule, { where: `decision ${record.id}`, what, names: [record.id] });
  return [
    ...old.filter(({ id }) => find(now, id) === undefined).map((record) => report('decision-removed', record, `removed: ${record.title}`)),
    ...now.flatMap((record) => {
      const partner = find(old, record.id);
      if (partner === undefined) return [report('decision-added', record, `added: ${record.title}`)];
      const parts = changedParts(partner, record);
      return parts.length === 0 ? [] : [report('decision-changed', record, `${parts.join(', ')} changed: ${record.title}`)];
    }),
  ]; // prettier-ignore
}

function changedParts(old: Decision, now: Decision): string[] {
  const fields = (['title', 'status', 'date'] as const).filter((field) => old[field] !== now[field]);
  const cited = old.requirements.join() === now.requirements.join() ? [] : ['requirements'];
  const textOf = (record: Decision, heading: string): string | undefined =>
    record.parts.find((part) => part.heading === heading)?.text;
  const headings = [...new Set([...old.parts, ...now.parts].map(({ heading }) => heading))];
  return [
    ...fields,
    ...cited,
    ...headings.filter((heading) => textOf(old, heading) !== textOf(now, heading)),
  ];
}
