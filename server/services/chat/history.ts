import type { MessageRecord } from '../../db/records.ts';
import { userMessage } from './model-message.ts';
import type { ModelMessage } from './model-message.ts';

/** One message of the user with everything that was said until the next. */
type Turn = ModelMessage[];

/**
 * The model messages of a conversation, oldest turns left out until the rest fits `tokenBudget` (estimated).
 * Turns go whole, so that a tool call never loses its result; the latest turn always stays.
 */
export function buildHistory(
  records: readonly MessageRecord[],
  tokenBudget: number,
  keepTools: boolean,
): ModelMessage[] {
  const kept: Turn[] = [];
  let spent = 0;
  for (const turn of turnsOf(records, keepTools).reverse()) {
    spent += turn.reduce((sum, message) => sum + estimateTokens(message), 0);
    if (kept.length > 0 && spent > tokenBudget) break;
    kept.unshift(turn);
  }
  return kept.flat();
}

/** The stored form of a message: model messages as JSON text. */
export function storedContent(messages: readonly ModelMessage[]): string {
  return JSON.stringify(messages);
}

/** About four characters of JSON to a token, and a few tokens around each message. */
export function estimateTokens(message: ModelMessage): number {
  return 4 + Math.ceil(JSON.stringify(message.content).length / 4);
}

function turnsOf(records: readonly MessageRecord[], keepTools: boolean): Turn[] {
  const turns: Turn[] = [];
  // Where only the newest are given, the first may answer a question that is not among them.
  const first = records.findIndex((record) => record.role === 'user');
  for (const record of records.slice(Math.max(first, 0))) {
    const messages = readContent(record).flatMap((message) =>
      keepTools ? [message] : withoutTools(message),
    );
    if (record.role === 'user') turns.push([]);
    turns.at(-1)?.push(...messages);
  }
  return turns;
}

// Only storedContent writes this column, so its shape is ours. Version 0.1 kept what the user said as a plain text.
function readContent(record: MessageRecord): ModelMessage[] {
  const messages = JSON.parse(record.content) as (ModelMessage | { role: 'user'; content: string })[];
  return messages.map((message) =>
    message.role === 'user' && typeof message.content === 'string'
      ? userMessage(message.content)
      : (message as ModelMessage),
  );
}

// Providers refuse tool calls in a history when the request defines no tools.
function withoutTools(message: ModelMessage): ModelMessage[] {
  if (message.role === 'tool') return [];
  if (message.role !== 'assistant') return [message];
  const content = message.content.filter((part) => part.type === 'text');
  return content.length === 0 ? [] : [{ role: 'assistant', content }];
}
