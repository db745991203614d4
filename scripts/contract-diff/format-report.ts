import type { Json } from '../contract/json.ts';
import type { Change, Witness } from './change.ts';
import type { ContractDiff } from './compare-contracts.ts';
import type { Effect } from './rules.ts';

/** The heading of the changes of each effect, worst first. */
export const effectHeadings: Readonly<Record<Effect, string>> = {
  breaking: 'Breaking',
  obligation: 'Deployments must do more',
  compatible: 'Compatible',
};
const effects = Object.keys(effectHeadings) as Effect[];
const maxText = 240;

/** The report for a terminal, its summary first and last. Notes on whom things bind are one line, unless `all` is true. */
export function formatText(diff: ContractDiff, all = false): string {
  const parts = effects.flatMap((effect) => {
    const changes = diff.changes.filter((change) => change.effect === effect);
    const notes = all ? [] : changes.filter((change) => isBindingNote(change));
    const shown = changes.filter((change) => !notes.includes(change));
    const counted =
      notes.length === 0 ? [] : [`  x-required-by, x-core: ${notes.length} more (--all shows them)\n`];
    return changes.length === 0
      ? []
      : [`${effectHeadings[effect]}\n`, ...shown.map((change) => textOf(change)), ...counted];
  });
  const summary = summaryOf(diff);
  return [...(parts.length === 0 ? [] : [`${summary}\n`]), ...parts, summary, ''].join('\n');
}

/** Whether a change says only whom something binds, and nothing of any message. */
function isBindingNote({ effect, rule, what }: Change): boolean {
  const isNote = rule === 'binding-described' || /^x-(?:binding|core|required-by)\b(?!.*, )/.test(what);
  return effect === 'compatible' && isNote;
}

function textOf(change: Change): string {
  const lines = [
    `  ${change.where}: ${change.what}`,
    `    for ${audienceOf(change)}: ${change.why} (${change.rule})`,
    ...(change.uses.length === 0 ? [] : [`    in ${change.uses.join(', ')}`]),
    ...(change.witness === null
      ? []
      : [`    ${describeWitness(change.witness, change.what)}: ${shortJson(change.witness.message)}`]),
  ];
  return `${lines.join('\n')}\n`;
}

function audienceOf({ audience, binding }: Change): string {
  if (audience.length === 0) return 'nobody';
  const who = audience.join(', ');
  return binding === 'ours' ? `${who}, at our deployments only` : who;
}

/** What a witness shows, in words: of a message that both versions allow, what a reader of the old one misses. */
export function describeWitness({ validIn, error }: Witness, what: string): string {
  if (validIn.length === 2)
    return `valid in both, but read otherwise by a client of the old version (${what})`;
  const [side = 'neither'] = validIn;
  return `valid in the ${side} version only (${error ?? ''})`;
}

function summaryOf(diff: ContractDiff): string {
  return `${diff.old} -> ${diff.new}: ${countsOf(diff)}`;
}

/** How many changes of each effect there are, in words. */
export function countsOf({ breaking, obligations, compatible }: ContractDiff): string {
  return `${breaking} breaking, ${obligations} that ask more of deployments, ${compatible} compatible`;
}

/** The report for a pull request. */
export function formatMarkdown(diff: ContractDiff): string {
  const tables = effects.flatMap((effect) => {
    const changes = diff.changes.filter((change) => change.effect === effect);
    if (changes.length === 0) return [];
    const head = `### ${effectHeadings[effect]}\n\n| where | what | for | why | message |\n|---|---|---|---|---|`;
    return [`${[head, ...changes.map((change) => rowOf(change))].join('\n')}\n`];
  });
  return [`## Changes of the contract\n\n${summaryOf(diff)}\n`, ...tables].join('\n');
}

function rowOf(change: Change): string {
  const { where, what, why, rule, witness } = change;
  const message =
    witness === null ? '' : `\`${shortJson(witness.message)}\`: ${describeWitness(witness, what)}`;
  const cells = [`\`${where}\``, what, audienceOf(change), `${why} (${rule})`, message];
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|').replaceAll('\n', ' ')).join(' | ')} |`;
}

/** A message on one line, its long strings and lists shortened. */
export function shortJson(message: Json): string {
  const text = JSON.stringify(message, (_key, value: Json) => {
    if (typeof value === 'string' && value.length > 60)
      return `${value.slice(0, 20)}... (${value.length} characters)`;
    if (Array.isArray(value) && value.length > 4) return [value[0] as Json, `... (${value.length} items)`];
    return value;
  });
  return text.length > maxText ? `${text.slice(0, maxText)}...` : text;
}
