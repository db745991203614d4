/** What happens in a reply, from its model and its tools, in the order in which it happens. */
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
    }
  | { readonly type: 'tool-error'; readonly toolCallId: string; readonly toolName: string }
  | { readonly type: 'finish-step'; readonly usage: TokenUsage }
  | { readonly type: 'finish'; readonly finishReason: string; readonly rawFinishReason?: string | undefined }
  | { readonly type: 'error'; readonly error: unknown }
  /** Anything else: reasoning, a tool's input on its way. Nothing to send, but the model is alive. */
  | { readonly type: 'activity' };

export interface TokenUsage {
  readonly inputTokens?: number | undefined;
  readonly outputTokens?: number | undefined;
}
