import { isObject, type Exchange } from '../exchange.ts';

/** What a warning needs to know of a streamed reply. */
export interface SeenReply {
  readonly events: readonly unknown[];
  /** Whether an event arrived before the piece with its last one. */
  readonly isStreamed: boolean;
  readonly durationMs: number;
  readonly exchange: Exchange;
  /** True where it has the id of a conversation. */
  readonly isFollowUp: boolean;
}

interface Warning {
  readonly text: string;
  readonly exchange: Exchange;
}

// In less time no user sees whether a reply was streamed.
const slowMs = 1000;
const minTexts = 4;
const minResults = 2;

const isText = (event: unknown): boolean => isObject(event) && event['type'] === 'text';

function isSlow({ events, durationMs }: SeenReply): boolean {
  return durationMs >= slowMs && events.filter(isText).length >= minTexts;
}

/** Whether the output of a tool reports an error, in one of the usual ways. */
function isFailed(output: unknown): boolean {
  if (!isObject(output)) return false;
  const { error, isError, is_error, success, ok } = output;
  return (
    (error ?? false) !== false || isError === true || is_error === true || success === false || ok === false
  );
}

function toolWarnings(replies: readonly SeenReply[]): readonly Warning[] {
  const byTool = new Map<string, { readonly outputs: unknown[]; readonly exchange: Exchange }>();
  for (const { events, exchange } of replies) {
    for (const event of events) {
      if (!isObject(event) || event['type'] !== 'tool_result') continue;
      const tool = String(event['tool']);
      const known = byTool.get(tool) ?? { outputs: [], exchange };
      known.outputs.push(event['output']);
      byTool.set(tool, known);
    }
  }
  return [...byTool]
    .filter(([, { outputs }]) => outputs.length >= minResults && outputs.every(isFailed))
    .map(([tool, { outputs, exchange }]) => ({
      text: `the tool ${tool} always fails: ${outputs.length} of ${outputs.length} results are errors`,
      exchange,
    }));
}

/** Warnings about the replies of a run: none is really streamed, or a tool always fails. */
export function replyWarnings(replies: readonly SeenReply[]): readonly Warning[] {
  const slow = replies.filter(isSlow);
  const [first] = slow;
  const isBuffered = slow.every(({ isStreamed }) => !isStreamed);
  const seconds = first === undefined ? 0 : Math.round(first.durationMs / 100) / 10;
  const text = `no reply is streamed: all of it arrives in one piece, after ${seconds} s; something buffers it`;
  return [
    ...(first !== undefined && isBuffered ? [{ text, exchange: first.exchange }] : []),
    ...toolWarnings(replies),
  ];
}
