import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A model vendor on this machine that remembers when it said the first word of its last answer. */
export interface TimedVendor {
  /** The environment that makes it provider_one. */
  readonly environment: Readonly<Record<string, string>>;
  /** `performance.now()` of this process just before the word was written. */
  spokeAt(): number;
  stop(): void;
}

/** Speaks OpenAI's wire format: waits `pace` milliseconds, and says two words. */
export async function startTimedVendor(pace: number): Promise<TimedVendor> {
  let spoke = Number.NaN;
  const server = createServer((request, response) => {
    request.resume();
    request.once('end', () => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.flushHeaders();
      setTimeout(() => {
        spoke = performance.now();
        response.write(chunk({ role: 'assistant', content: 'Hello ' }, null));
        setTimeout(() => {
          response.write(chunk({ content: 'there.' }, null));
          response.end(`${chunk({}, 'stop')}data: [DONE]\n\n`);
        }, pace);
      }, pace);
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  return {
    environment: {
      PROVIDER_ONE: 'openai',
      PROVIDER_ONE_API_KEY: 'vendor-key',
      PROVIDER_ONE_BASE_URL: `http://127.0.0.1:${port}/v1`,
    },
    spokeAt: () => spoke,
    stop: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

function chunk(delta: object, finish: string | null): string {
  const choices = [{ index: 0, delta, finish_reason: finish }];
  return `data: ${JSON.stringify({ id: 'chat_1', object: 'chat.completion.chunk', created: 0, model: 'm', choices })}\n\n`;
}
