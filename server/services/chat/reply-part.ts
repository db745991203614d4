/**
 * The parts of a model's stream that matter here, a subset of what AI SDK 7 emits from `fullStream`.
 * Kept structural, so that the reducer needs no SDK.
 */
export type ReplyPart =
  | { readonly type: 'start-step' }
  | { readonly type: 'text-delta'; readonly text: string }
  | {
      readonly type: 'tool-call';
      readonly toolCallId: string;
      readonly toolName: string;
      readonly input: unknown;
    }
  | {
      readonly type: 'tool-result';
      readonly toolCallId: string;
      readonly toolName: string;
      readonly output: unknown;
      readonly preliminary?: boolean;
    }
  | { readonly type: 'tool-error'; readonly toolCallId: string; readonly toolName: string }
  | { readonly type: 'finish-step'; readonly usage: TokenUsage }
  | { readonly type: 'finish'; readonly finishReason: string; readonly rawFinishReason?: string | undefined }
  | { readonly type: 'error'; readonly error: unknown }
  | { readonly type: 'abort' }
  /** Anything else: reasoning, a tool's input on its way. Nothing to send, but the model is alive. */
  | { readonly type: 'activity' };

export interface TokenUsage {
  readonly inputTokens?: number | undefined;
  readonly outputTokens?: number | undefined;
}

const known = new Set<string>([
  'start-step',
  'text-delta',
  'tool-call',
  'tool-result',
  'tool-error',
  'finish-step',
  'finish',
  'error',
  'abort',
] satisfies ReplyPart['type'][]);

/** The part of the reply that a part of the SDK's stream stands for. */
export function toReplyPart(part: ReplyPart | { readonly type: string }): ReplyPart {
  // The names are the SDK's, and so are the fields of each.
  return known.has(part.type) ? (part as ReplyPart) : { type: 'activity' };
}
