import { asArray, asObject, asString, type JsonObject } from '../contract/json.ts';
import type { Decision } from '../contract/requirements.ts';
import { createChange, type Change } from './change.ts';
import { changedTexts, matchByKey } from './compare-texts.ts';
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
  const { removed, added, pairs } = matchByKey(byId(listRequirements(old)), byId(listRequirements(now)));
  return [
    ...removed.map(([, row]) => removedRequirement(row)),
    ...added.map(([, row]) => addedRequirement(row)),
    ...pairs.flatMap((pair) => compareRequirement(pair.old, pair.new)),
  ];
}

function byId<Item extends { readonly id: string }>(items: readonly Item[]): Map<string, Item> {
  return new Map(items.map((item) => [item.id, item]));
}

function change(rule: RuleName, { id }: RequirementText, what: string): Change {
  return createChange(rule, { where: id, what, names: [id] });
}

function addedRequirement(row: RequirementText): Change {
  const rule = row.level === 'open' ? 'open-requirement-added' : 'requirement-added';
  return change(rule, row, `added, ${row.level}: ${row.text}`);
}

function removedRequirement(row: RequirementText): Change {
  const rule = row.level === 'open' ? 'open-requirement-removed' : 'requirement-removed';
  return change(rule, row, `removed, it was ${row.level}: ${row.text}`);
}

function compareRequirement(old: RequirementText, now: RequirementText): Change[] {
  const texts = [
    ...(old.text === now.text ? [] : [`"${old.text}" -> "${now.text}"`]),
    ...changedTexts(old.fields, now.fields, new Set(['id', 'level', 'text'])),
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
  const { removed, added, pairs } = matchByKey(byId(old), byId(now));
  const report = (rule: RuleName, { id, title }: Decision, what: string): Change =>
    createChange(rule, { where: `decision ${id}`, what: `${what}: ${title}`, names: [id] });
  return [
    ...removed.map(([, record]) => report('decision-removed', record, 'removed')),
    ...added.map(([, record]) => report('decision-added', record, 'added')),
    ...pairs.flatMap((pair) => {
      const parts = changedParts(pair.old, pair.new);
      return parts.length === 0 ? [] : [report('decision-changed', pair.new, `${parts.join(', ')} changed`)];
    }),
  ];
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
