import { spawnSync } from 'node:child_process';

/** What a command printed, and whether it exited with 0. */
export type CommandResult = ReturnType<typeof runCommand>;

/** Runs a command to its end, for at most two minutes, without colours and without the tools' telemetry. */
export function runCommand(
  command: string,
  args: readonly string[],
  cwd: string,
  environment: Readonly<Record<string, string>> = {},
) {
  const { status, stdout, stderr, error } = spawnSync(command, args, {
    cwd,
    encoding: 'utf8',
    timeout: 120_000,
    env: { ...process.env, ...environment, NO_COLOR: '1', SCARF_ANALYTICS: 'false', DO_NOT_TRACK: '1' },
  });
  return { ok: status === 0, output: error === undefined ? `${stdout}${stderr}`.trim() : error.message };
}

/** Runs a command; throws an Error with its output when it fails. */
export function requireCommand(...command: Parameters<typeof runCommand>): string {
  const { ok, output } = runCommand(...command);
  if (!ok) throw new Error(firstLines(output) || `${command[0]} failed without a message`);
  return output;
}

/** The first lines of an output, as one line: what a row of the table has room for. */
export function firstLines(output: string): string {
  const lines = output.split('\n').filter((line) => line.trim() !== '');
  return lines.slice(0, 3).join(' | ').slice(0, 400);
}
