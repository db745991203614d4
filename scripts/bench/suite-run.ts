import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { pinnedTo } from './server-process.ts';

const run = promisify(execFile);

/** One run of the conformance suite, as its record of exchanges shows it. Times are in seconds. */
export interface SuiteRun {
  /** Requests that were answered. */
  readonly requests: number;
  /** From the first request to the last answer, without `waiting`. */
  readonly sending: number;
  /** Pauses of a second and more in which nothing was on the wire: a rate limit's window has to pass. */
  readonly waiting: number;
  /** The whole command, the start of Node and the writing of reports included. */
  readonly command: number;
}

/** The part of an HTTP archive that tells when something was on the wire. */
export interface Archive {
  readonly log: { readonly entries: readonly { readonly startedDateTime: string; readonly time: number }[] };
}

const shortestPause = 1_000;

/** Runs the suite on the processor of the load generators. Throws with its output unless it finds nothing wrong. */
export async function runSuite(
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
): Promise<SuiteRun> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-conformance-'));
  const [command = '', ...rest] = pinnedTo(1, [
    ...['node', 'conformance/cli.ts', '--report-dir', folder],
    ...args,
  ]);
  const began = performance.now();
  try {
    await run(command, rest, { env: { ...process.env, ...environment }, maxBuffer: 1 << 26 }).catch(
      ({ stdout, stderr }: { stdout: string; stderr: string }) => {
        throw new Error(`the conformance suite is not content: ${stdout}${stderr}`);
      },
    );
    const seconds = (performance.now() - began) / 1000;
    const archive = JSON.parse(readFileSync(join(folder, 'exchanges.har'), 'utf8')) as Archive;
    return { ...timesOf(archive), command: seconds };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** What an archive tells of the time: how long requests were sent, and how long nothing was. */
export function timesOf({ log }: Archive): Omit<SuiteRun, 'command'> {
  const spans = log.entries
    .map(({ startedDateTime, time }) => ({ from: Date.parse(startedDateTime), length: time }))
    .toSorted((one, other) => one.from - other.from);
  const first = spans[0]?.from ?? 0;
  let until = first;
  let waiting = 0;
  for (const { from, length } of spans) {
    if (from - until >= shortestPause) waiting += from - until;
    until = Math.max(until, from + length);
  }
  return {
    requests: spans.length,
    sending: (until - first - waiting) / 1000,
    waiting: waiting / 1000,
  };
}
