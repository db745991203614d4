import { Readable } from 'node:stream';
import { runCli } from '../commands/run.ts';
import type { CommandResult, CommandOptions } from './run-command.ts';

/**
 * Runs an `agent-service` command in this process: faster than `runCommand`, which it equals otherwise. Not for a data
 * folder whose SQLite database this process writes at the same time: the driver would block both connections.
 */
export async function runInProcess(
  dataDir: string,
  args: readonly string[],
  { input = '', env }: CommandOptions = {},
): Promise<CommandResult> {
  let [stdout, stderr] = ['', ''];
  const terminal = {
    input: Readable.from([Buffer.from(input)]),
    out: (text: string) => void (stdout += text),
    error: (text: string) => void (stderr += text),
    isInteractive: false,
  };
  const code = await runCli(args, { DATA_DIR: dataDir, ...env }, terminal, async (config, options) => {
    const { serve } = await import('../main.ts');
    await serve(config, options);
  });
  return { code, stdout, stderr };
}
