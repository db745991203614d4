import type { Change, JsonObject } from '../server/deployment.ts';
import { mutantsOf, type Mutant } from '../mutant.ts';
import {
  onCapabilities,
  onConfig,
  onConfigNumber,
  onConfigText,
  onField,
  onStored,
  onText,
} from './changes.ts';
import { without } from '../server/responses.ts';

function truncate(length: number): (value: string) => string {
  return (value) => value.slice(0, length);
}

/** Changes what every sixth create stores. */
function everySixth(change: (agent: JsonObject) => JsonObject): Change {
  return onStored((agent, call) => (call.state.nextNumber('create') % 6 === 0 ? change(agent) : agent));
}

const escapes: Readonly<Record<string, string>> = { '"': '&quot;', "'": '&#39;', '&': '&amp;', '<': '&lt;' };

const textMutants: readonly Mutant[] = [
  ...mutantsOf('R-2.1-04', 'agents/keeps-text', {
    'name-trimmed': onText('name', (text) => text.trim()),
    'name-truncated-at-64': onText('name', truncate(64)),
    'name-truncated-at-100': onText('name', truncate(100)),
    'name-lower-case': onText('name', (text) => text.toLowerCase()),
    'name-capitalised': onText('name', (text) => text.slice(0, 1).toUpperCase() + text.slice(1)),
    'name-spaces-collapsed': onText('name', (text) => text.replaceAll(/\s+/g, ' ')),
    'name-quotes-escaped': onText('name', (text) =>
      text.replaceAll(/["'&<]/g, (mark) => escapes[mark] ?? mark),
    ),
    'name-quotes-doubled': onText('name', (text) => text.replaceAll("'", "''")),
    'name-astral-replaced': onText('name', (text) => text.replaceAll(/[\u{10000}-\u{10FFFF}]/gu, '?')),
    'name-read-as-latin-1': onText('name', (text) => Buffer.from(text, 'utf8').toString('latin1')),
    'name-numeral-coerced': onText('name', (text) => (/^\d+$/.test(text) ? Number(text) : text)),
    'name-normalised': onText('name', (text) => text.normalize('NFC')),
  }),
  ...mutantsOf('R-2.1-16', 'agents/keeps-text', {
    'type-lower-case': onText('type', (text) => text.toLowerCase()),
    'type-fixed': onText('type', () => 'customer_support'),
    'type-dashed': onText('type', (text) => text.replaceAll('_', '-')),
  }),
  ...mutantsOf('R-2.1-08', 'agents/combinations', {
    'description-dropped': onStored((agent) => without(agent, 'description')),
    'description-empty-null': onField('description', (value) => (value === '' ? null : value)),
    'description-is-name': onStored((agent) =>
      agent['description'] === undefined ? agent : { ...agent, description: agent['name'] },
    ),
  }),
  ...mutantsOf('R-4.3-06', 'agents/combinations', {
    'description-empty-dropped': onStored((agent) =>
      agent['description'] === '' ? without(agent, 'description') : agent,
    ),
  }),
  ...mutantsOf('R-2.1-08', 'agents/keeps-text', {
    'description-capitalised': onStored(({ description, ...agent }) => ({
      ...agent,
      Description: description,
    })),
    'description-truncated-at-255': onText('description', truncate(255)),
    'description-ellipsis': onText('description', (text) =>
      text.length > 140 ? `${text.slice(0, 137)}...` : text,
    ),
    'every-sixth-create-drops-description': everySixth((agent) => without(agent, 'description')),
  }),
  ...mutantsOf('R-2.2-21', 'agents/keeps-capabilities', {
    'every-sixth-create-drops-capabilities': everySixth((agent) => ({
      ...agent,
      config: without(agent['config'] as JsonObject, 'mcp_capabilities'),
    })),
  }),
];

const configMutants: readonly Mutant[] = [
  ...mutantsOf('R-2.2-02', 'agents/combinations', {
    'provider-three-as-one': onConfigText('model_provider', (text) =>
      text === 'provider_three' ? 'provider_one' : text,
    ),
  }),
  ...mutantsOf('R-2.2-17', 'agents/keeps-text', {
    'model-id-lower-case': onConfigText('model_id', (text) => text.toLowerCase()),
    'model-id-vendor-removed': onConfigText('model_id', (text) => text.slice(text.lastIndexOf('/') + 1)),
  }),
  ...mutantsOf('R-2.2-18', 'agents/keeps-text', {
    'prompt-trimmed': onConfigText('system_prompt', (text) => text.trim()),
    'prompt-truncated-at-1000': onConfigText('system_prompt', truncate(1000)),
    'prompt-line-endings-normalised': onConfigText('system_prompt', (text) => text.replaceAll('\r\n', '\n')),
    'prompt-backslashes-removed': onConfigText('system_prompt', (text) => text.replaceAll('\\', '')),
  }),
  ...mutantsOf('R-2.2-06', 'agents/defaults', {
    'temperature-default-missing': onConfig((config, sent) =>
      sent['temperature'] === undefined ? without(config, 'temperature') : config,
    ),
    'temperature-default-one': onConfig((config, sent) => ({
      ...config,
      temperature: sent['temperature'] ?? 1,
    })),
  }),
  ...mutantsOf('R-4.3-06', 'agents/keeps-numbers', {
    'temperature-zero-as-default': onConfigNumber('temperature', (value) => value || 0.7),
  }),
  ...mutantsOf('R-2.2-19', 'agents/keeps-numbers', {
    'temperature-rounded-to-tenths': onConfigNumber('temperature', (value) => Math.round(value * 10) / 10),
    'temperature-rounded-to-hundredths': onConfigNumber(
      'temperature',
      (value) => Math.round(value * 100) / 100,
    ),
    'temperature-text': onConfigNumber('temperature', (value) => String(value)),
  }),
  ...mutantsOf('R-2.2-08', 'agents/defaults', {
    'tokens-default-missing': onConfig((config, sent) =>
      sent['max_tokens'] === undefined ? without(config, 'max_tokens') : config,
    ),
  }),
  ...mutantsOf('R-4.3-04', 'agents/defaults', {
    'tokens-default-1024': onConfig((config, sent) => ({
      ...config,
      max_tokens: sent['max_tokens'] ?? 1024,
    })),
  }),
  ...mutantsOf('R-2.2-20', 'agents/keeps-numbers', {
    'tokens-16-bit': onConfigNumber('max_tokens', (value) => value % 65_536),
    'tokens-capped-at-8192': onConfigNumber('max_tokens', (value) => Math.min(value, 8192)),
    'tokens-always-default': onConfigNumber('max_tokens', () => 4096),
  }),
  ...mutantsOf('R-2.2-21', 'agents/keeps-capabilities', {
    'capabilities-dropped': onConfig((config) => without(config, 'mcp_capabilities')),
    'capability-flag-flipped': onCapabilities((items) => items.map((item) => ({ ...item, enabled: true }))),
    'capability-disabled-dropped': onCapabilities((items) => items.filter((item) => item['enabled'])),
    'capability-flag-as-number': onCapabilities((items) =>
      items.map((item) => ({ ...item, enabled: Number(item['enabled']) })),
    ),
    'capabilities-only-first': onCapabilities((items) => items.slice(0, 1)),
    'capabilities-as-names': onCapabilities((items) => items.map((item) => item['type'])),
  }),
  ...mutantsOf('R-2.2-09', 'agents/defaults', {
    'capabilities-default': onConfig((config) => ({
      mcp_capabilities: [{ type: 'product_catalog', enabled: true }],
      ...config,
    })),
  }),
  ...mutantsOf('R-4.3-06', 'agents/combinations', {
    'capabilities-empty-dropped': onConfig((config, sent) =>
      (sent['mcp_capabilities'] as unknown[] | undefined)?.length === 0
        ? without(config, 'mcp_capabilities')
        : config,
    ),
  }),
];

/** Values that are not returned as they were sent. */
export const storedValueMutants: readonly Mutant[] = [...textMutants, ...configMutants];
