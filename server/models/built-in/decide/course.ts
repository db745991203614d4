import type { Conversation } from '../read-conversation.ts';
import type { Reading } from '../tool-results.ts';
import type { ToolName, Tools } from '../tools.ts';
import type { State } from './state.ts';

export interface Call {
  readonly tool: ToolName;
  readonly input: object;
}

/** The course of a reply: yields tool calls, receives their results, and returns the text. */
export type Course<Result = string> = Generator<Call, Result, Reading>;

/** What a course may use. */
export interface Context {
  readonly said: string;
  /** After the turns before this one. */
  readonly state: State;
  readonly tools: Tools;
}

/** Replays the results of the current turn, and returns the next call or the text. The model keeps nothing between calls. */
export function nextStep({ current }: Pick<Conversation, 'current'>, course: Course): Call | string {
  let step = course.next();
  for (const { tool, reading } of current.steps) {
    if (step.done === true) return step.value;
    if (step.value.tool === tool) step = course.next(reading);
  }
  return step.value;
}
