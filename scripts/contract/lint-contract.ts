import { join } from 'node:path';
import { lint, loadConfig } from '@redocly/openapi-core';
import { parseAsyncapi, readContract } from './contract.ts';

/** Every error, warning and hint of Redocly's rules for openapi.yaml and of the AsyncAPI parser, as one line each. */
export async function lintContract(specFolder: string): Promise<string[]> {
  const { diagnostics } = await parseAsyncapi(readContract(specFolder).asyncapi);
  return [...(await lintOpenapi(specFolder)), ...diagnostics.map((line) => `asyncapi.yaml: ${line}`)];
}

async function lintOpenapi(specFolder: string): Promise<string[]> {
  const config = await loadConfig({ configPath: join(specFolder, 'redocly.yaml') });
  const problems = await lint({ ref: join(specFolder, 'openapi.yaml'), config });
  return problems.map(
    ({ ruleId, message, location }) => `openapi.yaml${location[0]?.pointer ?? ''}: ${message} (${ruleId})`,
  );
}
