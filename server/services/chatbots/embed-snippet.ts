import type { Repositories } from '../../db/repositories.ts';
import { readEmbedScript } from '../../embed/embed-script.ts';
import { ServiceError } from '../../errors.ts';
import { isOrigin } from './is-origin.ts';

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
