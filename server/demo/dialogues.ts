import { readFileSync } from 'node:fs';
import type { ModelMessage } from '../chat/types.ts';
import type { Result } from '../db/records.ts';

/** A question of a made-up shopper, and the reply of the built-in model. */
export interface Turn {
  readonly question: string;
  readonly result: Result;
  /** Input and output. */
  readonly tokens: readonly [number, number];
  /** As messages are stored. The outputs of tools are shortened to three products, or the words that none has. */
  readonly reply: readonly ModelMessage[];
}

export interface Dialogue {
  readonly name: string;
  /** How often it occurs, in proportion to the others. */
  readonly weight: number;
  /** How shoppers are inclined to rate it. */
  readonly thumb?: 'down';
  readonly turns: readonly Turn[];
}

const file = new URL('./conversations.jsonl', import.meta.url);

/**
 * What made-up shoppers ask the demo shop. The questions were written for the demo; the built-in model has replied to
 * them over the sample catalogue.
 */
export function readDialogues(): Dialogue[] {
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
  return lines.map((line): Dialogue => JSON.parse(line));
}

/** The words of a reply. */
export function textOf(reply: readonly ModelMessage[]): string {
  return reply
    .flatMap(({ role, content }) => (role === 'assistant' ? content : []))
    .map((part) => (part.type === 'text' ? part.text : ''))
    .join('');
}

/** The ids of the products that the widget shows as cards under a reply. */
export function productsOf(reply: readonly ModelMessage[]): string[] {
  const outputs = reply.flatMap(({ role, content }) =>
    role === 'tool' ? content.map((part) => (part.type === 'tool-result' ? part.output : undefined)) : [],
  );
  return outputs.flatMap((output) => {
    if (output?.type !== 'json') return [];
    const { products, product } = output.value as { products?: { id: string }[]; product?: { id: string } };
    return (products ?? (product === undefined ? [] : [product])).map(({ id }) => id);
  });
}
