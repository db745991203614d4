/** Wrong usage of a command; the message is one line for the user. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

function isUsageError(error: unknown): error is Error {
  if (error instanceof UsageError) return true;
  return error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS');
}

/** Runs `main` and returns its exit code; 2 with the help on stderr for wrong usage, 1 with one line for an error. */
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
