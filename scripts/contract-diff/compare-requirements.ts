import { asArray, asObject, asString, type JsonObject } from '../contract/json.ts';
import type { Decision } from '../contract/requirements.ts';
import type { Change } from './change.ts';
import { changedKeys, compareParts, type Difference } from './compare-parts.ts';
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

function byId<Item extends { readonly id: string }>(items: readonly Item[]): Map<string, Item> {
  return new Map(items.map((item) => [item.id, item]));
}

/** Compares the requirements of two versions: their levels, texts and decisions. */
export function compareRequirements(old: JsonObject, now: JsonObject): Change[] {
  return compareParts(byId(listRequirements(old)), byId(listRequirements(now)), {
    subject: (id) => ({ where: id, names: [id] }),
    removed: ({ level, text }) => [
      level === 'open' ? 'open-requirement-removed' : 'requirement-removed',
      `removed, it was ${level}: ${text}`,
    ],
    added: ({ level, text }) => [
      level === 'open' ? 'open-requirement-added' : 'requirement-added',
      `added, ${level}: ${text}`,
    ],
    both: compareRequirement,
  });
}

function compareRequirement(old: RequirementText, now: RequirementText): Difference[] {
  const others = changedKeys(old.fields, now.fields, 'id', 'level', 'text');
  const texts = [
    ...(old.text === now.text ? [] : [`"${old.text}" -> "${now.text}"`]),
    ...(others.length === 0 ? [] : [`${others.join(', ')} changed`]),
  ];
  const level: Difference = [levelRule(old.level, now.level), `level: ${old.level} -> ${now.level}`];
  return [
    ...(old.level === now.level ? [] : [level]),
    ...(texts.length === 0 ? [] : [['requirement-described', texts.join('; ')] as const]),
  ];
}

function levelRule(from: string, to: string): RuleName {
  if (to === 'open') return 'requirement-became-open';
  return from === 'open' ? 'requirement-became-binding' : 'requirement-evidence-changed';
}

/** Compares the records of decisions: which there are, their status and texts. */
export function compareDecisions(old: readonly Decision[], now: readonly Decision[]): Change[] {
  return compareParts(byId(old), byId(now), {
    subject: (id) => ({ where: `decision ${id}`, names: [id] }),
    removed: ({ title }) => ['decision-removed', `removed: ${title}`],
    added: ({ title }) => ['decision-added', `added: ${title}`],
    both: (before, after) => {
      const parts = changedKeys(textsOf(before), textsOf(after));
      return parts.length === 0 ? [] : [['decision-changed', `${parts.join(', ')} changed: ${after.title}`]];
    },
  });
}

/** The fields of a record, and its parts by their headings. */
function textsOf({ title, status, date, requirements, parts }: Decision): JsonObject {
  const texts = parts.map(({ heading, text }) => [heading, text] as const);
  return { title, status, date, requirements, ...Object.fromEntries(texts) };
}
