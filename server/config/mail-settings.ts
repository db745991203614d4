import { z } from 'zod';
import { ConfigError, type Environment } from './environment.ts';
import type { Hosts } from './hosts.ts';

/** The server that mails go out by. Holds a password: never log it. */
export interface MailSettings {
  /** `smtp:` or `smtps:`, with user and password where the server wants them. */
  readonly url: URL;
  /** The sender's address. */
  readonly from: string;
}

/** Reads SMTP_URL and MAIL_FROM; null without them. Throws ConfigError, also where links in mails would lead nowhere. */
export function loadMailSettings(env: Environment, { publicUrl }: Hosts): MailSettings | null {
  const { SMTP_URL: text, MAIL_FROM: from } = env;
  if (!text && !from) return null;
  if (!text || !from) throw new ConfigError('SMTP_URL and MAIL_FROM go together: set both, or neither');
  const url = URL.parse(text);
  // Never quoted: it may hold a password.
  if (url === null || !['smtp:', 'smtps:'].includes(url.protocol) || url.hostname === '') {
    throw new ConfigError('SMTP_URL must look like smtps://user:password@mail.example:465');
  }
  if (!z.email().safeParse(from).success) {
    throw new ConfigError(`MAIL_FROM must be an e-mail address, not "${from}"`);
  }
  if (publicUrl === null)
    throw new ConfigError('SMTP_URL needs PUBLIC_URL, with which the links in mails begin');
  return { url, from };
}
