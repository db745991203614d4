import type { MailSettings } from '../config/mail-settings.ts';
import { Undeliverable } from './sender.ts';

/** A mail of plain text to one person. */
export interface Mail {
  /** Stable over attempts, so that a mail that arrives twice is seen once. */
  readonly id: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly replyTo?: string | null;
}

/** Hands a mail to the server of SMTP_URL. Rejects with Undeliverable where the server does not take the recipient. */
export type SendMail = (mail: Mail) => Promise<void>;

const timeoutMs = 10_000;

/** A connection for each mail: they are few. The library is loaded for the first one: most processes send none. */
export function createMailer({ url, from }: MailSettings): SendMail {
  const options = {
    url: url.href,
    // A password is never sent in the clear over a network.
    requireTLS: url.password !== '' && !['localhost', '127.0.0.1', '[::1]'].includes(url.hostname),
    connectionTimeout: timeoutMs,
    dnsTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  };
  const domain = from.slice(from.lastIndexOf('@') + 1);
  return async ({ id, to, subject, text, replyTo }) => {
    const message = {
      from: { name: 'Conversational Agent Service', address: from },
      // Not text, which would be read as a list of addresses.
      to: { name: '', address: to },
      ...(replyTo && { replyTo: { name: '', address: replyTo } }),
      subject: oneLine(subject),
      text,
      messageId: `<${id}@${domain}>`,
      headers: { 'Auto-Submitted': 'auto-generated' },
    };
    const { createTransport } = await import('nodemailer');
    try {
      await createTransport(options).sendMail(message);
    } catch (error) {
      if (isRejectedRecipient(error))
        throw new Undeliverable(`the mail server rejects ${to}`, { cause: error });
      // What is wrong with the server is for its operator, in the log.
      throw new Error('the mail server did not take it', { cause: error });
    }
  };
}

function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\s]+/gu, ' ').trim();
}

function isRejectedRecipient(error: unknown): boolean {
  if (!(error instanceof Error) || !('command' in error) || !('responseCode' in error)) return false;
  return error.command === 'RCPT TO' && Number(error.responseCode) >= 500;
}
