import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { ConfigError } from '../config/environment.ts';
import type { Repositories } from '../db/repositories.ts';
import { ServiceError } from '../errors.ts';
import { isOrigin } from './chatbot-input.ts';

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

/** The tags of source 4.5 for a page. */
export interface EmbedSnippet {
  /** Always the newest script. */
  readonly tag: string;
  /** The script of now, at an address that never changes, with Subresource Integrity. */
  readonly pinned_tag: string;
}

export interface SnippetChoices {
  /** Origin of the service, without a slash at its end. */
  readonly baseUrl: string;
  readonly lang?: string;
}

/** The tags that embed a chatbot. Throws ServiceError `not_found`, or `invalid_request` for the address or language. */
export async function embedSnippet(
  deps: { readonly repositories: Pick<Repositories, 'chatbots'> },
  chatbotId: string,
  { baseUrl, lang }: SnippetChoices,
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
  const chatbot = await deps.repositories.chatbots.findPublic(chatbotId);
  if (chatbot === undefined) throw new ServiceError('not_found', `there is no chatbot ${chatbotId}`);
  const { hash, integrity } = readEmbedScript();
  const data = `data-chatbot-id="${chatbot.id}"${lang === undefined ? '' : ` data-lang="${lang}"`}`;
  const pin = `integrity="${integrity}" crossorigin="anonymous"`;
  return {
    tag: `<script src="${baseUrl}/embed/chatbot.js" ${data} async></script>`,
    pinned_tag: `<script src="${baseUrl}/embed/chatbot.${hash}.js" ${pin} ${data} async></script>`,
  };
}
