import { ServiceError } from '../errors.ts';

const metaCharset = /<meta\s[^<>]{0,200}charset\s*=\s*["']?([\w-]{1,40})/i;

/**
 * The text of a file: in the encoding of its byte order mark, or `charset`, or the one that an HTML page declares, or
 * UTF-8. Throws ServiceError `invalid_request` for bytes that are not in that encoding, an unknown one, and NUL.
 */
export function decodeText(name: string, bytes: Uint8Array, charset: string | undefined): string {
  const encoding = markedEncoding(bytes) ?? charset ?? declaredEncoding(bytes) ?? 'utf-8';
  const text = decode(name, bytes, encoding);
  if (text.includes('\0')) throw new ServiceError('invalid_request', `${name}: it is not a text: it has NUL`);
  return text;
}

function decode(name: string, bytes: Uint8Array, encoding: string): string {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    const advice = `it is not ${encoding.toUpperCase()}: save it as UTF-8 and import it again`;
    throw new ServiceError('invalid_request', `${name}: ${advice}`);
  }
}

function markedEncoding([first, second]: Uint8Array): string | undefined {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  return undefined;
}

function declaredEncoding(bytes: Uint8Array): string | undefined {
  const start = new TextDecoder('latin1').decode(bytes.subarray(0, 1024));
  return metaCharset.exec(start)?.[1];
}
