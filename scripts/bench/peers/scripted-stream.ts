import { setTimeout as wait } from 'node:timers/promises';

/** The events of a reply as the service wrote them, and the pause before each text, in milliseconds. */
interface ScriptedStream {
  readonly events: readonly string[];
  readonly pace: number;
}

/** An answer over either protocol. */
interface StreamAnswer {
  readonly destroyed?: boolean;
  writeHead(status: number, fields: Record<string, string>): unknown;
  /** Not in Node's types for HTTP/2. */
  flushHeaders?(): void;
  write(text: string): boolean;
  end(): unknown;
}

const text = process.env['PEER_STREAM'];
const stream: ScriptedStream =
  text === undefined ? { events: [], pace: 0 } : (JSON.parse(text) as ScriptedStream);

/** Answers with the stream that the harness has told this peer. */
export async function writeScriptedStream(response: StreamAnswer): Promise<void> {
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' });
  response.flushHeaders?.();
  for (const event of stream.events) {
    if (event.includes('"type":"text"')) await wait(stream.pace);
    if (response.destroyed === true) return;
    response.write(event);
  }
  response.end();
}
