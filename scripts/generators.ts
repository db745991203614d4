import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { JsonObject } from './contract/json.ts';
import { knownLimits } from './generators/known-limits.ts';
import { modelinaTools } from './generators/modelina.ts';
import { prism } from './generators/prism.ts';
import { writeTable } from './generators/table.ts';
import { toTrial, type Outcome, type Tool, type ToolInput, type Trial } from './generators/trial.ts';
import { typeScriptTools } from './generators/typescript-tools.ts';
import { stopService } from './generators/use-client.ts';
import { runCommand } from './run-command.ts';

const help = `npm run test:generators

Installs the pinned tools of scripts/generators/package-lock.json, runs each over the generated documents, compiles what
it gives where there is a compiler, calls the operations of a mock server, and writes the table of spec/README.md.
Results are in dist/generators/. Exit code 1 when a tool that is expected to work does not.

  --help   show this`;

const root = dirname(import.meta.dirname);
const generated = join(root, 'generated');
const results = join(root, 'dist', 'generators');
const tools: readonly Tool[] = [...typeScriptTools, ...modelinaTools, prism];

async function runTrials(): Promise<number> {
  const versions = installTools();
  const trials: Trial[] = [];
  for (const input of readInputs())
    for (const tool of tools.filter(({ kinds }) => kinds.includes(input.kind)))
      trials.push(await runTrial(tool, versions[tool.package] ?? '', input));
  await stopService();
  const readme = join(root, 'spec', 'README.md');
  writeFileSync(readme, writeTable(readFileSync(readme, 'utf8'), trials));
  return trials.some(({ problems }) => problems.length > 0) ? 1 : 0;
}

/** Installs the tools' own lock without install scripts, which rules out their telemetry; returns the pinned versions. */
function installTools(): Readonly<Record<string, string>> {
  const folder = join(root, 'scripts', 'generators');
  if (!isInstalled(folder)) {
    console.log('Installing the packages of scripts/generators/package-lock.json ...');
    const args = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
    execFileSync('npm', args, { cwd: folder, stdio: 'inherit' });
  }
  const { dependencies } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    dependencies: Readonly<Record<string, string>>;
  };
  return dependencies;
}

/** npm writes its own copy of the lock last. */
function isInstalled(folder: string): boolean {
  const installed = join(folder, 'node_modules', '.package-lock.json');
  return (
    existsSync(installed) &&
    statSync(installed).mtimeMs >= statSync(join(folder, 'package-lock.json')).mtimeMs
  );
}

/** Every generated document that others implement: not the dashboard's (decision 0039). */
function readInputs(): ToolInput[] {
  const names = readdirSync(generated).filter((name) => /^(?:openapi|asyncapi).*\.json$/.test(name));
  return names.toSorted().map((name) => {
    const file = join(generated, name);
    const document = JSON.parse(readFileSync(file, 'utf8')) as JsonObject;
    return { name, file, document, kind: 'asyncapi' in document ? 'asyncapi' : 'openapi' };
  });
}

async function runTrial(tool: Tool, version: string, input: ToolInput): Promise<Trial> {
  const folder = join(results, input.name, tool.name.replaceAll(/\W+/g, '-'));
  if (existsSync(folder)) rmSync(folder, { recursive: true });
  mkdirSync(folder, { recursive: true });
  const trial = toTrial(tool, version, input.name, await runTool(tool, input, folder), knownLimits);
  console.log(
    `${trial.problems.length === 0 ? 'works ' : 'FAILS '} ${input.name}  ${tool.name}: ${trial.gives}`,
  );
  for (const problem of trial.problems) console.log(`        ${problem}`);
  return trial;
}

async function runTool(tool: Tool, input: ToolInput, folder: string): Promise<Outcome> {
  try {
    return await tool.run(input, folder);
  } catch (error) {
    return { gives: 'nothing', problems: [error instanceof Error ? error.message : String(error)] };
  }
}

await runCommand({ name: 'test:generators', help, options: {} }, runTrials);
