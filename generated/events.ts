// Generated from spec/. Do not edit; change spec/ and run: npm run generate

import type { components } from './api.d.ts';

type Schemas = components['schemas'];

export type TextEvent = Readonly<Schemas['TextEvent']>;

export type ToolUseEvent = Readonly<Schemas['ToolUseEvent']>;

export type ToolResultEvent = Readonly<Schemas['ToolResultEvent']>;

export type EndEvent = Readonly<Schemas['EndEvent']>;

export type ErrorEvent = Readonly<Schemas['ErrorEvent']>;

export type OtherEvent = Readonly<Schemas['OtherEvent']>;

/** An event of a type that this version of the contract knows (source 6). */
export type ChatEvent = TextEvent | ToolUseEvent | ToolResultEvent | EndEvent | ErrorEvent;

/** Any event of a chat stream: clients skip those of a type that they do not know (decision 0052). */
export type StreamEvent = Readonly<Schemas['StreamEvent']>;

export type ChatEventType = ChatEvent['type'];

/** Every type that is known, in the order of the contract. */
export const chatEventTypes = ['text', 'tool_use', 'tool_result', 'end', 'error'] as const;

/** Whether an event is of a type that this version knows; others are to be skipped. */
export function isKnownEvent(event: StreamEvent): event is ChatEvent {
  return chatEventTypes.some((type) => type === event.type);
}

/** The types after which no event follows. */
export const terminalEventTypes = ['end', 'error'] as const;
