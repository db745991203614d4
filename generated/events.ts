// Generated from spec/. Do not edit; change spec/ and run: npm run generate

import type { components } from './api.d.ts';

type Schemas = components['schemas'];

export type TextEvent = Readonly<Schemas['TextEvent']>;

export type ToolUseEvent = Readonly<Schemas['ToolUseEvent']>;

export type ToolResultEvent = Readonly<Schemas['ToolResultEvent']>;

export type EndEvent = Readonly<Schemas['EndEvent']>;

export type ErrorEvent = Readonly<Schemas['ErrorEvent']>;

/** Any event of the chat stream (source 6). */
export type ChatEvent = TextEvent | ToolUseEvent | ToolResultEvent | EndEvent | ErrorEvent;

export type ChatEventType = ChatEvent['type'];

/** Every event type, in the order of the contract. */
export const chatEventTypes = ['text', 'tool_use', 'tool_result', 'end', 'error'] as const;

/** The types after which no event follows. */
export const terminalEventTypes = ['end', 'error'] as const;
