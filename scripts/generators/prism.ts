import { spawn, type ChildProcess } from 'node:child_process';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { listOperations, listResponses, type ContractOperation } from '../contract/contract.ts';
import { freePort, stopChild } from '../child-process.ts';
import { asObject } from '../contract/json.ts';
import { buildRequest } from './mock-request.ts';
import type { Tool, ToolInput } from './trial.ts';

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
  const documented = listResponses(input.document, operation).find(
    ({ status }) => status === response.status,
  );
  const mediaTypes = Object.keys(asObject(documented?.object['content'] ?? {}, 'content'));
  const matches = mediaTypes.length === 0 ? body === '' : mediaTypes.includes(mediaType);
  if (documented !== undefined && response.status < 300 && matches) return [];
  return [`${operation.id}: ${response.status} ${mediaType} ${body.slice(0, 200)}`];
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
