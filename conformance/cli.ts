import { randomInt } from 'node:crypto';
import { runCommand } from './command/run-command.ts';

const { stdout, stderr, env } = process;

process.exitCode = await runCommand(process.argv.slice(2), {
  print: (text) => stdout.write(text),
  stderr: { isTTY: stderr.isTTY === true, write: (text) => stderr.write(text) },
  dataDir: env['DATA_DIR'] ?? 'data',
  now: () => Date.now(),
  randomSeed: randomInt(2 ** 31),
});
