import type { Vendor } from '../config/model-settings.ts';
import { encodeAwsEvent } from './aws-event-stream.ts';

/** How a vendor ends a reply that its model did not complete. */
export type Ending = 'length' | 'refusal' | 'filter';

const sse = (data: object): string => `data: ${JSON.stringify(data)}\n\n`;

function anthropicEnd(reason: string): string {
  const usage = { output_tokens: 5 };
  const delta = { type: 'message_delta', delta: { stop_reason: reason, stop_sequence: null }, usage };
  return [{ type: 'content_block_stop', index: 0 }, delta, { type: 'message_stop' }]
    .map((event) => `event: ${event.type}\n${sse(event)}`)
    .join('');
}

function openAiEnd(reason: string, delta: object = {}): string {
  const head = { id: 'chat_1', object: 'chat.completion.chunk', created: 1, model: 'm' };
  const usage = { prompt_tokens: 9, completion_tokens: 5, total_tokens: 14 };
  return [
    sse({ ...head, choices: [{ index: 0, delta, finish_reason: null }] }),
    sse({ ...head, choices: [{ index: 0, delta: {}, finish_reason: reason }] }),
    sse({ ...head, choices: [], usage }),
    'data: [DONE]\n\n',
  ].join('');
}

function bedrockEnd(stopReason: string): Buffer {
  const usage = { inputTokens: 9, outputTokens: 5, totalTokens: 14 };
  return Buffer.concat([
    encodeAwsEvent('contentBlockStop', { contentBlockIndex: 0 }),
    encodeAwsEvent('messageStop', { stopReason }),
    encodeAwsEvent('metadata', { usage, metrics: { latencyMs: 1 } }),
  ]);
}

/** The rest of the stream after its first text, as each vendor documents it. Not every vendor has a filter of its own. */
export const vendorEndings: Readonly<Record<Vendor, Readonly<Partial<Record<Ending, string | Buffer>>>>> = {
  anthropic: { length: anthropicEnd('max_tokens'), refusal: anthropicEnd('refusal') },
  openai: {
    length: openAiEnd('length'),
    refusal: openAiEnd('stop', { refusal: ' I am sorry, I cannot help with that.' }),
    filter: openAiEnd('content_filter'),
  },
  openrouter: { length: openAiEnd('length'), filter: openAiEnd('content_filter') },
  bedrock: {
    length: bedrockEnd('max_tokens'),
    refusal: bedrockEnd('refusal'),
    filter: bedrockEnd('guardrail_intervened'),
  },
};
