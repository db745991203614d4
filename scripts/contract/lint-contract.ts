import { join } from 'node:path';
import { Parser } from '@asyncapi/parser';
import { lint, loadConfig } from '@redocly/openapi-core';
import { readContract } from './contract.ts';

/** Every error, warning and hint of Redocly's rules for openapi.yaml and of the AsyncAPI parser, as one line each. */
export async function lintContract(specFolder: string): Promise<string[]> {
  return [...(await lintOpenapi(specFolder)), ...(await lintAsyncapi(specFolder))];
}

async function lintOpenapi(specFolder: string): Promise<string[]> {
  const config = await loadConfig({ configPath: join(specFolder, 'redocly.yaml') });
  const problems = await lint({ ref: join(specFolder, 'openapi.yaml'), config });
  return problems.map(
    ({ ruleId, message, location }) => `openapi.yaml${location[0]?.pointer ?? ''}: ${message} (${ruleId})`,
  );
}

async function lintAsyncapi(specFolder: string): Promise<string[]> {
  const { diagnostics } = await new Parser().parse(JSON.stringify(readContract(specFolder).asyncapi));
  return diagnostics.map(
    ({ path, code, message }) => `asyncapi.yaml: ${path.join('/')}: ${message} (${code})`,
  );
}
