import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { ConfigError } from '../config/environment.ts';
import { findPublicChatbot } from '../db/chatbots.ts';
import type { Database } from '../db/database.ts';
import { ServiceError } from '../errors.ts';
import { isOrigin } from './chatbots.ts';

const folder = new URL('../../dist/embed/', import.meta.url);

/** A bundled script, with what its responses need. */
export interface EmbedScript {
  readonly plain: Buffer;
  /** For the ETag, and for the address that never changes. */
  readonly hash: string;
  /** Subresource Integrity: `sha384-...`. */
  readonly integrity: string;
}

/**
 * Reads the output of `npm run build:widget`: `chatbot.js`, which pages embed, or `chat.js`, which it loads when the chat is
 * opened. Throws ConfigError when there is none.
 */
export function readEmbedScript(name: 'chatbot.js' | 'chat.js' = 'chatbot.js'): EmbedScript {
  const plain = readIfBuilt(name);
  return {
    plain,
    hash: createHash('sha256').update(plain).digest('hex').slice(0, 16),
    integrity: `sha384-${createHash('sha384').update(plain).digest('base64')}`,
  };
}

function readIfBuilt(name: string): Buffer {
  try {
    return readFileSync(new URL(name, folder));
  } catch {
    throw new ConfigError('the embed script is not built: run npm run build:widget');
  }
}

/** The script tags of a chatbot for a page (source 4.5). */
export interface EmbedSnippet {
  /** Loads the newest script. */
  readonly tag: string;
  /** Loads the present script from an address that never changes, with Subresource Integrity. */
  readonly pinned_tag: string;
}

/**
 * The script tags of a chatbot; `baseUrl` is the service's origin. Throws ServiceError `not_found`, or
 * `invalid_request` for the origin or the language tag.
 */
export async function embedSnippet(
  { database }: { readonly database: Database },
  chatbotId: string,
  { baseUrl, lang }: { readonly baseUrl: string; readonly lang?: string },
): Promise<EmbedSnippet> {
  if (!isOrigin(baseUrl)) {
    throw new ServiceError(
      'invalid_request',
      'the base URL must be an origin such as https://agents.example',
    );
  }
  if (lang !== undefined && !/^[a-zA-Z]{2,8}(?:-[a-zA-Z0-9]{1,8})*$/.test(lang)) {
    throw new ServiceError('invalid_request', 'the language must be a tag such as de or pt-BR');
  }
  const chatbot = await findPublicChatbot(database, chatbotId);
  const { hash, integrity } = readEmbedScript();
  const data = `data-chatbot-id="${chatbot.id}"${lang === undefined ? '' : ` data-lang="${lang}"`}`;
  const pin = `integrity="${integrity}" crossorigin="anonymous"`;
  return {
    tag: `<script src="${baseUrl}/embed/chatbot.js" ${data} async></script>`,
    pinned_tag: `<script src="${baseUrl}/embed/chatbot.${hash}.js" ${pin} ${data} async></script>`,
  };
}
