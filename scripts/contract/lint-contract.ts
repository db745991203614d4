import { join, relative, sep } from 'node:path';
import { Parser } from '@asyncapi/parser';
import { lint, lintFromString, loadConfig, type NormalizedProblem } from '@redocly/openapi-core';
import spectralCore, { type RulesetDefinition } from '@stoplight/spectral-core';
import { asyncapi as asyncapiRules, oas } from '@stoplight/spectral-rulesets';
import { publishDocuments } from '../generate/generated-files.ts';
import { readContract } from './contract.ts';
import type { JsonObject } from './json.ts';
import { applyExcuses, readExcuses, type Finding } from './lint-excuses.ts';

/**
 * Every finding, whatever its severity, of Redocly over the files of the three documents, and of Redocly, Spectral and the
 * AsyncAPI parser over the documents as they are published, with their examples, as one line each. Those of
 * lint-excuses.yaml are left out; an excuse without a finding is a line, too. No linter reads OpenAPI 3.2.
 */
export async function lintContract(specFolder: string): Promise<string[]> {
  const published = Object.entries(publishDocuments(readContract(specFolder)));
  const findings: Finding[] = [];
  for (const file of ['openapi.yaml', 'dashboard.yaml', 'asyncapi.yaml'])
    findings.push(...(await lintWithRedocly(specFolder, file)));
  for (const [file, document] of published.filter(([name]) => name !== 'openapi-3.2.json')) {
    const isAsyncapi = document['asyncapi'] !== undefined;
    findings.push(...(await lintWithRedocly(specFolder, file, document)));
    findings.push(...(await lintWithSpectral(file, document, isAsyncapi ? asyncapiRules : oas)));
    if (isAsyncapi) findings.push(...(await lintWithParser(file, document)));
  }
  return applyExcuses(findings, readExcuses(join(specFolder, 'lint-excuses.yaml')));
}

/** Lints a document, or without one the file and the files that it refers to. */
async function lintWithRedocly(specFolder: string, file: string, document?: JsonObject): Promise<Finding[]> {
  const config = await loadConfig({ configPath: join(specFolder, 'redocly.yaml') });
  const ref = join(specFolder, file);
  const problems: NormalizedProblem[] = document
    ? await lintFromString({ source: JSON.stringify(document), absoluteRef: ref, config })
    : await lint({ ref, config });
  return problems.map(({ ruleId, message, location: [location] }) => {
    const source = relative(specFolder, location?.source.absoluteRef ?? ref).replaceAll(sep, '/');
    return { linter: 'redocly', rule: ruleId, where: `${source}${location?.pointer ?? ''}`, message };
  });
}

/** Runs every rule of a ruleset, also those that Spectral does not recommend to all. */
async function lintWithSpectral(
  file: string,
  document: JsonObject,
  ruleset: typeof oas | typeof asyncapiRules,
): Promise<Finding[]> {
  const spectral = new spectralCore.Spectral();
  // The rulesets are written in JavaScript; their inferred types are wider than a definition's.
  spectral.setRuleset({ extends: [[ruleset as RulesetDefinition, 'all']] });
  // Spectral adds to what it gets.
  const results = await spectral.run(structuredClone(document) as Record<string, unknown>);
  return results.map(({ code, message, path }) => finding('spectral', String(code), file, path, message));
}

async function lintWithParser(file: string, document: JsonObject): Promise<Finding[]> {
  const { diagnostics } = await new Parser().parse(JSON.stringify(document));
  return diagnostics.map(({ code, message, path }) =>
    finding('asyncapi-parser', String(code), file, path, message),
  );
}

function finding(
  linter: string,
  rule: string,
  file: string,
  path: readonly (string | number)[],
  message: string,
): Finding {
  const tokens = path.map((token) => `/${String(token).replaceAll('~', '~0').replaceAll('/', '~1')}`);
  return { linter, rule, where: `${file}#${tokens.join('') || '/'}`, message };
}
