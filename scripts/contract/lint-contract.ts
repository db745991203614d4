import { spawnSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { readContract } from '../generate/contract.ts';
import { parseAsyncapi } from '../generate/parse-asyncapi.ts';

const redocly = join(dirname(dirname(import.meta.dirname)), 'node_modules', '.bin', 'redocly');

/** What Redocly and the AsyncAPI parser have to say about the two documents, warnings and hints included. */
export async function lintContract(specFolder: string): Promise<string[]> {
  const { diagnostics } = await parseAsyncapi(readContract(specFolder).asyncapi);
  return [...lintOpenapi(specFolder), ...diagnostics.map((line) => `asyncapi.yaml: ${line}`)];
}

function lintOpenapi(specFolder: string): string[] {
  const config = join(specFolder, 'redocly.yaml');
  const args = [redocly, 'lint', join(specFolder, 'openapi.yaml'), '--config', config, '--format', 'json'];
  const { status, stdout, stderr, error } = spawnSync(process.execPath, args, {
    encoding: 'utf8',
    // The command line would otherwise report its use to its maker and look for updates.
    env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
  });
  if (error) return [`redocly could not be started: ${error.message}`];
  const problems = readProblems(stdout);
  return problems.length === 0 && status !== 0 ? [stderr.trim()] : problems;
}

interface RedoclyReport {
  readonly problems: readonly {
    readonly ruleId: string;
    readonly message: string;
    readonly location: readonly { readonly pointer?: string }[];
  }[];
}

function readProblems(stdout: string): string[] {
  if (!stdout.trimStart().startsWith('{')) return [];
  const report = JSON.parse(stdout) as RedoclyReport;
  return report.problems.map(
    ({ ruleId, message, location }) => `openapi.yaml${location[0]?.pointer ?? ''}: ${message} (${ruleId})`,
  );
}
