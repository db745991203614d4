/** A command has written its answer, and the answer is no: one line and exit code 1. */
export class CommandFailure extends Error {
  override readonly name = 'CommandFailure';
}
