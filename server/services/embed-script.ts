import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { ConfigError } from '../config/environment.ts';
import { findPublicChatbot } from '../db/chatbots.ts';
import type { Database } from '../db/database.ts';
import { ServiceError } from '../errors.ts';
import { isOrigin } from './chatbots.ts';

const folder = new URL('../../dist/embed/', import.meta.url);

/** A bundled script, with what its responses need. */
export type EmbedScript = ReturnType<typeof readEmbedScript>;

/**
 * Reads the output of `npm run build:widget`: `chatbot.js`, which pages embed, or `chat.js`, which it loads when the chat is
 * opened. Throws ConfigError when there is none.
 */
export function readEmbedScript(name: 'chatbot.js' | 'chat.js' = 'chatbot.js') {
  const plain = readIfBuilt(name);
  return {
    plain,
    /** For the ETag, and for the address that never changes. */
    hash: createHash('sha256').update(plain).digest('hex').slice(0, 16),
    /** Subresource Integrity: `sha384-...`. */
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

/**
 * The script tags of a chatbot for a page (source 4.5); `baseUrl` is the service's origin. Throws ServiceError `not_found`, or
 * `invalid_request` for the origin or the language tag.
 */
export async function embedSnippet(
  { database }: { readonly database: Database },
  chatbotId: string,
  { baseUrl, lang }: { readonly baseUrl: string; readonly lang?: string },
) {
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
    /** Loads the newest script. */
    tag: `<script src="${baseUrl}/embed/chatbot.js" ${data} async></script>`,
    /** Loads the present script from an address that never changes, with Subresource Integrity. */
    pinned_tag: `<script src="${baseUrl}/embed/chatbot.${hash}.js" ${pin} ${data} async></script>`,
  };
}
