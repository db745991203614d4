import { join } from 'node:path';
import { dereference, listOperations, type ContractOperation } from '../contract/contract.ts';
import { isListening, startChild } from '../../server/testing/child-process.ts';
import { asObject } from '../contract/json.ts';
import { buildRequest } from './mock-request.ts';
import type { Tool, ToolInput } from './trial.ts';
import { freePort } from '../../server/testing/free-port.ts';

const command = join(import.meta.dirname, 'node_modules', '.bin', 'prism');

/** A mock server: every operation is called with a valid request, and what comes back must be what is documented. */
export const prism: Tool = {
  name: 'Prism',
  package: '@stoplight/prism-cli',
  kinds: ['openapi'],
  note: '',
  run: async (input) => {
    const port = await freePort();
    const args = ['mock', '-h', '127.0.0.1', '-p', String(port), input.file];
    const child = startChild([process.execPath, command, ...args]);
    try {
      await child.until(() => isListening(port));
      const operations = listOperations(input.document);
      const problems: string[] = [];
      for (const operation of operations) problems.push(...(await callOperation(input, operation, port)));
      return {
        gives: `mock of ${operations.length} operations, ${operations.length - problems.length} right`,
        problems,
      };
    } finally {
      await child.stop();
    }
  },
};

async function callOperation(
  input: ToolInput,
  operation: ContractOperation,
  port: number,
): Promise<string[]> {
  const { path, init } = buildRequest(input.document, operation);
  const response = await fetch(`http://127.0.0.1:${port}${path}`, { ...init, redirect: 'manual' });
  const body = await response.text();
  const mediaType = (response.headers.get('content-type') ?? '').split(';')[0] ?? '';
  const mediaTypes = documentedTypes(input, operation, response.status);
  const matches = mediaTypes?.length === 0 ? body === '' : body !== '' && mediaTypes?.includes(mediaType);
  if (matches && response.status < 300) return [];
  return [`${operation.id}: ${response.status} ${mediaType} ${body.slice(0, 200) || 'without a body'}`];
}

/** The media types of a status, which may be documented as a range; undefined for a status that is not documented. */
function documentedTypes(
  input: ToolInput,
  operation: ContractOperation,
  status: number,
): string[] | undefined {
  const responses = asObject(operation.object['responses'], operation.id);
  const response = responses[String(status)] ?? responses[`${String(status)[0]}XX`];
  if (response === undefined) return undefined;
  const { content } = dereference(input.document, asObject(response, operation.id));
  return Object.keys(asObject(content ?? {}, 'content'));
}
