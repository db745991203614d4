import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Writes one chunk of a response whose header fields are sent. Returns false when its reader has to catch up: then the
 * socket's `drain` tells when. Node's own `write` hands length, data and line ends to the socket one by one, which costs
 * more than a whole event of ours; this is one write.
 */
export function writeChunk(response: ServerResponse, text: string): boolean {
  const socket = socketOfChunks(response);
  if (socket === null) return response.write(text);
  return socket.write(`${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`);
}

/**
 * The socket that chunks may be written to; null while the answers to earlier requests of the connection are under way,
 * and over HTTP/2, where a connection has many answers.
 */
export function socketOfChunks(response: ServerResponse): Socket | null {
  return response.chunkedEncoding ? response.socket : null;
}

/** Whether the reader has yet to take what was written. */
export function needsDrain(response: ServerResponse): boolean {
  return (socketOfChunks(response) ?? response).writableNeedDrain;
}
