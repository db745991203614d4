import { createServer, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import type { Vendor } from '../config/model-settings.ts';
import { encodeAwsEvent } from './aws-event-stream.ts';
import { close, listen } from './local-server.ts';
import { type Ending, vendorEndings } from './vendor-endings.ts';

/** What goes wrong after the first text: the connection is lost, hangs, or carries invalid data; or the model ends early. */
export type Breakage = 'truncated' | 'close' | 'stall' | 'malformed' | 'overload' | Ending;

export interface BrokenVendor {
  readonly url: string;
  /** The bodies of the requests so far. */
  readonly bodies: string[];
  /** Resolves when a client leaves a response that hangs. */
  readonly abandoned: Promise<void>;
  close(): Promise<void>;
}

const sse = (data: object): string => `data: ${JSON.stringify(data)}\n\n`;
const anthropicEvent = (data: { type: string }): string => `event: ${data.type}\n${sse(data)}`;

const anthropicStart = {
  type: 'message_start',
  message: {
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    model: 'm',
    content: [],
    stop_reason: null,
    stop_sequence: null,
    usage: { input_tokens: 9, output_tokens: 1 },
  },
};
const chunk = (delta: object, extra: object = {}): string =>
  sse({
    id: 'chat_1',
    object: 'chat.completion.chunk',
    created: 1,
    model: 'm',
    choices: [{ index: 0, delta, finish_reason: null }],
    ...extra,
  });

/** The start of each vendor's stream, in its own format. */
const firstText: Readonly<Record<Vendor, string | Buffer>> = {
  anthropic:
    anthropicEvent(anthropicStart) +
    anthropicEvent({
      type: 'content_block_start',
      index: 0,
      content_block: { type: 'text', text: '' },
    } as never) +
    anthropicEvent({
      type: 'content_block_delta',
      index: 0,
      delta: { type: 'text_delta', text: 'Half' },
    } as never),
  openai: chunk({ role: 'assistant', content: 'Half' }),
  openrouter: chunk({ role: 'assistant', content: 'Half' }, { provider: 'someone' }),
  bedrock: Buffer.concat([
    encodeAwsEvent('messageStart', { role: 'assistant' }),
    encodeAwsEvent('contentBlockDelta', { contentBlockIndex: 0, delta: { text: 'Half' } }),
  ]),
};

const vendorText = 'vendor text that must not be shown';
const invalidData: Readonly<Record<Vendor, string | Buffer>> = {
  anthropic: `data: {"type": "content_block_delta", ${vendorText}\n\n`,
  openai: `data: {"choices": [${vendorText}\n\n`,
  openrouter: `data: {"choices": [${vendorText}\n\n`,
  bedrock: encodeAwsEvent('contentBlockDelta', {
    contentBlockIndex: 'x',
    delta: { text: 7, note: vendorText },
  }),
};
const overload: Readonly<Record<Vendor, string | Buffer>> = {
  anthropic: anthropicEvent({
    type: 'error',
    error: { type: 'overloaded_error', message: vendorText },
  } as never),
  openai: sse({ error: { message: vendorText, type: 'tokens', param: null, code: 'rate_limit_exceeded' } }),
  openrouter: sse({ error: { message: vendorText, code: 503 } }),
  bedrock: encodeAwsEvent('throttlingException', { message: vendorText }),
};

/** A vendor that sends one word in every response and then fails in one way. */
export async function startBrokenVendor(vendor: Vendor, breakage: Breakage): Promise<BrokenVendor> {
  const { promise: abandoned, resolve } = Promise.withResolvers<void>();
  const bodies: string[] = [];
  const server = createServer((request, response) => {
    response.on('close', resolve);
    void text(request).then((body) => {
      bodies.push(body);
      respond(vendor, breakage, response);
    });
  });
  return {
    url: `http://127.0.0.1:${await listen(server)}`,
    bodies,
    abandoned,
    close: () => close(server),
  };
}

function respond(vendor: Vendor, breakage: Breakage, response: ServerResponse): void {
  const type = vendor === 'bedrock' ? 'application/vnd.amazon.eventstream' : 'text/event-stream';
  response.writeHead(200, { 'content-type': type });
  response.write(firstText[vendor], () => fail(vendor, breakage, response));
}

function fail(vendor: Vendor, breakage: Breakage, response: ServerResponse): void {
  if (breakage === 'truncated') response.socket?.destroy();
  if (breakage === 'close') response.end();
  if (breakage === 'malformed') response.end(invalidData[vendor]);
  if (breakage === 'overload') response.end(overload[vendor]);
  if (isEnding(breakage)) response.end(vendorEndings[vendor][breakage]);
}

function isEnding(breakage: Breakage): breakage is Ending {
  return breakage === 'length' || breakage === 'refusal' || breakage === 'filter';
}
