// Generated from spec/. Do not edit; change spec/ and run: npm run generate

/** A chunk of the reply's text. Clients concatenate chunks in arrival order. */
export interface TextEvent {
  readonly type: 'text';
  /** The chunk. */
  readonly content: string;
}

/** The agent is calling a tool. */
export interface ToolUseEvent {
  readonly type: 'tool_use';
  /** Tool name. */
  readonly tool: string;
  /** Input of the tool call. */
  readonly input: Readonly<Record<string, unknown>>;
}

/** The result of a tool call. */
export interface ToolResultEvent {
  readonly type: 'tool_result';
  /** Tool name. */
  readonly tool: string;
  /** Output of the tool. */
  readonly output: Readonly<Record<string, unknown>>;
}

/** The reply is complete. Terminal; nothing follows it. */
export interface EndEvent {
  readonly type: 'end';
  /** Send it with follow-up messages. */
  readonly conversation_id: string;
}

/** An error occurred during processing (decision 0007). Terminal; no `end` follows it. */
export interface ErrorEvent {
  readonly type: 'error';
  /** A human-readable message. */
  readonly error: string;
  /** The HTTP status for this error if the stream had not started. */
  readonly status: number;
}

/** Any event of the chat stream (source 6). */
export type ChatEvent = TextEvent | ToolUseEvent | ToolResultEvent | EndEvent | ErrorEvent;

export type ChatEventType = ChatEvent['type'];

/** Every event type, in the order of the contract. */
export const chatEventTypes = ['text', 'tool_use', 'tool_result', 'end', 'error'] as const;

/** The types after which no event follows. */
export const terminalEventTypes = ['end', 'error'] as const;
