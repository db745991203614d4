import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { listOperations } from '../contract/contract.ts';
import { compileTypeScript } from './compile.ts';
import { requireCommand } from './run-command.ts';
import type { Outcome, Tool, ToolInput } from './trial.ts';

const binaries = join(import.meta.dirname, 'node_modules', '.bin');

/** Types only: the smallest client is openapi-fetch with them. */
export const openapiTypescript: Tool = {
  name: 'openapi-typescript',
  package: 'openapi-typescript',
  kinds: ['openapi'],
  note: 'A property with a default is optional in requests only with `--default-non-nullable false`',
  run: async (input, folder) => {
    const args = [input.file, '--default-non-nullable', 'false', '-o', join(folder, 'api.ts')];
    requireCommand(join(binaries, 'openapi-typescript'), args, folder);
    const code = readFileSync(join(folder, 'api.ts'), 'utf8');
    return checkOperations(input, folder, { kind: 'types', code, nameOf: (id) => `operations["${id}"]` });
  },
};

/** A fetch client that calls the stream as an async iterator of events. */
export const heyApi: Tool = {
  name: '@hey-api/openapi-ts',
  package: '@hey-api/openapi-ts',
  kinds: ['openapi'],
  note: 'Reads the stream as an async iterator of typed events, and `/mcp`, which may respond with JSON, as JSON',
  run: async (input, folder) => {
    const args = ['-i', input.file, '-o', join(folder, 'client'), '--no-log-file'];
    requireCommand(join(binaries, 'openapi-ts'), args, folder);
    const code = readFileSync(join(folder, 'client', 'sdk.gen.ts'), 'utf8');
    const outcome = checkOperations(input, folder, { kind: 'fetch client', code, nameOf: constantOf });
    if (/export const streamAgentChat = .*\.sse\.post</.test(code)) return outcome;
    return { ...outcome, problems: [...outcome.problems, 'streamAgentChat is no stream of events'] };
  },
};

/** A fetch client without an iterator for streams. */
export const orval: Tool = {
  name: 'orval',
  package: 'orval',
  kinds: ['openapi'],
  note: 'Stream: typed, but read to its end as one text; call `fetch` for it yourself',
  run: async (input, folder) => {
    const args = ['--input', input.file, '--output', join(folder, 'client.ts'), '--client', 'fetch'];
    requireCommand(join(binaries, 'orval'), args, folder);
    const code = readFileSync(join(folder, 'client.ts'), 'utf8');
    return checkOperations(input, folder, { kind: 'fetch client', code, nameOf: constantOf });
  },
};

interface GeneratedCode {
  readonly kind: 'types' | 'fetch client';
  readonly code: string;
  /** How the code declares an operation. */
  readonly nameOf: (operationId: string) => string;
}

/** Compiles the files of `folder`; an operation that the code does not declare is a problem. */
function checkOperations(input: ToolInput, folder: string, { kind, code, nameOf }: GeneratedCode): Outcome {
  const operations = listOperations(input.document);
  const missing = operations.filter(({ id }) => !code.includes(nameOf(id)));
  return {
    gives: `${kind} of ${operations.length} operations`,
    compilation: compileTypeScript(folder),
    problems: missing.map(({ id }) => `${id} is missing`),
  };
}

function constantOf(operationId: string): string {
  return `export const ${operationId} =`;
}
