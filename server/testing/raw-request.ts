import { connect as connectPlain, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { connect as connectTls } from 'node:tls';

/** A parsed response to raw bytes. */
export interface RawResponse {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
}

/** Sends unmodified bytes to the port of `url` and reads until the server closes; undefined without a response. */
export async function sendRaw(url: string, ca: string, bytes: string): Promise<RawResponse | undefined> {
  const { protocol, hostname: host, port } = new URL(url);
  const target = { host, port: Number(port) };
  const socket: Socket = protocol === 'https:' ? connectTls({ ...target, ca }) : connectPlain(target);
  socket.write(bytes, 'latin1');
  const response = await text(socket).catch(() => '');
  socket.destroy();
  return response === '' ? undefined : parse(response);
}

function parse(response: string): RawResponse {
  const end = response.indexOf('\r\n\r\n');
  const [statusLine = '', ...lines] = response.slice(0, end).split('\r\n');
  const headers = lines.map((line) => {
    const colon = line.indexOf(':');
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()] as const;
  });
  return {
    status: Number(statusLine.split(' ')[1]),
    headers: new Map(headers),
    body: response.slice(end + 4),
  };
}
