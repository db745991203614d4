import type { Change, JsonObject } from '../server/deployment.ts';
import type { Mutant } from '../mutant.ts';
import { onConfig, onConfigField, onField, onKept, onText } from './changes.ts';
import { without } from '../server/replies.ts';

function cutAt(length: number): (value: string) => string {
  return (value) => value.slice(0, length);
}

function configText(name: string, change: (value: string) => unknown): Change {
  return onConfigField(name, (value) => (typeof value === 'string' ? change(value) : value));
}

function configNumber(name: string, change: (value: number) => unknown): Change {
  return onConfigField(name, (value) => (typeof value === 'number' ? change(value) : value));
}

function capabilities(change: (items: readonly JsonObject[]) => unknown): Change {
  return onConfigField('mcp_capabilities', (value) => change(value as readonly JsonObject[]));
}

/** One create in six of a server loses what the change takes. */
function everySixth(change: (agent: JsonObject) => JsonObject): Change {
  return onKept((agent, call) => (call.world.count('create') % 6 === 0 ? change(agent) : agent));
}

const escapes: Readonly<Record<string, string>> = { '"': '&quot;', "'": '&#39;', '&': '&amp;', '<': '&lt;' };

const textMutants: readonly Mutant[] = [
  {
    id: 'name-trimmed',
    clause: 'R-2.1-04',
    killedBy: ['agents/keeps-text'],
    apply: onText('name', (text) => text.trim()),
  },
  {
    id: 'name-cut-at-64',
    clause: 'R-2.1-04',
    killedBy: ['agents/keeps-text'],
    apply: onText('name', cutAt(64)),
  },
  {
    id: 'name-cut-at-100',
    clause: 'R-2.1-04',
    killedBy: ['agents/keeps-text'],
    apply: onText('name', cutAt(100)),
  },
  {
    id: 'name-lower-case',
    clause: 'R-2.1-04',
    killedBy: ['agents/keeps-text'],
    apply: onText('name', (text) => text.toLowerCase()),
  },
  {
    id: 'name-capitalised',
    clause: 'R-2.1-04',
    killedBy: ['agents/keeps-text'],
    apply: onText('name', (text) => text.slice(0, 1).toUpperCase() + text.slice(1)),
  },
  {
    id: 'name-spaces-collapsed',
    clause: 'R-2.1-04',
    killedBy: ['agents/keeps-text'],
    apply: onText('name', (text) => text.replaceAll(/\s+/g, ' ')),
  },
  {
    id: 'name-quotes-escaped',
    clause: 'R-2.1-04',
    killedBy: ['agents/keeps-text'],
    apply: onText('name', (text) => text.replaceAll(/["'&<]/g, (mark) => escapes[mark] ?? mark)),
  },
  {
    id: 'name-quotes-doubled',
    clause: 'R-2.1-04',
    killedBy: ['agents/keeps-text'],
    apply: onText('name', (text) => text.replaceAll("'", "''")),
  },
  {
    id: 'name-astral-lost',
    clause: 'R-2.1-04',
    killedBy: ['agents/keeps-text'],
    apply: onText('name', (text) => text.replaceAll(/[\u{10000}-\u{10FFFF}]/gu, '?')),
  },
  {
    id: 'name-beyond-ascii-lost',
    clause: 'R-2.1-04',
    killedBy: ['agents/keeps-text'],
    apply: onText('name', (text) => Buffer.from(text, 'utf8').toString('latin1')),
  },
  {
    id: 'name-numeral-coerced',
    clause: 'R-2.1-04',
    killedBy: ['agents/keeps-text'],
    apply: onText('name', (text) => (/^\d+$/.test(text) ? Number(text) : text)),
  },
  {
    id: 'name-normalised',
    clause: 'R-2.1-04',
    killedBy: ['agents/keeps-text'],
    apply: onText('name', (text) => text.normalize('NFC')),
  },
  {
    id: 'type-lower-case',
    clause: 'R-2.1-05',
    killedBy: ['agents/providers-and-types'],
    apply: onText('type', (text) => text.toLowerCase()),
  },
  {
    id: 'type-fixed',
    clause: 'R-2.1-05',
    killedBy: ['agents/providers-and-types'],
    apply: onText('type', () => 'customer_support'),
  },
  {
    id: 'type-dashed',
    clause: 'R-2.1-05',
    killedBy: ['agents/providers-and-types'],
    apply: onText('type', (text) => text.replaceAll('_', '-')),
  },
  {
    id: 'description-dropped',
    clause: 'R-2.1-08',
    killedBy: ['agents/falsy-values'],
    apply: onKept((agent) => without(agent, 'description')),
  },
  {
    id: 'description-empty-dropped',
    clause: 'R-4.3-06',
    killedBy: ['agents/falsy-values'],
    apply: onKept((agent) => (agent['description'] === '' ? without(agent, 'description') : agent)),
  },
  {
    id: 'description-empty-null',
    clause: 'R-2.1-08',
    killedBy: ['agents/falsy-values'],
    apply: onField('description', (value) => (value === '' ? null : value)),
  },
  {
    id: 'description-cut-at-255',
    clause: 'R-2.1-08',
    killedBy: ['agents/keeps-text'],
    apply: onText('description', cutAt(255)),
  },
  {
    id: 'description-ellipsis',
    clause: 'R-2.1-08',
    killedBy: ['agents/keeps-text'],
    apply: onText('description', (text) => (text.length > 140 ? `${text.slice(0, 137)}...` : text)),
  },
  {
    id: 'description-is-name',
    clause: 'R-2.1-08',
    killedBy: ['agents/falsy-values'],
    apply: onKept((agent) =>
      agent['description'] === undefined ? agent : { ...agent, description: agent['name'] },
    ),
  },
  {
    id: 'sixth-create-loses-description',
    clause: 'R-2.1-08',
    killedBy: ['agents/keeps-text'],
    apply: everySixth((agent) => without(agent, 'description')),
  },
  {
    id: 'sixth-create-loses-capabilities',
    clause: 'R-2.2-10',
    killedBy: ['agents/keeps-capabilities'],
    apply: everySixth((agent) => ({
      ...agent,
      config: without(agent['config'] as JsonObject, 'mcp_capabilities'),
    })),
  },
];

const configMutants: readonly Mutant[] = [
  {
    id: 'provider-three-as-one',
    clause: 'R-2.2-02',
    killedBy: ['agents/providers-and-types'],
    apply: configText('model_provider', (text) => (text === 'provider_three' ? 'provider_one' : text)),
  },
  {
    id: 'model-id-lower-case',
    clause: 'R-2.2-04',
    killedBy: ['agents/keeps-text'],
    apply: configText('model_id', (text) => text.toLowerCase()),
  },
  {
    id: 'model-id-vendor-cut',
    clause: 'R-2.2-04',
    killedBy: ['agents/keeps-text'],
    apply: configText('model_id', (text) => text.slice(text.lastIndexOf('/') + 1)),
  },
  {
    id: 'prompt-trimmed',
    clause: 'R-2.2-05',
    killedBy: ['agents/keeps-text'],
    apply: configText('system_prompt', (text) => text.trim()),
  },
  {
    id: 'prompt-cut-at-1000',
    clause: 'R-2.2-05',
    killedBy: ['agents/keeps-text'],
    apply: configText('system_prompt', cutAt(1000)),
  },
  {
    id: 'prompt-lines-normalised',
    clause: 'R-2.2-05',
    killedBy: ['agents/keeps-text'],
    apply: configText('system_prompt', (text) => text.replaceAll('\r\n', '\n')),
  },
  {
    id: 'prompt-backslash-lost',
    clause: 'R-2.2-05',
    killedBy: ['agents/keeps-text'],
    apply: configText('system_prompt', (text) => text.replaceAll('\\', '')),
  },
  {
    id: 'temperature-default-lost',
    clause: 'R-2.2-06',
    killedBy: ['agents/defaults'],
    apply: onConfig((config, sent) =>
      sent['temperature'] === undefined ? without(config, 'temperature') : config,
    ),
  },
  {
    id: 'temperature-default-one',
    clause: 'R-2.2-06',
    killedBy: ['agents/defaults'],
    apply: onConfig((config, sent) => ({ ...config, temperature: sent['temperature'] ?? 1 })),
  },
  {
    id: 'temperature-zero-as-default',
    clause: 'R-4.3-06',
    killedBy: ['agents/keeps-numbers'],
    apply: configNumber('temperature', (value) => value || 0.7),
  },
  {
    id: 'temperature-rounded-to-tenths',
    clause: 'R-2.2-07',
    killedBy: ['agents/keeps-numbers'],
    apply: configNumber('temperature', (value) => Math.round(value * 10) / 10),
  },
  {
    id: 'temperature-rounded-to-hundredths',
    clause: 'R-2.2-07',
    killedBy: ['agents/keeps-numbers'],
    apply: configNumber('temperature', (value) => Math.round(value * 100) / 100),
  },
  {
    id: 'temperature-text',
    clause: 'R-2.2-07',
    killedBy: ['agents/keeps-numbers'],
    apply: configNumber('temperature', (value) => String(value)),
  },
  {
    id: 'tokens-default-lost',
    clause: 'R-2.2-08',
    killedBy: ['agents/defaults'],
    apply: onConfig((config, sent) =>
      sent['max_tokens'] === undefined ? without(config, 'max_tokens') : config,
    ),
  },
  {
    id: 'tokens-default-1024',
    clause: 'R-4.3-04',
    killedBy: ['agents/defaults'],
    apply: onConfig((config, sent) => ({ ...config, max_tokens: sent['max_tokens'] ?? 1024 })),
  },
  {
    id: 'tokens-16-bit',
    clause: 'R-2.2-08',
    killedBy: ['agents/keeps-numbers'],
    apply: configNumber('max_tokens', (value) => value % 65_536),
  },
  {
    id: 'tokens-capped-at-8192',
    clause: 'R-2.2-08',
    killedBy: ['agents/keeps-numbers'],
    apply: configNumber('max_tokens', (value) => Math.min(value, 8192)),
  },
  {
    id: 'tokens-always-default',
    clause: 'R-2.2-08',
    killedBy: ['agents/keeps-numbers'],
    apply: configNumber('max_tokens', () => 4096),
  },
  {
    id: 'capabilities-dropped',
    clause: 'R-2.2-10',
    killedBy: ['agents/keeps-capabilities'],
    apply: onConfig((config) => without(config, 'mcp_capabilities')),
  },
  {
    id: 'capabilities-default',
    clause: 'R-2.2-09',
    killedBy: ['agents/defaults'],
    apply: onConfig((config) => ({
      mcp_capabilities: [{ type: 'product_catalog', enabled: true }],
      ...config,
    })),
  },
  {
    id: 'capabilities-empty-dropped',
    clause: 'R-4.3-06',
    killedBy: ['agents/falsy-values'],
    apply: onConfig((config, sent) =>
      (sent['mcp_capabilities'] as unknown[] | undefined)?.length === 0
        ? without(config, 'mcp_capabilities')
        : config,
    ),
  },
  {
    id: 'capability-flag-flipped',
    clause: 'R-2.2-10',
    killedBy: ['agents/keeps-capabilities'],
    apply: capabilities((items) => items.map((item) => ({ ...item, enabled: true }))),
  },
  {
    id: 'capability-disabled-dropped',
    clause: 'R-2.2-10',
    killedBy: ['agents/keeps-capabilities'],
    apply: capabilities((items) => items.filter((item) => item['enabled'])),
  },
  {
    id: 'capability-flag-as-number',
    clause: 'R-2.2-10',
    killedBy: ['agents/keeps-capabilities'],
    apply: capabilities((items) => items.map((item) => ({ ...item, enabled: Number(item['enabled']) }))),
  },
  {
    id: 'capabilities-only-first',
    clause: 'R-2.2-10',
    killedBy: ['agents/keeps-capabilities'],
    apply: capabilities((items) => items.slice(0, 1)),
  },
  {
    id: 'capabilities-as-names',
    clause: 'R-2.2-10',
    killedBy: ['agents/keeps-capabilities'],
    apply: capabilities((items) => items.map((item) => item['type'])),
  },
];

/** Values that were sent and do not come back as they were. */
export const keptValueMutants: readonly Mutant[] = [...textMutants, ...configMutants];
