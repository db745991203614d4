import type {
  LanguageModelV4Content,
  LanguageModelV4FinishReason,
  LanguageModelV4StreamPart,
  LanguageModelV4Usage,
  SharedV4Warning,
} from '@ai-sdk/provider';
import type { Reply } from './reply.ts';

type Part = LanguageModelV4StreamPart;

const textId = 'text_1';

/**
 * The parts of a reply in the order in which a stream has them. Each piece of its text is made when its turn comes: a
 * reply that is read slowly holds its text, and not an object for every piece of it.
 */
export function streamParts(
  reply: Reply,
  usage: LanguageModelV4Usage,
  warnings: SharedV4Warning[],
  modelId: string,
): Iterable<Part> {
  const head: Part[] = [
    { type: 'stream-start', warnings },
    { type: 'response-metadata', modelId },
  ];
  const finish: Part = { type: 'finish', usage, finishReason: finishReasonOf(reply) };
  if (reply.type === 'text') {
    const { text } = reply;
    if (text === '') return [...head, finish];
    const begun: Part = { type: 'text-start', id: textId };
    return new ReplyParts([...head, begun], text, textDelta, [{ type: 'text-end', id: textId }, finish]);
  }
  const { toolCallId, toolName, input } = reply;
  const begun: Part = { type: 'tool-input-start', id: toolCallId, toolName };
  const ended: Part[] = [
    { type: 'tool-input-end', id: toolCallId },
    { type: 'tool-call', toolCallId, toolName, input },
  ];
  const inputDelta = (delta: string): Part => ({ type: 'tool-input-delta', id: toolCallId, delta });
  return new ReplyParts([...head, begun], input, inputDelta, [...ended, finish]);
}

function textDelta(delta: string): Part {
  return { type: 'text-delta', id: textId, delta };
}

/** Some parts, a text in pieces, and some parts more. By hand: every word passes here, and a generator costs a multiple. */
class ReplyParts implements IterableIterator<Part, undefined> {
  readonly #before: readonly Part[];
  readonly #text: string;
  readonly #deltaOf: (delta: string) => Part;
  readonly #after: readonly Part[];
  #taken = 0;
  #said = 0;

  constructor(
    before: readonly Part[],
    text: string,
    deltaOf: (delta: string) => Part,
    after: readonly Part[],
  ) {
    this.#before = before;
    this.#text = text;
    this.#deltaOf = deltaOf;
    this.#after = after;
  }

  [Symbol.iterator](): this {
    return this;
  }

  next(): IteratorResult<Part, undefined> {
    const value = this.#nextPart();
    return value === undefined ? { done: true, value } : { done: false, value };
  }

  #nextPart(): Part | undefined {
    const before = this.#before.length;
    if (this.#taken < before) return this.#before[this.#taken++];
    const start = this.#said;
    if (start === this.#text.length) return this.#after[this.#taken++ - before];
    this.#said = endOfPiece(this.#text, start);
    return this.#deltaOf(this.#text.slice(start, this.#said));
  }
}

const piece = /\s*(?:\S+\s*){1,3}/uy;

/** Where the piece ends that begins at `start`: after up to three words and the white space that follows them. */
export function endOfPiece(text: string, start: number): number {
  piece.lastIndex = start;
  // What is left is blank when nothing matches.
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
