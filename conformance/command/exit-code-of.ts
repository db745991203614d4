import { UsageError } from './usage-error.ts';

/**
 * Runs a command and returns its exit code: what `main` answers, 2 with the help on stderr where it was used wrongly, 1
 * with one line on stderr where it failed.
 */
export async function exitCodeOf(help: string, main: () => Promise<number> | number): Promise<number> {
  try {
    return await main();
  } catch (error) {
    if (isUsageError(error)) {
      console.error(`${error.message}\n\n${help}`);
      return 2;
    }
    console.error(error instanceof Error ? error.message : error);
    return 1;
  }
}

function isUsageError(error: unknown): error is Error {
  if (error instanceof UsageError) return true;
  return error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS');
}
