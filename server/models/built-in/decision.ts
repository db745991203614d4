import type { Answer } from './answer.ts';
import type { CatalogToolName } from './catalog-reading.ts';
import type { CatalogTools } from './catalog-tool-names.ts';
import type { Intent } from './intent.ts';
import type { Memory } from './memory.ts';
import type { Step, Turn } from './read-conversation.ts';

/** The next step: call a tool, or answer. */
export type Decision =
  | { readonly type: 'call'; readonly tool: CatalogToolName; readonly input: object }
  | { readonly type: 'answer'; readonly answer: Answer };

/** The input of a decision. */
export interface Situation {
  readonly intent: Intent;
  /** Of the turns before this one. */
  readonly memory: Memory;
  /** The previous turn, whose question this message may answer. */
  readonly previous: Turn | undefined;
  /** The calls of this turn. */
  readonly steps: readonly Step[];
  readonly tools: CatalogTools;
}

export function answerWith(answer: Answer): Decision {
  return { type: 'answer', answer };
}
