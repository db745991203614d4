import { join } from 'node:path';
import { Parser } from '@asyncapi/parser';
import { lint, lintFromString, loadConfig, type NormalizedProblem } from '@redocly/openapi-core';
import { readContract } from './contract.ts';
import { toCoreDocument } from './core-document.ts';
import type { JsonObject } from './json.ts';

/**
 * Every error, warning and hint of Redocly's rules and of the AsyncAPI parser, as one line each: for the documents of
 * `specFolder`, and for their cores.
 */
export async function lintContract(specFolder: string): Promise<string[]> {
  const { openapi, asyncapi } = readContract(specFolder);
  return [
    ...(await lintOpenapi(specFolder, 'openapi.yaml')),
    ...(await lintOpenapi(specFolder, 'dashboard.yaml')),
    ...(await lintCore(specFolder, toCoreDocument(openapi))),
    ...(await lintAsyncapi('asyncapi.yaml', asyncapi)),
    ...(await lintAsyncapi('asyncapi.core.json', toCoreDocument(asyncapi))),
  ];
}

async function lintOpenapi(specFolder: string, file: string): Promise<string[]> {
  const config = await loadConfig({ configPath: join(specFolder, 'redocly.yaml') });
  return describe(file, await lint({ ref: join(specFolder, file), config }));
}

async function lintCore(specFolder: string, core: JsonObject): Promise<string[]> {
  const config = await loadConfig({ configPath: join(specFolder, 'redocly.yaml') });
  const file = 'openapi.core.json';
  const problems = await lintFromString({
    source: JSON.stringify(core),
    absoluteRef: join(specFolder, file),
    config,
  });
  // The status for plain HTTP is open, and the embed script has no other error.
  return describe(
    file,
    problems.filter(({ ruleId }) => ruleId !== 'operation-4xx-response'),
  );
}

function describe(file: string, problems: readonly NormalizedProblem[]): string[] {
  return problems.map(
    ({ ruleId, message, location }) => `${file}${location[0]?.pointer ?? ''}: ${message} (${ruleId})`,
  );
}

/** 3.0.0 and not the latest version: generators of types give `any` for 3.1.0. */
async function lintAsyncapi(file: string, document: JsonObject): Promise<string[]> {
  const { diagnostics } = await new Parser().parse(JSON.stringify(document));
  return diagnostics
    .filter(({ code }) => code !== 'asyncapi-latest-version')
    .map(({ path, code, message }) => `${file}: ${path.join('/')}: ${message} (${code})`);
}
