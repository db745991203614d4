import type { TextEvent, ToolResultEvent, ToolUseEvent } from '../../../generated/events.ts';
import { isObject } from '../../is-object.ts';
import type { ReplyPart } from './reply-part.ts';

/** The events that may come before the terminal one. */
export type ContentEvent = TextEvent | ToolUseEvent | ToolResultEvent;

/** How the model's stream ended. */
export type ModelEnding =
  | { readonly type: 'finished' }
  /** The stream stopped without a finish reason: the connection to the provider was cut. */
  | { readonly type: 'cut' }
  /** It finished and said nothing. */
  | { readonly type: 'silent' }
  | { readonly type: 'failed'; readonly error: unknown }
  | { readonly type: 'aborted' };

export interface Reduction {
  readonly event?: ContentEvent;
  readonly ending?: ModelEnding;
}

/**
 * What one part of the model's stream means to the reader: an event, the end, or nothing.
 * `hasWords` says whether the reply has any text so far that can be read. After an `error` part
 * vendors may still send `finish`; callers stop at the first ending, so that there is only ever one.
 */
export function reducePart(part: ReplyPart, hasWords: boolean): Reduction {
  switch (part.type) {
    case 'text-delta':
      return part.text === '' ? {} : { event: { type: 'text', content: part.text } };
    case 'tool-call':
      return { event: { type: 'tool_use', tool: part.toolName, input: asObject(part.input, 'input') } };
    case 'tool-result':
      return { event: toolResult(part.toolName, part.output) };
    case 'tool-error':
      return { event: toolResult(part.toolName, refusedCall) };
    case 'finish':
      return { ending: endingOf(part, hasWords) };
    case 'error':
      return { ending: { type: 'failed', error: part.error } };
    case 'start-step':
    case 'finish-step':
    case 'activity':
      return {};
    default:
      return part satisfies never;
  }
}

// The raw exception of a tool-error part stays here: it may hold anything.
export const refusedCall = { error: 'The tool does not exist or does not take this input.' };

function toolResult(tool: string, output: unknown): ToolResultEvent {
  return { type: 'tool_result', tool, output: asObject(output, 'result') };
}

function endingOf(part: Extract<ReplyPart, { type: 'finish' }>, hasWords: boolean): ModelEnding {
  if (part.finishReason === 'error') return { type: 'failed', error: undefined };
  if (part.finishReason === 'interrupted') return { type: 'cut' };
  if (part.finishReason === 'other' && part.rawFinishReason === undefined) return { type: 'cut' };
  return { type: hasWords ? 'finished' : 'silent' };
}

/** Events carry objects (source 6); anything else is put under `name`. */
export function asObject(value: unknown, name: string): Record<string, unknown> {
  if (isObject(value)) return { ...value };
  return { [name]: value ?? null };
}
