import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { listOperations, type ContractOperation } from '../contract/contract.ts';
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
    const api = readFileSync(join(folder, 'api.ts'), 'utf8');
    const missing = listOperations(input.document).filter(({ id }) => !api.includes(`operations["${id}"]`));
    return typescriptOutcome(`types of ${operationCount(input)}`, folder, missing);
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
    const sdk = readFileSync(join(folder, 'client', 'sdk.gen.ts'), 'utf8');
    const missing = listOperations(input.document).filter(({ id }) => !sdk.includes(`export const ${id} =`));
    const { problems, ...outcome } = typescriptOutcome(
      `fetch client of ${operationCount(input)}`,
      folder,
      missing,
    );
    const streams = /export const streamAgentChat = .*\.sse\.post</.test(sdk);
    return {
      ...outcome,
      problems: streams ? problems : [...problems, 'streamAgentChat is no stream of events'],
    };
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
    const client = readFileSync(join(folder, 'client.ts'), 'utf8');
    const missing = listOperations(input.document).filter(
      ({ id }) => !client.includes(`export const ${id} =`),
    );
    return typescriptOutcome(`fetch client of ${operationCount(input)}`, folder, missing);
  },
};

function typescriptOutcome(gives: string, folder: string, missing: readonly ContractOperation[]): Outcome {
  const problems = missing.map(({ id }) => `${id} is missing`);
  return { gives, compilation: compileTypeScript(folder), problems };
}

function operationCount(input: ToolInput): string {
  return `${listOperations(input.document).length} operations`;
}
