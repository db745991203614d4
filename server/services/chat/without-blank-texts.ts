import type { ModelMessage } from './model-message.ts';

/**
 * Leaves out what a model said in white space alone, as some do before they call a tool. Vendors refuse a request
 * that repeats it to them.
 */
export function withoutBlankTexts(messages: readonly ModelMessage[]): ModelMessage[] {
  return messages.flatMap((message): ModelMessage[] => {
    if (message.role !== 'assistant') return [message];
    const content = message.content.filter((part) => part.type !== 'text' || part.text.trim() !== '');
    return content.length === 0 ? [] : [{ ...message, content }];
  });
}
