import { connect as connectPlain, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { connect as connectTls } from 'node:tls';

/** What a server answered, byte by byte, as far as tests look at it. */
export interface RawAnswer {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
}

/** Sends bytes as they are to the port of `url` and reads until the server closes; undefined when it says nothing. */
export async function sendRaw(url: string, ca: string, bytes: string): Promise<RawAnswer | undefined> {
  const { protocol, hostname: host, port } = new URL(url);
  const target = { host, port: Number(port) };
  const socket: Socket = protocol === 'https:' ? connectTls({ ...target, ca }) : connectPlain(target);
  socket.write(bytes, 'latin1');
  const answer = await text(socket).catch(() => '');
  socket.destroy();
  return answer === '' ? undefined : parse(answer);
}

function parse(answer: string): RawAnswer {
  const end = answer.indexOf('\r\n\r\n');
  const [statusLine = '', ...fields] = answer.slice(0, end).split('\r\n');
  const headers = fields.map((field) => {
    const colon = field.indexOf(':');
    return [field.slice(0, colon).toLowerCase(), field.slice(colon + 1).trim()] as const;
  });
  return { status: Number(statusLine.split(' ')[1]), headers: new Map(headers), body: answer.slice(end + 4) };
}
