import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { beforeAll, describe, expect, it } from 'vitest';
import { readYaml } from '../contract/files.ts';
import type { Json, JsonObject } from '../contract/json.ts';
import type { Change } from './change.ts';
import { compareDocuments } from './compare-contracts.ts';
import { readDocuments, type ContractDocuments } from './read-documents.ts';
import { patchDocuments, type Patch } from './testing/patch.ts';

const addFormats = createRequire(import.meta.url)('ajv-formats') as (ajv: Ajv2020) => void;
const released = join(dirname(dirname(import.meta.dirname)), 'spec', 'released', '1.0.0');
const reportSchema = JSON.parse(
  readFileSync(join(import.meta.dirname, 'report.schema.json'), 'utf8'),
) as JsonObject;

/** An edit of release 1.0.0 and what the comparison must say of it. */
interface ChangeRow {
  readonly title: string;
  /** Applied to both sides first. */
  readonly base?: Patch;
  readonly edit: Patch;
  /** The keyword means nothing to Ajv, so that the documents alone cannot confirm the message. */
  readonly beyondAjv?: boolean;
  /** `effect, audience / rule` of every change. */
  readonly expected: readonly string[];
}

// The changes that other tools for OpenAPI and AsyncAPI documents look for, and those of this contract.
const folder = join(import.meta.dirname, 'testing', 'changes');
const changes = readdirSync(folder).flatMap((file) => readYaml(join(folder, file)) as unknown as ChangeRow[]);

let release: ContractDocuments;
let isReport: (report: unknown) => boolean;
beforeAll(() => {
  release = readDocuments(released);
  isReport = new Ajv2020({ strict: true, allowUnionTypes: true }).compile(reportSchema);
});

const summaryOf = ({ effect, audience, rule, binding }: Change): string =>
  `${binding === 'ours' ? 'ours ' : ''}${effect}, ${audience.join(' + ') || 'nobody'} / ${rule}`;

/** Where the schema of a message stands in the bundled document. */
const places: Readonly<Record<string, string>> = {
  'createAgent request': 'openapi paths /api/agents post requestBody content application/json schema',
  'createAgent 201': 'openapi paths /api/agents post responses 201 content application/json schema',
  'listAgents 200': 'openapi paths /api/agents get responses 200 content application/json schema',
  'listAgents 400': 'openapi components responses BadRequest content application/json schema',
  'streamAgentChat request':
    'openapi paths /api/agents/chat/stream post requestBody content application/json schema',
  'streamAgentChat 200':
    'openapi paths /api/agents/chat/stream post responses 200 content text/event-stream schema',
  'getWidgetConfig 200': 'openapi paths /api/widget/config get responses 200 content application/json schema',
  'getWidgetConfig query chatbot_id': 'openapi paths /api/widget/config get parameters 0 schema',
  'header retry-after': 'openapi components headers RetryAfter schema',
  'listAgents 401': 'openapi components responses Unauthorized content application/json schema',
  'event text': 'asyncapi components messages text payload',
  'event error': 'asyncapi components messages error payload',
  'event end': 'asyncapi components messages end payload',
};

/** Validates a message by the documents themselves, without any code of the comparison. */
function isValid(documents: ContractDocuments, use: string, message: Json): boolean {
  const [document = '', ...keys] = (places[use] ?? '').split(' ');
  const ajv = new Ajv2020({ strict: false, validateSchema: false, logger: false });
  addFormats(ajv);
  ajv.addSchema(documents[document as 'openapi'], 'document');
  const pointer = keys
    .map((key) => encodeURIComponent(key.replaceAll('~', '~0').replaceAll('/', '~1')))
    .join('/');
  return ajv.validate({ $ref: `document#/${pointer}` }, message) === true;
}

const isOfSchema = ({ rule }: Change): boolean =>
  /^(request|response|event)-(narrowed|widened|opened|enum-extended|property-|default-)/.test(rule);

describe.each(changes)('$title', ({ base = {}, edit, beyondAjv, expected }) => {
  it('has its rule, and a message that the documents themselves confirm', () => {
    const old = patchDocuments(release, base);
    const now = patchDocuments(old, edit);
    const diff = compareDocuments(old, now);
    expect(diff.changes.map((change) => summaryOf(change)).toSorted()).toEqual(expected.toSorted());
    expect(isReport(diff)).toBe(true);
    for (const change of diff.changes.filter(isOfSchema)) {
      expect(change.witness, change.where).not.toBeNull();
      const { message = null, validIn = [] } = change.witness ?? {};
      if (beyondAjv) continue;
      const [use = ''] = change.uses;
      expect(isValid(old, use, message), `${change.rule} in the old version`).toBe(validIn.includes('old'));
      expect(isValid(now, use, message), `${change.rule} in the new version`).toBe(validIn.includes('new'));
    }
  });
});

it('has at least 60 changes, each with a title of its own', () => {
  expect(changes.length).toBeGreaterThanOrEqual(60);
  expect(new Set(changes.map(({ title }) => title)).size).toBe(changes.length);
});

it('finds no difference between a version and itself', () => {
  expect(compareDocuments(release, release).changes).toEqual([]);
});
