import { join } from 'node:path';
import { Parser } from '@asyncapi/parser';
import { lint, loadConfig } from '@redocly/openapi-core';
import { readContract } from './contract.ts';

/** Every error, warning and hint of Redocly's rules and of the AsyncAPI parser, as one line each. */
export async function lintContract(specFolder: string): Promise<string[]> {
  return [
    ...(await lintOpenapi(specFolder, 'openapi.yaml')),
    ...(await lintOpenapi(specFolder, 'dashboard.yaml')),
    ...(await lintAsyncapi(specFolder)),
  ];
}

async function lintOpenapi(specFolder: string, file: string): Promise<string[]> {
  const config = await loadConfig({ configPath: join(specFolder, 'redocly.yaml') });
  const problems = await lint({ ref: join(specFolder, file), config });
  return problems.map(
    ({ ruleId, message, location }) => `${file}${location[0]?.pointer ?? ''}: ${message} (${ruleId})`,
  );
}

// 3.0.0 and not the latest: generators of types give `any` for 3.1.0.
async function lintAsyncapi(specFolder: string): Promise<string[]> {
  const { diagnostics } = await new Parser().parse(JSON.stringify(readContract(specFolder).asyncapi));
  return diagnostics
    .filter(({ code }) => code !== 'asyncapi-latest-version')
    .map(({ path, code, message }) => `asyncapi.yaml: ${path.join('/')}: ${message} (${code})`);
}
