import type { JsonObject } from '../contract/json.ts';
import { requirementRows, type Decision, type RequirementRow } from '../contract/requirements.ts';
import { createChange, quote, type Change } from './change.ts';
import type { RuleName } from './rules.ts';

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

function byId(document: JsonObject): Map<string, RequirementRow> {
  return new Map(requirementRows(document).map((row) => [row.id, row]));
}

function change(rule: RuleName, { id }: RequirementRow, what: string): Change {
  return createChange(rule, { where: id, what, names: [id] });
}

function added(row: RequirementRow): Change {
  const rule = row.level === 'open' ? 'open-requirement-added' : 'requirement-added';
  return change(rule, row, `added, ${row.level}: ${row.text}`);
}

function removed(row: RequirementRow): Change {
  const rule = row.level === 'open' ? 'open-requirement-removed' : 'requirement-removed';
  return change(rule, row, `removed, it was ${row.level}: ${row.text}`);
}

function compareRow(old: RequirementRow, now: RequirementRow): Change[] {
  const texts = (['section', 'text', 'decision', 'reason'] as const).filter(
    (field) => old[field] !== now[field],
  );
  const verified = old.verified.join() === now.verified.join() ? [] : ['verified'];
  const described = [...texts, ...verified].map((field) =>
    change(
      'requirement-described',
      now,
      `${field}: ${quoteAll(old[field as 'text'])} -> ${quoteAll(now[field as 'text'])}`,
    ),
  );
  return old.level === now.level
    ? described
    : [change(levelRule(old.level, now.level), now, `level: ${old.level} -> ${now.level}`), ...described];
}

/** Texts are compared by people, so they are not shortened. */
function quoteAll(value: string | readonly string[] | undefined): string {
  return value === undefined ? quote(undefined) : JSON.stringify(value);
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
