import type { Change, JsonObject } from '../server/deployment.ts';
import type { Mutant } from '../mutant.ts';
import { without } from '../server/replies.ts';
import { onConfigField, onKept, onText } from './changes.ts';

function name(id: string, change: (text: string) => unknown): Mutant {
  return {
    id: `name-${id}`,
    clause: 'R-2.1-04',
    killedBy: ['agents/keeps-text'],
    apply: onText('name', change),
  };
}

function prompt(id: string, change: (text: string) => unknown): Mutant {
  const apply = onConfigField('system_prompt', (value) => change(String(value)));
  return { id: `prompt-${id}`, clause: 'R-2.2-05', killedBy: ['agents/keeps-text'], apply };
}

function numbers(id: string, clause: string, field: string, change: (value: number) => unknown): Mutant {
  const apply = onConfigField(field, (value) => change(Number(value)));
  return { id, clause, killedBy: ['agents/keeps-numbers'], apply };
}

function capabilities(id: string, change: (items: readonly JsonObject[]) => unknown): Mutant {
  const apply = onConfigField('mcp_capabilities', (value) => change(value as readonly JsonObject[]));
  return { id: `capabilities-${id}`, clause: 'R-2.2-10', killedBy: ['agents/keeps-capabilities'], apply };
}

function parsedIfJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function decodedIfEscaped(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Loses a field of some agents only, by what else they have. */
function losesDescription(when: (agent: JsonObject) => boolean): Change {
  return onKept((agent) => (when(agent) ? without(agent, 'description') : agent));
}

/** Values that are changed only where they are of a rare kind: what sampling has to reach. */
export const rareInputMutants: readonly Mutant[] = [
  name('cut-at-128', (text) => text.slice(0, 128)),
  name('cut-in-bytes', (text) => Buffer.from(text).subarray(0, 120).toString()),
  name('last-line-end-lost', (text) => text.replace(/\n$/, '')),
  name('tabs-to-blanks', (text) => text.replaceAll('\t', ' ')),
  name('tags-stripped', (text) => text.replaceAll(/<[^>]*>/g, '')),
  name('zero-width-lost', (text) => text.replaceAll(/[\u200B-\u200D\uFEFF]/g, '')),
  name('percent-decoded', decodedIfEscaped),
  name('plus-to-blank', (text) => text.replaceAll('+', ' ')),
  name('literal-coerced', (text) => (['true', 'false', 'null'].includes(text) ? parsedIfJson(text) : text)),
  name('null-word-lost', (text) => (text.toLowerCase() === 'null' ? '' : text)),
  name('leading-zero-lost', (text) => text.replace(/^0+(?=\d)/, '')),
  name('beyond-latin-1-lost', (text) => text.replaceAll(/[\u0100-\uFFFF]/g, '?')),
  name('compatibility-folded', (text) => text.normalize('NFKC')),
  name('html-unescaped', (text) => text.replaceAll('&amp;', '&').replaceAll('&lt;', '<')),
  name('dollar-expanded', (text) => text.replaceAll(/\$\{[^}]*\}|\$\w+/g, '')),
  name('braces-filled', (text) => text.replaceAll(/\{\{[^}]*\}\}/g, '')),
  prompt('cut-at-256', (text) => text.slice(0, 256)),
  prompt('cut-at-512', (text) => text.slice(0, 512)),
  prompt('blank-lines-collapsed', (text) => text.replaceAll(/\n{2,}/g, '\n')),
  prompt('line-ends-to-blanks', (text) => text.replaceAll('\n', ' ')),
  prompt('quotes-curled', (text) => text.replaceAll('"', '”')),
  prompt('escapes-read', (text) => text.replaceAll('\\n', '\n')),
  prompt('end-trimmed', (text) => text.trimEnd()),
  numbers('temperature-single-precision', 'R-2.2-07', 'temperature', (value) => Math.fround(value)),
  numbers(
    'temperature-rounded-to-thousandths',
    'R-2.2-07',
    'temperature',
    (value) => Math.round(value * 1000) / 1000,
  ),
  numbers('temperature-one-to-nine-tenths', 'R-2.2-07', 'temperature', (value) => Math.min(value, 0.99)),
  numbers('tokens-signed-16-bit', 'R-2.2-08', 'max_tokens', (value) => (value > 32_767 ? 32_767 : value)),
  numbers('tokens-capped-at-100-000', 'R-2.2-08', 'max_tokens', (value) => Math.min(value, 100_000)),
  numbers('tokens-at-least-16', 'R-2.2-08', 'max_tokens', (value) => Math.max(value, 16)),
  capabilities('reversed', (items) => items.toReversed()),
  capabilities('sorted', (items) =>
    items.toSorted((a, b) => String(a['type']).localeCompare(String(b['type']))),
  ),
  capabilities('one-of-each-type', (items) => [
    ...new Map(items.map((item) => [item['type'], item])).values(),
  ]),
  capabilities('at-most-two', (items) => items.slice(0, 2)),
  {
    id: 'description-lost-with-recommendation',
    clause: 'R-2.1-08',
    killedBy: ['agents/create-and-list'],
    apply: losesDescription((agent) => agent['type'] === 'product_recommendation'),
  },
  {
    id: 'description-lost-beyond-ascii',
    clause: 'R-2.1-08',
    killedBy: ['agents/keeps-text'],
    apply: losesDescription((agent) => /[\u0080-\uFFFF]/.test(String(agent['description']))),
  },
];
