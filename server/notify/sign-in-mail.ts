import type { Logger } from 'pino';
import { type Config, dashboardLink } from '../config/config.ts';
import { newId } from '../support/ids.ts';
import type { SendMail } from './mail.ts';

export interface SignInMailDeps {
  readonly config: Pick<Config, 'dashboardHost' | 'publicUrl'>;
  readonly log: Pick<Logger, 'warn'>;
  /** Null without SMTP_URL. */
  readonly sendMail: SendMail | null;
}

export interface SignInLink {
  readonly to: string;
  readonly storeName: string;
  readonly code: string;
  readonly expiresAt: string;
}

/**
 * Sends a sign-in link to its person, and nowhere else: it is kept in no table. False where no mail goes out, with a line in
 * the log where the server did not take it; then the link is to be shown to who made it.
 */
export async function mailSignInLink(
  { config, log, sendMail }: SignInMailDeps,
  { to, storeName, code, expiresAt }: SignInLink,
): Promise<boolean> {
  if (sendMail === null || config.publicUrl === null) return false;
  const text = [
    `Sign in to the dashboard of ${storeName}:`,
    dashboardLink(config, config.publicUrl, `code=${code}`),
    `The link works once, until ${expiresAt.slice(0, 16).replace('T', ' ')} UTC. If you did not expect this mail, ignore it.`,
  ].join('\n\n');
  try {
    await sendMail({ id: newId('dlv'), to, subject: `${storeName}: your sign-in link`, text });
    return true;
  } catch (error) {
    log.warn({ err: error }, 'a sign-in link was not sent by mail');
    return false;
  }
}
