import { readFileSync } from 'node:fs';
import { startWatchdog } from '../support/watchdog.ts';

// A process whose event loop stands still: for good, or until its watchdog has logged something to the file that is
// named: then it ends with 42.
const [logFile] = process.argv.slice(2);
startWatchdog({
  logLevel: 'warn',
  stallMs: 250,
  // Time for the stack to be logged on a busy machine.
  killMs: logFile === undefined ? 2_500 : 3_600_000,
  onStall: () => process.exit(42),
});
setTimeout(standStill, 500);
setInterval(() => undefined, 1_000);

function standStill(): void {
  while (logFile === undefined || readFileSync(logFile, 'utf8') === '');
}
