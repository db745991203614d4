import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { ConfigError } from '../config-error.ts';

const file = new URL('../../dist/embed/chatbot.js', import.meta.url);

/** The bundled embed script with everything that its answers need, worked out once. */
export interface EmbedScript {
  readonly plain: Buffer;
  readonly gzipped: Buffer;
  /** For If-None-Match, and the part of the immutable address. */
  readonly hash: string;
  /** Subresource Integrity: `sha384-...`. */
  readonly integrity: string;
}

/** Reads what `npm run build:widget` has made. Throws ConfigError when it was not run. */
export function readEmbedScript(): EmbedScript {
  const plain = readIfBuilt();
  return {
    plain,
    gzipped: gzipSync(plain, { level: 9 }),
    hash: createHash('sha256').update(plain).digest('hex').slice(0, 16),
    integrity: `sha384-${createHash('sha384').update(plain).digest('base64')}`,
  };
}

function readIfBuilt(): Buffer {
  try {
    return readFileSync(file);
  } catch {
    throw new ConfigError('the embed script is not built: run npm run build:widget');
  }
}
