import { spawn, type ChildProcess } from 'node:child_process';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { dereference, listOperations, type ContractOperation } from '../contract/contract.ts';
import { stopChild } from '../child-process.ts';
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
    const child = spawn(
      process.execPath,
      [command, 'mock', '-h', '127.0.0.1', '-p', String(port), input.file],
      {
        stdio: 'ignore',
      },
    );
    try {
      await waitUntilOpen(port, child);
      const operations = listOperations(input.document);
      const problems: string[] = [];
      for (const operation of operations) problems.push(...(await callOperation(input, operation, port)));
      return {
        gives: `mock of ${operations.length} operations, ${operations.length - problems.length} right`,
        problems,
      };
    } finally {
      await stopChild(child);
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

/** Throws when the process ends, or after 30 s. */
async function waitUntilOpen(port: number, child: ChildProcess): Promise<void> {
  const end = performance.now() + 30_000;
  while (performance.now() < end) {
    if (child.exitCode !== null) throw new Error(`Prism ended with ${child.exitCode} before it listened`);
    if (await isOpen(port)) return;
    await wait(50);
  }
  throw new Error('Prism did not listen after 30 s');
}

function isOpen(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve(true);
    }).on('error', () => resolve(false));
  });
}
