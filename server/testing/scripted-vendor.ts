import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { close, listen } from './local-server.ts';

/** A request of OpenAI's Chat Completions, as far as tests read it. */
export interface VendorRequest {
  readonly model: string;
  readonly temperature?: number;
  readonly max_tokens?: number;
  readonly messages: readonly { readonly role: string; readonly content: unknown }[];
  readonly tools?: readonly { readonly function: { readonly name: string } }[];
  readonly tool_choice?: unknown;
}

/** One step of the vendor: text, a tool call, or nothing until the client leaves or `finishHanging`. */
export type VendorLine =
  | { readonly say: string }
  | { readonly call: string; readonly input: object }
  | 'hang';

export interface ScriptedVendor {
  readonly url: string;
  readonly requests: VendorRequest[];
  /** Resolves when a client leaves a response that hangs. */
  readonly abandoned: Promise<void>;
  /** Completes the responses that hang. */
  finishHanging(): void;
  /** The environment that makes this vendor provider_one. */
  readonly env: Readonly<Record<string, string>>;
  close(): Promise<void>;
}

/** The response to one request; a number rejects it with that status. */
export type VendorScript = (request: VendorRequest) => readonly VendorLine[] | number;

/** A vendor that speaks OpenAI's wire format over a real socket and follows a script. */
export async function startScriptedVendor(script: VendorScript): Promise<ScriptedVendor> {
  const requests: VendorRequest[] = [];
  const { promise: abandoned, resolve } = Promise.withResolvers<void>();
  const hanging: (() => void)[] = [];
  const server = createServer((request, response) => {
    void readJson(request).then((body) => {
      requests.push(body);
      response.on('close', () => response.writableEnded || resolve());
      const lines = script(body);
      if (typeof lines === 'number') reject(response, lines);
      else if (play(response, lines) === 'hangs') hanging.push(() => finish(response, lines));
      else finish(response, lines);
    });
  });
  const url = `http://127.0.0.1:${await listen(server)}/v1`;
  return {
    url,
    requests,
    abandoned,
    finishHanging() {
      for (const finishOne of hanging.splice(0)) finishOne();
    },
    env: { PROVIDER_ONE: 'openai', PROVIDER_ONE_API_KEY: 'vendor-key', PROVIDER_ONE_BASE_URL: url },
    close: () => close(server),
  };
}

async function readJson(request: IncomingMessage): Promise<VendorRequest> {
  const chunks: Buffer[] = [];
  for await (const bytes of request) chunks.push(bytes as Buffer);
  return JSON.parse(Buffer.concat(chunks).toString()) as VendorRequest;
}

// The shortest pause before a retry, so that no test waits for it.
function reject(response: ServerResponse, status: number): void {
  response.writeHead(status, { 'content-type': 'application/json', 'retry-after-ms': '1' });
  response.end(JSON.stringify({ error: { message: 'vendor text', type: 'some_error' } }));
}

function play(response: ServerResponse, lines: readonly VendorLine[]): 'hangs' | 'played' {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  lines.forEach((line, index) => {
    if (line !== 'hang') response.write(chunk(deltaOf(line, index), null));
  });
  return lines.includes('hang') ? 'hangs' : 'played';
}

function finish(response: ServerResponse, lines: readonly VendorLine[]): void {
  const called = lines.some((line) => line !== 'hang' && 'call' in line);
  response.write(chunk({}, called ? 'tool_calls' : 'stop'));
  const usage = { prompt_tokens: 5, completion_tokens: 3, total_tokens: 8 };
  response.end(`data: ${JSON.stringify({ ...head, choices: [], usage })}\n\ndata: [DONE]\n\n`);
}

const head = { id: 'chat_1', object: 'chat.completion.chunk', created: 1, model: 'scripted' };

function chunk(delta: object, finishReason: string | null): string {
  return `data: ${JSON.stringify({ ...head, choices: [{ index: 0, delta, finish_reason: finishReason }] })}\n\n`;
}

function deltaOf(line: Exclude<VendorLine, 'hang'>, index: number): object {
  if ('say' in line) return { role: 'assistant', content: line.say };
  const call = { name: line.call, arguments: JSON.stringify(line.input) };
  return { tool_calls: [{ index, id: `call_${index}`, type: 'function', function: call }] };
}
