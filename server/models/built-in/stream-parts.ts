import type {
  LanguageModelV4Content,
  LanguageModelV4FinishReason,
  LanguageModelV4StreamPart,
  LanguageModelV4Usage,
  SharedV4Warning,
} from '@ai-sdk/provider';
import type { Reply } from './reply.ts';

/** The parts of a reply in the order in which a stream has them. */
export function streamParts(
  reply: Reply,
  usage: LanguageModelV4Usage,
  warnings: SharedV4Warning[],
  modelId: string,
): LanguageModelV4StreamPart[] {
  return [
    { type: 'stream-start', warnings },
    { type: 'response-metadata', modelId },
    ...(reply.type === 'call' ? callParts(reply) : textParts(reply.text)),
    { type: 'finish', usage, finishReason: finishReasonOf(reply) },
  ];
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

function callParts({
  toolCallId,
  toolName,
  input,
}: Extract<Reply, { type: 'call' }>): LanguageModelV4StreamPart[] {
  return [
    { type: 'tool-input-start', id: toolCallId, toolName },
    ...chunksOf(input).map((delta) => ({ type: 'tool-input-delta' as const, id: toolCallId, delta })),
    { type: 'tool-input-end', id: toolCallId },
    { type: 'tool-call', toolCallId, toolName, input },
  ];
}

const textId = 'text_1';

function textParts(text: string): LanguageModelV4StreamPart[] {
  if (text === '') return [];
  return [
    { type: 'text-start', id: textId },
    ...chunksOf(text).map((delta) => ({ type: 'text-delta' as const, id: textId, delta })),
    { type: 'text-end', id: textId },
  ];
}

/** Up to three words at a time, with the white space that follows them; joined, they are the text. */
export function chunksOf(text: string): string[] {
  return text.match(/\s*(?:\S+\s*){1,3}/gu) ?? (text === '' ? [] : [text]);
}
