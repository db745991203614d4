import type { ServerResponse } from 'node:http';

/**
 * Writes one chunk of a response whose header fields are sent. Returns false when its reader has to catch up: then the
 * socket's `drain` tells when. Node's own `write` hands length, data and line ends to the socket one by one, which costs
 * more than a whole event of ours; this is one write.
 */
export function writeChunk(response: ServerResponse, text: string): boolean {
  const { socket } = response;
  // Without a socket the answers to earlier requests of the connection are still under way.
  if (socket === null || !response.chunkedEncoding) return response.write(text);
  return socket.write(`${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`);
}
