import type { Logger } from 'pino';
import { type Config, dashboardLink } from '../config/config.ts';
import { newId } from '../support/ids.ts';
import type { Mail, SendMail } from './mail.ts';

type LinkConfig = Pick<Config, 'dashboardHost' | 'publicUrl'>;

export interface SignInMailDeps {
  readonly config: LinkConfig;
  readonly log: Pick<Logger, 'warn'>;
  /** Null without SMTP_URL. */
  readonly sendMail: SendMail | null;
}

export interface SignInLink {
  readonly to: string;
  readonly storeName: string;
  readonly code: string;
  readonly expires_at: string;
}

/**
 * Sends a sign-in link to its person, and nowhere else: it is kept in no table. False where no mail goes out, with a line in
 * the log where the server did not take it; then the link is to be shown to who made it.
 */
export async function mailSignInLink(
  { config, log, sendMail }: SignInMailDeps,
  link: SignInLink,
): Promise<boolean> {
  if (sendMail === null) return false;
  try {
    await sendMail({ id: newId('dlv'), ...signInMail(config, link) });
    return true;
  } catch (error) {
    log.warn({ err: error }, 'a sign-in link was not sent by mail');
    return false;
  }
}

/** The mail with a sign-in link. Mail needs PUBLIC_URL, with which its links begin. */
export function signInMail(
  config: LinkConfig,
  { to, storeName, code, expires_at: expiresAt }: SignInLink,
): Omit<Mail, 'id'> {
  const text = [
    `Sign in to the dashboard of ${storeName}:`,
    dashboardLink(config, config.publicUrl ?? '', `code=${code}`),
    `The link works once, until ${expiresAt.slice(0, 16).replace('T', ' ')} UTC. Then set a password under Settings, Sessions. If you did not expect this mail, ignore it.`,
  ].join('\n\n');
  return { to, subject: `${storeName}: your sign-in link`, text };
}
