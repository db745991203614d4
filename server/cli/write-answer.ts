import type { Terminal } from './terminal.ts';

/** Every command has both forms: JSON for programs, words for people. */
export interface Answer {
  readonly json: unknown;
  readonly text: string;
}

export function writeAnswer(terminal: Terminal, options: { readonly json?: boolean }, answer: Answer): void {
  terminal.out(options.json ? `${JSON.stringify(answer.json, null, 2)}\n` : answer.text);
}
