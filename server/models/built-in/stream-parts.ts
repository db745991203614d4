import type {
  LanguageModelV4Content,
  LanguageModelV4FinishReason,
  LanguageModelV4StreamPart,
  LanguageModelV4Usage,
  SharedV4Warning,
} from '@ai-sdk/provider';
import type { Reply } from './reply.ts';

/**
 * The parts of a reply in the order in which a stream has them. Each is made when its turn comes: a reply that is read
 * slowly holds its text, and not an object for every piece of it.
 */
export function* streamParts(
  reply: Reply,
  usage: LanguageModelV4Usage,
  warnings: SharedV4Warning[],
  modelId: string,
): Generator<LanguageModelV4StreamPart, undefined> {
  yield { type: 'stream-start', warnings };
  yield { type: 'response-metadata', modelId };
  yield* reply.type === 'call' ? callParts(reply) : textParts(reply.text);
  yield { type: 'finish', usage, finishReason: finishReasonOf(reply) };
  return undefined;
}

export function contentOf(reply: Reply): LanguageModelV4Content[] {
  if (reply.type === 'text') return reply.text === '' ? [] : [{ type: 'text', text: reply.text }];
  const { toolCallId, toolName, input } = reply;
  return [{ type: 'tool-call', toolCallId, toolName, input }];
}

export function finishReasonOf(reply: Reply): LanguageModelV4FinishReason {
  if (reply.type === 'call') return { unified: 'tool-calls', raw: 'tool_calls' };
  return reply.cut ? { unified: 'length', raw: 'length' } : { unified: 'stop', raw: 'stop' };
}

function* callParts({
  toolCallId,
  toolName,
  input,
}: Extract<Reply, { type: 'call' }>): Generator<LanguageModelV4StreamPart> {
  yield { type: 'tool-input-start', id: toolCallId, toolName };
  for (const delta of chunksOf(input)) yield { type: 'tool-input-delta', id: toolCallId, delta };
  yield { type: 'tool-input-end', id: toolCallId };
  yield { type: 'tool-call', toolCallId, toolName, input };
}

const textId = 'text_1';

function* textParts(text: string): Generator<LanguageModelV4StreamPart> {
  if (text === '') return;
  yield { type: 'text-start', id: textId };
  for (const delta of chunksOf(text)) yield { type: 'text-delta', id: textId, delta };
  yield { type: 'text-end', id: textId };
}

/** Up to three words at a time, with the white space that follows them; joined, they are the text. */
export function* chunksOf(text: string): Generator<string> {
  const chunk = /\s*(?:\S+\s*){1,3}/guy;
  while (chunk.lastIndex < text.length) {
    const start = chunk.lastIndex;
    // What is left is blank when nothing matches.
    if (!chunk.test(text)) chunk.lastIndex = text.length;
    yield text.slice(start, chunk.lastIndex);
  }
}
