import { readFileSync } from 'node:fs';

/** The lines in the log of a service that logs errors only. */
export function problemsOf(logFile: string): string[] {
  const lines = readFileSync(logFile, 'utf8').split('\n').filter(Boolean);
  return lines.map((line) => `the service logged: ${line}`);
}

/** What is wrong with the exit code after SIGTERM. */
export function problemsOfExit(code: number | null): string[] {
  return code === 0 ? [] : [`the service ended with ${code} after SIGTERM`];
}
