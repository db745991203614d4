import { spawn } from 'node:child_process';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { createTestFolder } from './database.ts';

const tool = fileURLToPath(
  new URL('../../node_modules/@modelcontextprotocol/conformance/dist/index.js', import.meta.url),
);

export interface ConformanceCheck {
  readonly id: string;
  readonly status: 'SUCCESS' | 'FAILURE' | 'WARNING' | 'SKIPPED' | 'INFO';
}

export interface ConformanceRun {
  /** What the tool printed. */
  readonly output: string;
  /** The checks of each scenario that ran. */
  readonly checks: ReadonlyMap<string, readonly ConformanceCheck[]>;
}

/** Runs the official MCP conformance tool's server scenarios for one revision of the protocol against `url`. */
export async function runConformanceTool(url: string, revision: string): Promise<ConformanceRun> {
  const folder = createTestFolder();
  const args = [tool, 'server', '--url', url, '--requirements', revision, '-o', folder];
  // The tool cannot trust a certificate authority, and one scenario sends a Host that no certificate covers.
  const env = { PATH: process.env['PATH'], NODE_TLS_REJECT_UNAUTHORIZED: '0', NODE_NO_WARNINGS: '1' };
  const child = spawn(process.execPath, args, { env });
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
  const checks = readChecks(folder);
  rmSync(folder, { recursive: true, force: true });
  return { output: stdout + stderr, checks };
}

/** The tool writes `server-<scenario>-<time>/checks.json`. */
function readChecks(folder: string): Map<string, readonly ConformanceCheck[]> {
  const checks = new Map<string, readonly ConformanceCheck[]>();
  for (const name of readdirSync(folder)) {
    const scenario = /^server-(.+)-\d{4}-\d\d-\d\dT/.exec(name)?.[1];
    if (scenario === undefined) continue;
    const file = readFileSync(join(folder, name, 'checks.json'), 'utf8');
    checks.set(scenario, JSON.parse(file) as ConformanceCheck[]);
  }
  return checks;
}
