import { afterAll, beforeAll, expect, it } from 'vitest';
import { type MailServer, startMailServer } from '../testing/mail-server.ts';
import { createMailer, type Mail } from './mail.ts';

let server: MailServer;
beforeAll(async () => {
  server = await startMailServer();
});
afterAll(() => server.close());

const send = (mail: Partial<Mail>) =>
  createMailer({ url: server.url, from: 'agents@service.example' })({
    id: 'dlv_1',
    to: 'owner@shop.example',
    subject: 'Hello',
    text: 'Hello.',
    ...mail,
  });

it('sends plain text with a Message-ID of its own, to one person', async () => {
  await send({ replyTo: 'shopper@mail.example' });
  const [mail] = server.mails.slice(-1);
  expect(mail).toMatchObject({ from: 'agents@service.example', to: ['owner@shop.example'] });
  for (const line of [
    'Message-ID: <dlv_1@service.example>',
    'Content-Type: text/plain; charset=utf-8',
    'Reply-To: shopper@mail.example',
    'Auto-Submitted: auto-generated',
  ]) {
    expect(mail?.source).toContain(line);
  }
});

it.each([
  ['the subject', { subject: 'Hello\r\nBcc: other@shop.example\r\n\r\nBody' }],
  ['the recipient', { to: 'owner@shop.example\r\nBcc: other@shop.example' }],
  ['a list of recipients', { to: 'owner@shop.example, other@shop.example' }],
  ['the address of the response', { replyTo: 'shopper@mail.example\r\nBcc: other@shop.example' }],
  ['the text', { text: '.\r\nRCPT TO:<other@shop.example>\r\n.\r\n' }],
])('sends to nobody else whatever is in %s', async (_where, mail) => {
  const before = server.mails.length;
  // A recipient that is no address may be rejected.
  await send(mail).catch(() => undefined);
  const received = server.mails.slice(before);
  expect(received.flatMap(({ to }) => to).join()).not.toContain('other@shop.example,');
  for (const { to, source } of received) {
    expect(to).not.toContain('other@shop.example');
    expect(source.split('\r\n\r\n', 1)[0]).not.toMatch(/^Bcc:/m);
  }
});

it('sends no password over a network without TLS', async () => {
  // Not one of the addresses that are known to be this machine's.
  const other = await startMailServer('127.0.0.2');
  const url = new URL(other.url.href.replace('//', '//user:secret@'));
  const mail = { id: 'dlv_1', to: 'owner@shop.example', subject: 'Hello', text: 'Hello.' };
  const failed = createMailer({ url, from: 'agents@service.example' })(mail);
  await expect(failed).rejects.toMatchObject({
    message: 'the mail server did not take it',
    cause: { message: expect.stringContaining('TLS') },
  });
  await createMailer({ url: other.url, from: 'agents@service.example' })(mail);
  expect(other.mails).toHaveLength(1);
  await other.close();
});
