/** Where a command writes: answers to `out`, everything else to `error`. */
export interface Terminal {
  out(text: string): void;
  error(text: string): void;
  /** Whether a person watches `error`, for progress lines. */
  readonly isInteractive: boolean;
}

/** The terminal of this process. A reader that goes away (`| head`) ends the command without a complaint. */
export function processTerminal(): Terminal {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
    process.exit(0);
  });
  return {
    out: (text) => void process.stdout.write(text),
    error: (text) => void process.stderr.write(text),
    isInteractive: process.stderr.isTTY === true,
  };
}
