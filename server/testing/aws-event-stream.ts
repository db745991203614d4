import { crc32 } from 'node:zlib';

/** Encodes a frame of `application/vnd.amazon.eventstream`, the format of Amazon Bedrock's streams. */
export function encodeAwsEvent(eventType: string, payload: object): Buffer {
  const headers = Buffer.concat([
    stringHeader(':event-type', eventType),
    stringHeader(':content-type', 'application/json'),
    stringHeader(':message-type', 'event'),
  ]);
  const body = Buffer.from(JSON.stringify(payload));
  const prelude = Buffer.alloc(8);
  prelude.writeUInt32BE(16 + headers.length + body.length, 0);
  prelude.writeUInt32BE(headers.length, 4);
  const unsigned = Buffer.concat([prelude, checksum(prelude), headers, body]);
  return Buffer.concat([unsigned, checksum(unsigned)]);
}

function stringHeader(name: string, value: string): Buffer {
  const length = Buffer.alloc(2);
  length.writeUInt16BE(Buffer.byteLength(value));
  return Buffer.concat([
    Buffer.of(Buffer.byteLength(name)),
    Buffer.from(name),
    Buffer.of(7),
    length,
    Buffer.from(value),
  ]);
}

function checksum(bytes: Buffer): Buffer {
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(bytes));
  return sum;
}
