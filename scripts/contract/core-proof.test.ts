import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import openapiTS, { astToString, type OpenAPI3 } from 'openapi-typescript';
import { beforeAll, describe, expect, it } from 'vitest';
import { soundDeployments } from '../../conformance/mutants/conforming/all.ts';
import { createCertificate, type Certificate } from '../../conformance/mutants/server/certificate.ts';
import { nightlyTag } from '../test-report.ts';
import { checksWithoutBrowser, recordSuite } from './testing/record-suite.ts';
import { validateByCore, type CoreValue } from './testing/core-validator.ts';

const root = dirname(dirname(import.meta.dirname));
/** One value of each shape that conforming servers send. */
const shapes = new Map<string, CoreValue>();
let certificate: Certificate;
beforeAll(async () => {
  certificate = await createCertificate();
});

/** A value without its texts and numbers; those of an enum or a constant stay. */
function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return [...new Set(value.map((item) => JSON.stringify(shapeOf(item))))];
  if (typeof value !== 'object' || value === null) return typeof value;
  return Object.entries(value).map(([key, item]) => [key, key === 'type' ? item : shapeOf(item)]);
}

async function findProblems(name: string, profile: 'core' | 'exhaustive'): Promise<readonly string[]> {
  const deployment = soundDeployments.find((one) => one.name === name);
  if (deployment === undefined) throw new Error(`no deployment ${name}`);
  const problems = new Set<string>();
  const places = new Set<string>();
  const record = (exchange: Parameters<typeof validateByCore>[0]): void => {
    const result = validateByCore(exchange);
    for (const problem of result.problems) problems.add(problem);
    for (const value of result.values)
      shapes.set(JSON.stringify([value.schema, shapeOf(value.value)]), value);
    if (result.place !== undefined) places.add(result.place);
  };
  await recordSuite(deployment, checksWithoutBrowser, certificate, record, { profile });
  expect([...places]).toEqual(
    expect.arrayContaining(['listAgents 200', 'streamAgentChat 200', 'createAgent 400']),
  );
  return [...problems];
}

describe('every response of a conforming server validates against the core', () => {
  const names = soundDeployments.map(({ name }) => name);

  // As small, as large and as unusual as the contract permits; the others differ in how they send.
  it.each(['minimal', 'maximal', 'odd'])('%s, by the checks of the core profile', async (name) => {
    expect(await findProblems(name, 'core')).toEqual([]);
  });

  it.each(names)('%s, by the whole suite', { tags: [nightlyTag] }, async (name) => {
    expect(await findProblems(name, 'exhaustive')).toEqual([]);
  });
});

/** Clients ignore fields that they do not know (decision 0052); a literal in TypeScript may not have any. */
const open = `type Open<T> = T extends readonly (infer Item)[]
  ? readonly Open<Item>[]
  : T extends object
    ? { [Key in keyof T]: Open<T[Key]> } & Record<string, unknown>
    : T;
declare function accept<T>(value: Open<T>): void;`;

it('types that openapi-typescript makes from the core accept these responses', async () => {
  const document = JSON.parse(readFileSync(join(root, 'generated', 'openapi.core.json'), 'utf8')) as OpenAPI3;
  const folder = mkdtempSync(join(root, 'dist', 'core-types-'));
  try {
    writeFileSync(join(folder, 'api.ts'), astToString(await openapiTS(document, { silent: true })));
    const calls = [...shapes.values()].map(
      ({ schema, value }) => `accept<components['schemas']['${schema}']>(${JSON.stringify(value)});`,
    );
    expect(calls.length).toBeGreaterThan(30);
    const head = `import type { components } from './api.ts';\n${open}`;
    writeFileSync(join(folder, 'responses.ts'), [head, ...calls].join('\n'));
    const tsc = join(root, 'node_modules', 'typescript-7', 'bin', 'tsc');
    const compilerOptions = {
      strict: true,
      noEmit: true,
      allowImportingTsExtensions: true,
      module: 'nodenext',
      types: [],
    };
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions }));
    const { stdout } = spawnSync(process.execPath, [tsc, '-p', folder], { encoding: 'utf8' });
    expect(stdout).toBe('');
  } finally {
    rmSync(folder, { recursive: true });
  }
});
