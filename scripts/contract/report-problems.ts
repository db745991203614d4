/** Runs a check and prints what it finds, or why it could not run, as plain lines; exit code 1 when there is anything. */
export async function reportProblems(check: () => Promise<readonly string[]>): Promise<void> {
  const problems = await check().catch((error: unknown) => [
    error instanceof Error ? error.message : String(error),
  ]);
  if (problems.length === 0) return;
  console.error(problems.join('\n'));
  process.exitCode = 1;
}
