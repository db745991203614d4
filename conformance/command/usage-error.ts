/** What is wrong with how the suite was called, in one line for the person who called it. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
