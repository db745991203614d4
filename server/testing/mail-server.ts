import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

/** A mail as it arrived. */
export interface ReceivedMail {
  readonly from: string;
  readonly to: readonly string[];
  /** Headers and body, without the line breaks of quoted-printable. */
  readonly source: string;
}

/** A real SMTP server on a loopback address, without TLS. */
export interface MailServer {
  readonly url: URL;
  /** SMTP_URL and MAIL_FROM, and the PUBLIC_URL that they need. */
  readonly environment: Readonly<Record<string, string>>;
  readonly mails: readonly ReceivedMail[];
  /** Rejects further mails to an address with an SMTP status; null takes them again. */
  reject(address: string, status: number | null): void;
  close(): Promise<void>;
}

export async function startMailServer(host = '127.0.0.1'): Promise<MailServer> {
  const mails: ReceivedMail[] = [];
  const rejected = new Map<string, number>();
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onRcptTo({ address }, _session, done) {
      const responseCode = rejected.get(address);
      done(responseCode === undefined ? null : Object.assign(new Error('rejected'), { responseCode }));
    },
    onData(stream, { envelope }, done) {
      const to = envelope.rcptTo.map(({ address }) => address);
      const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address;
      text(stream).then((source) => {
        mails.push({ from, to, source: source.replaceAll('=\r\n', '') });
        done();
      }, done);
    },
  });
  server.listen(0, host);
  await once(server.server, 'listening');
  const { port } = server.server.address() as AddressInfo;
  const url = new URL(`smtp://${host}:${port}`);
  return {
    url,
    environment: {
      SMTP_URL: url.href,
      MAIL_FROM: 'agents@service.example',
      PUBLIC_URL: 'https://agents.example',
    },
    mails,
    reject: (address, status) =>
      void (status === null ? rejected.delete(address) : rejected.set(address, status)),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
