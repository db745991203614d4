import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../contract/json.ts';
import {
  writeDashboardTable,
  writeOperationsTable,
  writePlansTable,
  writeRequirementsTable,
} from './tables.ts';

const json = (name: string): JsonObject => ({
  content: { 'application/json': { schema: { $ref: `#/components/schemas/${name}` } } },
});
const makeThing: JsonObject = {
  operationId: 'makeThing',
  summary: 'Make a thing',
  'x-requirements': ['R-1-01'],
  parameters: [{ name: 'colour', in: 'query' }],
  requestBody: json('ThingCreate'),
  responses: { '201': json('Thing'), '404': { $ref: '#/components/responses/NotFound' } },
};
const openapi = (operations: JsonObject): JsonObject => ({
  paths: { '/api/things': operations },
  components: { responses: { NotFound: json('Error') } },
});

describe('writeOperationsTable', () => {
  it('has a row for each operation and the union of their ids', () => {
    expect(writeOperationsTable(openapi({ post: makeThing }))).toMatchInlineSnapshot(`
      "/** Every operation of the API by its operationId. */
      export const operations = {
        "makeThing": {
          "method": "post",
          "path": "/api/things",
          "summary": "Make a thing",
          "successStatus": 201,
          "statuses": [
            201,
            404
          ],
          "requirements": [
            "R-1-01"
          ],
          "query": [
            "colour"
          ],
          "requestBody": true,
          "requestSchema": "ThingCreate",
          "successSchemas": {
            "application/json": "Thing"
          }
        }
      } as const;

      /** A total map over this union does not compile until each operation is served. */
      export type OperationId = keyof typeof operations;
      "
    `);
  });

  it.each<[given: string, operations: JsonObject, want: string]>([
    ['no operationId', { get: { ...makeThing, operationId: null } }, 'get /api/things has no operationId'],
    ['a duplicated operationId', { get: makeThing, post: makeThing }, 'operationId makeThing is duplicated'],
    ['no success', { get: { ...makeThing, responses: {} } }, 'makeThing must have exactly one 2xx status'],
    [
      'a broken reference',
      { get: { ...makeThing, parameters: [{ $ref: '#/gone' }] } },
      '#/gone must be an object',
    ],
  ])('rejects %s', (_given, operations, want) => {
    expect(() => writeOperationsTable(openapi(operations))).toThrow(want);
  });
});

describe('writeDashboardTable', () => {
  const revealKey = { ...makeThing, tags: ['keys'], 'x-role': 'owner', 'x-recent-sign-in': true };

  it('has what a request of each operation needs', () => {
    const text = writeDashboardTable(openapi({ post: revealKey }));
    expect(text).toContain('"session": true,\n    "role": "owner",\n    "recentSignIn": true,');
    expect(writeDashboardTable(openapi({ post: { ...revealKey, security: [] } }))).toContain(
      '"session": false',
    );
  });

  it('rejects an operation without a role', () => {
    expect(() => writeDashboardTable(openapi({ post: { ...makeThing, tags: ['keys'] } }))).toThrow(
      'x-role of makeThing must be a string',
    );
  });
});

describe('writePlansTable', () => {
  const write = (plan: JsonObject): string =>
    writePlansTable({ 'x-plans': { 'x-requirements': [], free: plan } });

  it('writes both limits, or null where both are agreed', () => {
    expect(write({ requests_per_minute: 20, agents: 3 })).toContain(
      '"free": {\n    "requestsPerMinute": 20,\n    "agents": 3\n  }\n}',
    );
    expect(write({ requests_per_minute: null, agents: null })).toContain(
      'plans = {\n  "free": null\n} as const',
    );
  });

  it('rejects a plan with one limit', () => {
    expect(() => write({ requests_per_minute: 20, agents: null })).toThrow('free must state both limits');
  });
});

describe('writeRequirementsTable', () => {
  it('writes the rows, the union of their ids and the titles of the sections', () => {
    const row = { id: 'R-1-01', section: '1', level: 'stated', verified: ['black-box'], text: "It's so." };
    const text = writeRequirementsTable({ version: '1.0.0', sections: { '1': 'One' }, requirements: [row] });
    expect(text).toContain("export type RequirementId =\n  | 'R-1-01';");
    expect(text).toContain('sectionTitles = {\n  "1": "One"\n} as const;');
    expect(text).toContain('requirementsVersion = "1.0.0";');
    expect(text).toContain('"text": "It\'s so."');
  });
});
