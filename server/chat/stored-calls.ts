import type { components } from '../../generated/dashboard.d.ts';
import type { MessageRecord } from '../db/records.ts';
import { readContent } from './prompt.ts';
import { visibleInput, visibleOutput } from './redact-for-visitor.ts';

/** A tool call of a stored reply; its output is null where the tool returned nothing. */
export type StoredCall = components['schemas']['Message']['tool_calls'][number];

/** The tool calls of a stored message in order, as an API key sees them. */
export function storedCalls(record: Pick<MessageRecord, 'content'>): StoredCall[] {
  const messages = readContent(record);
  const results = new Map<string, unknown>();
  for (const message of messages) {
    if (message.role !== 'tool') continue;
    for (const part of message.content) {
      if (part.type === 'tool-result' && part.output.type === 'json')
        results.set(part.toolCallId, part.output.value);
    }
  }
  const parts = messages.flatMap((message) => (message.role === 'assistant' ? message.content : []));
  return parts.flatMap((part) => {
    if (part.type !== 'tool-call') return [];
    const output = results.get(part.toolCallId);
    return {
      tool: part.toolName,
      input: visibleInput(part.input, null),
      output: output === undefined ? null : visibleOutput({ fromCatalog: false, output }, null),
    };
  });
}
