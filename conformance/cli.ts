import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { runCommand } from './command/run-command.ts';

// Compiled to JavaScript, it is the package that third parties install.
const isPackaged = import.meta.url.endsWith('.js');
const { stdout, stderr, env } = process;

// A reader such as head may close the pipe early: the rest has no reader, and the exit code stays that of the run.
for (const stream of [stdout, stderr])
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });

process.exitCode = await runCommand(process.argv.slice(2), {
  print: (text) => stdout.write(text),
  stderr: { isTTY: stderr.isTTY === true, write: (text) => stderr.write(text) },
  dataDir: env['DATA_DIR'] ?? (isPackaged ? undefined : 'data'),
  folder: process.cwd(),
  now: () => Date.now(),
  randomSeed: randomInt(2 ** 31),
  annotates: env['GITHUB_ACTIONS'] === 'true',
  summaryFile: env['GITHUB_STEP_SUMMARY'],
  stopped: () => Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')]),
});
