import type { Change, JsonObject } from '../server/deployment.ts';
import { mutantsOf, type Mutant } from '../mutant.ts';
import { without } from '../server/replies.ts';
import { onCapabilities, onConfigNumber, onConfigText, onKept, onText } from './changes.ts';

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
  ...mutantsOf('R-2.1-04', 'agents/keeps-text', {
    'name-cut-at-128': onText('name', (text) => text.slice(0, 128)),
    'name-cut-in-bytes': onText('name', (text) => Buffer.from(text).subarray(0, 120).toString()),
    'name-last-line-end-lost': onText('name', (text) => text.replace(/\n$/, '')),
    'name-tabs-to-blanks': onText('name', (text) => text.replaceAll('\t', ' ')),
    'name-tags-stripped': onText('name', (text) => text.replaceAll(/<[^>]*>/g, '')),
    'name-zero-width-lost': onText('name', (text) => text.replaceAll(/[\u200B-\u200D\uFEFF]/g, '')),
    'name-percent-decoded': onText('name', decodedIfEscaped),
    'name-plus-to-blank': onText('name', (text) => text.replaceAll('+', ' ')),
    'name-literal-coerced': onText('name', (text) =>
      ['true', 'false', 'null'].includes(text) ? JSON.parse(text) : text,
    ),
    'name-null-word-lost': onText('name', (text) => (text.toLowerCase() === 'null' ? '' : text)),
    'name-leading-zero-lost': onText('name', (text) => text.replace(/^0+(?=\d)/, '')),
    'name-beyond-latin-1-lost': onText('name', (text) => text.replaceAll(/[\u0100-\uFFFF]/g, '?')),
    'name-compatibility-folded': onText('name', (text) => text.normalize('NFKC')),
    'name-html-unescaped': onText('name', (text) => text.replaceAll('&amp;', '&').replaceAll('&lt;', '<')),
    'name-dollar-expanded': onText('name', (text) => text.replaceAll(/\$\{[^}]*\}|\$\w+/g, '')),
    'name-braces-filled': onText('name', (text) => text.replaceAll(/\{\{[^}]*\}\}/g, '')),
  }),
  ...mutantsOf('R-2.2-05', 'agents/keeps-text', {
    'prompt-cut-at-256': onConfigText('system_prompt', (text) => text.slice(0, 256)),
    'prompt-cut-at-512': onConfigText('system_prompt', (text) => text.slice(0, 512)),
    'prompt-blank-lines-collapsed': onConfigText('system_prompt', (text) => text.replaceAll(/\n{2,}/g, '\n')),
    'prompt-line-ends-to-blanks': onConfigText('system_prompt', (text) => text.replaceAll('\n', ' ')),
    'prompt-quotes-curled': onConfigText('system_prompt', (text) => text.replaceAll('"', '”')),
    'prompt-escapes-read': onConfigText('system_prompt', (text) => text.replaceAll('\\n', '\n')),
    'prompt-end-trimmed': onConfigText('system_prompt', (text) => text.trimEnd()),
  }),
  ...mutantsOf('R-2.2-07', 'agents/keeps-numbers', {
    'temperature-single-precision': onConfigNumber('temperature', Math.fround),
    'temperature-rounded-to-thousandths': onConfigNumber(
      'temperature',
      (value) => Math.round(value * 1000) / 1000,
    ),
    'temperature-one-to-nine-tenths': onConfigNumber('temperature', (value) => Math.min(value, 0.99)),
  }),
  ...mutantsOf('R-2.2-08', 'agents/keeps-numbers', {
    'tokens-signed-16-bit': onConfigNumber('max_tokens', (value) => Math.min(value, 32_767)),
    'tokens-capped-at-100-000': onConfigNumber('max_tokens', (value) => Math.min(value, 100_000)),
    'tokens-at-least-16': onConfigNumber('max_tokens', (value) => Math.max(value, 16)),
  }),
  ...mutantsOf('R-2.2-10', 'agents/keeps-capabilities', {
    'capabilities-reversed': onCapabilities((items) => items.toReversed()),
    'capabilities-sorted': onCapabilities((items) =>
      items.toSorted((a, b) => String(a['type']).localeCompare(String(b['type']))),
    ),
    'capabilities-one-of-each-type': onCapabilities((items) => [
      ...new Map(items.map((item) => [item['type'], item])).values(),
    ]),
    'capabilities-at-most-two': onCapabilities((items) => items.slice(0, 2)),
  }),
  ...mutantsOf('R-2.1-08', 'agents/create-and-list', {
    'description-lost-with-recommendation': losesDescription(
      (agent) => agent['type'] === 'product_recommendation',
    ),
  }),
  ...mutantsOf('R-2.1-08', 'agents/keeps-text', {
    'description-lost-beyond-ascii': losesDescription((agent) =>
      /[\u0080-\uFFFF]/.test(String(agent['description'])),
    ),
  }),
];
