// Generated from spec/. Do not edit; change spec/ and run: npm run generate

/** A chunk of the reply's text. Chunks are concatenated in arrival order. */
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
  /** What the agent sends to the tool. */
  readonly input: Readonly<Record<string, unknown>>;
}

/** The result of a tool call. */
export interface ToolResultEvent {
  readonly type: 'tool_result';
  /** Tool name. */
  readonly tool: string;
  /** What the tool answered. */
  readonly output: Readonly<Record<string, unknown>>;
}

/** The reply is complete. Terminal; nothing follows it. */
export interface EndEvent {
  readonly type: 'end';
  /** To be sent back for follow-up messages. */
  readonly conversation_id: string;
}

/** An error occurred during processing (decision 0007). Terminal; no `end` follows it. */
export interface ErrorEvent {
  readonly type: 'error';
  /** What went wrong, for a person. */
  readonly error: string;
  /** The status that the request would have had, had the stream not begun. */
  readonly status: number;
}

/** Any event of the chat stream (source 6). */
export type ChatEvent = TextEvent | ToolUseEvent | ToolResultEvent | EndEvent | ErrorEvent;

export type ChatEventType = ChatEvent['type'];

/** Every event type, in the order of the contract. */
export const chatEventTypes = ['text', 'tool_use', 'tool_result', 'end', 'error'] as const;

/** The types after which no event follows. */
export const terminalEventTypes = ['end', 'error'] as const;
