import type {
  LanguageModelV4Content,
  LanguageModelV4FinishReason,
  LanguageModelV4StreamPart,
  LanguageModelV4Usage,
  SharedV4Warning,
} from '@ai-sdk/provider';
import type { Reply } from './reply.ts';

type Part = LanguageModelV4StreamPart;

/** The parts of a reply in stream order. Lazy: a slowly read reply holds its text, not an object for each piece. */
export function* streamParts(
  reply: Reply,
  usage: LanguageModelV4Usage,
  warnings: SharedV4Warning[],
  modelId: string,
): Generator<Part, undefined> {
  yield { type: 'stream-start', warnings };
  yield { type: 'response-metadata', modelId };
  yield* reply.type === 'text' ? textParts(reply.text) : callParts(reply);
  yield { type: 'finish', usage, finishReason: finishReasonOf(reply) };
}

const textId = 'text_1';

function* textParts(text: string): Generator<Part, void> {
  if (text === '') return;
  yield { type: 'text-start', id: textId };
  for (const delta of piecesOf(text)) yield { type: 'text-delta', id: textId, delta };
  yield { type: 'text-end', id: textId };
}

function* callParts({
  toolCallId,
  toolName,
  input,
}: Extract<Reply, { type: 'call' }>): Generator<Part, void> {
  yield { type: 'tool-input-start', id: toolCallId, toolName };
  for (const delta of piecesOf(input)) yield { type: 'tool-input-delta', id: toolCallId, delta };
  yield { type: 'tool-input-end', id: toolCallId };
  yield { type: 'tool-call', toolCallId, toolName, input };
}

function* piecesOf(text: string): Generator<string, void> {
  for (let start = 0, end = 0; start < text.length; start = end) {
    end = endOfPiece(text, start);
    yield text.slice(start, end);
  }
}

const piece = /\s*(?:\S+\s*){1,3}/uy;

/** The end of the piece that begins at `start`: up to three words and the white space after them. */
export function endOfPiece(text: string, start: number): number {
  piece.lastIndex = start;
  // Without a match, the rest is blank.
  return piece.test(text) ? piece.lastIndex : text.length;
}

export function contentOf(reply: Reply): LanguageModelV4Content[] {
  if (reply.type === 'text') return reply.text === '' ? [] : [{ type: 'text', text: reply.text }];
  const { toolCallId, toolName, input } = reply;
  return [{ type: 'tool-call', toolCallId, toolName, input }];
}

export function finishReasonOf(reply: Reply): LanguageModelV4FinishReason {
  if (reply.type === 'call') return { unified: 'tool-calls', raw: 'tool_calls' };
  return reply.truncated ? { unified: 'length', raw: 'length' } : { unified: 'stop', raw: 'stop' };
}
