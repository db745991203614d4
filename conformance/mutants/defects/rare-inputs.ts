import type { Change, JsonObject } from '../server/deployment.ts';
import { mutantsOf, type Mutant } from '../mutant.ts';
import { without } from '../server/responses.ts';
import { onCapabilities, onConfigNumber, onConfigText, onStored, onText } from './changes.ts';

function decodedIfEscaped(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Drops the description of some agents. */
function dropsDescription(when: (agent: JsonObject) => boolean): Change {
  return onStored((agent) => (when(agent) ? without(agent, 'description') : agent));
}

/** Changes only values of a rare kind, which generated inputs must reach. */
export const rareInputMutants: readonly Mutant[] = [
  ...mutantsOf('R-2.1-04', 'agents/keeps-text', {
    'name-truncated-at-128': onText('name', (text) => text.slice(0, 128)),
    'name-truncated-in-bytes': onText('name', (text) => Buffer.from(text).subarray(0, 120).toString()),
    'name-final-newline-removed': onText('name', (text) => text.replace(/\n$/, '')),
    'name-tabs-to-spaces': onText('name', (text) => text.replaceAll('\t', ' ')),
    'name-tags-stripped': onText('name', (text) => text.replaceAll(/<[^>]*>/g, '')),
    'name-zero-width-removed': onText('name', (text) => text.replaceAll(/[\u200B-\u200D\uFEFF]/g, '')),
    'name-percent-decoded': onText('name', decodedIfEscaped),
    'name-plus-to-space': onText('name', (text) => text.replaceAll('+', ' ')),
    'name-literal-coerced': onText('name', (text) =>
      ['true', 'false', 'null'].includes(text) ? JSON.parse(text) : text,
    ),
    'name-null-word-emptied': onText('name', (text) => (text.toLowerCase() === 'null' ? '' : text)),
    'name-leading-zeros-removed': onText('name', (text) => text.replace(/^0+(?=\d)/, '')),
    'name-non-latin-1-replaced': onText('name', (text) => text.replaceAll(/[\u0100-\uFFFF]/g, '?')),
    'name-compatibility-folded': onText('name', (text) => text.normalize('NFKC')),
    'name-html-unescaped': onText('name', (text) => text.replaceAll('&amp;', '&').replaceAll('&lt;', '<')),
    'name-dollar-variables-removed': onText('name', (text) => text.replaceAll(/\$\{[^}]*\}|\$\w+/g, '')),
    'name-braces-removed': onText('name', (text) => text.replaceAll(/\{\{[^}]*\}\}/g, '')),
  }),
  ...mutantsOf('R-2.2-18', 'agents/keeps-text', {
    'prompt-truncated-at-256': onConfigText('system_prompt', (text) => text.slice(0, 256)),
    'prompt-truncated-at-512': onConfigText('system_prompt', (text) => text.slice(0, 512)),
    'prompt-blank-lines-collapsed': onConfigText('system_prompt', (text) => text.replaceAll(/\n{2,}/g, '\n')),
    'prompt-newlines-to-spaces': onConfigText('system_prompt', (text) => text.replaceAll('\n', ' ')),
    'prompt-quotes-curled': onConfigText('system_prompt', (text) => text.replaceAll('"', '”')),
    'prompt-escapes-interpreted': onConfigText('system_prompt', (text) => text.replaceAll('\\n', '\n')),
    'prompt-end-trimmed': onConfigText('system_prompt', (text) => text.trimEnd()),
  }),
  ...mutantsOf('R-2.2-19', 'agents/keeps-numbers', {
    'temperature-single-precision': onConfigNumber('temperature', Math.fround),
    'temperature-rounded-to-thousandths': onConfigNumber(
      'temperature',
      (value) => Math.round(value * 1000) / 1000,
    ),
    'temperature-capped-below-one': onConfigNumber('temperature', (value) => Math.min(value, 0.99)),
  }),
  ...mutantsOf('R-2.2-20', 'agents/keeps-numbers', {
    'tokens-signed-16-bit': onConfigNumber('max_tokens', (value) => Math.min(value, 32_767)),
    'tokens-capped-at-100-000': onConfigNumber('max_tokens', (value) => Math.min(value, 100_000)),
    'tokens-at-least-16': onConfigNumber('max_tokens', (value) => Math.max(value, 16)),
  }),
  ...mutantsOf('R-2.2-21', 'agents/keeps-capabilities', {
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
    'description-dropped-for-recommendation': dropsDescription(
      (agent) => agent['type'] === 'product_recommendation',
    ),
  }),
  ...mutantsOf('R-2.1-08', 'agents/keeps-text', {
    'description-dropped-if-not-ascii': dropsDescription((agent) =>
      /[\u0080-\uFFFF]/.test(String(agent['description'])),
    ),
  }),
];
