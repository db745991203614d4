import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { createTestFolder } from './database.ts';

const tool = fileURLToPath(
  new URL('../../node_modules/@modelcontextprotocol/conformance/dist/index.js', import.meta.url),
);

export interface ToolRun {
  readonly url: string;
  /** The revision whose required scenarios run, at its own wire form. */
  readonly revision: '2026-07-28' | '2025-11-25';
  /** Path of the list of scenarios that may fail, and then must. */
  readonly expectedFailures?: string;
}

export interface ToolVerdict {
  /** 0 when every required scenario did as expected. */
  readonly code: number | null;
  readonly output: string;
  /** By scenario: the lines of the tool's summary. */
  readonly passed: readonly string[];
  readonly failed: readonly string[];
}

/** Runs the protocol's official conformance tool against a server. */
export async function runConformanceTool({ url, revision, expectedFailures }: ToolRun): Promise<ToolVerdict> {
  const folder = createTestFolder();
  const baseline = expectedFailures === undefined ? [] : ['--expected-failures', expectedFailures];
  const args = [tool, 'server', '--url', url, '--requirements', revision, '-o', folder, ...baseline];
  // One scenario writes another name into Host, which a check of names in certificates would catch first.
  const env = { PATH: process.env['PATH'], NODE_TLS_REJECT_UNAUTHORIZED: '0', NODE_NO_WARNINGS: '1' };
  const child = spawn(process.execPath, args, { env });
  const exit = new Promise<number | null>((resolve) => child.on('close', resolve));
  const [code, out, problems] = await Promise.all([exit, text(child.stdout), text(child.stderr)]);
  rmSync(folder, { recursive: true, force: true });
  const [summary = ''] = out.slice(out.indexOf('=== SUMMARY ===')).split('\nNot scored');
  const marked = (mark: string) =>
    [...summary.matchAll(new RegExp(`^${mark} ([^:]+):`, 'gm'))].map(([, name = '']) => name);
  return { code, output: out + problems, passed: marked('✓'), failed: marked('✗') };
}
