import type { LanguageModelV4ToolCallPart } from '@ai-sdk/provider';
import { isObject } from '../../is-object.ts';
import type { ModelMessage } from './model-message.ts';

/**
 * Messages as vendors take them back. They refuse what a model said in white space alone, as some do before they call a
 * tool, and the input of a call that is no object.
 */
export function acceptableMessages(messages: readonly ModelMessage[]): ModelMessage[] {
  return messages.flatMap((message): ModelMessage[] => {
    if (message.role !== 'assistant') return [message];
    const content = message.content
      .filter((part) => part.type !== 'text' || part.text.trim() !== '')
      .map((part) => (part.type === 'tool-call' ? withObject(part) : part));
    return content.length === 0 ? [] : [{ ...message, content }];
  });
}

function withObject(call: LanguageModelV4ToolCallPart): LanguageModelV4ToolCallPart {
  return isObject(call.input) ? call : { ...call, input: {} };
}
