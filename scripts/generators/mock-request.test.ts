import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { listOperations, readContract } from '../contract/contract.ts';
import type { JsonObject } from '../contract/json.ts';
import { buildRequest } from './mock-request.ts';

const { openapi } = readContract(join(import.meta.dirname, '..', '..', 'spec'));

function requestOf(operationId: string, document: JsonObject = openapi): ReturnType<typeof buildRequest> {
  const operation = listOperations(document).find(({ id }) => id === operationId);
  if (operation === undefined) throw new Error(`no operation ${operationId}`);
  return buildRequest(document, operation);
}

describe('buildRequest', () => {
  it.each([
    ['createAgent', 'AgentCreate'],
    ['streamAgentChat', 'ChatRequest'],
  ])('sends a body to %s that its schema accepts', (operationId, schema) => {
    const validate = new Ajv2020({ strict: false })
      .addSchema(openapi, 'contract')
      .compile({ $ref: `contract#/components/schemas/${schema}` });
    expect(validate(JSON.parse(requestOf(operationId).init.body ?? ''))).toBe(true);
  });

  it('sends a key, the required parameters and the media type of the stream', () => {
    expect(requestOf('getWidgetConfig').path).toMatch(/^\/api\/widget\/config\?(?:.*&)?chatbot_id=./);
    expect(requestOf('streamAgentChat').init.headers).toEqual({
      Authorization: expect.stringMatching(/^Bearer svc_\w{32}$/) as string,
      Accept: 'text/event-stream',
      'Content-Type': 'application/json',
    });
  });

  it('sends the key in the query where the document takes it there', () => {
    const securitySchemes = { query: { type: 'apiKey', in: 'query', name: 'api_key' } };
    const document = {
      ...openapi,
      components: { ...(openapi['components'] as JsonObject), securitySchemes },
    };
    expect(requestOf('listAgents', document).path).toMatch(/^\/api\/agents\?api_key=svc_/);
  });
});
