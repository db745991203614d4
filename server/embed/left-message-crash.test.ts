import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { createTestFolder } from '../testing/database.ts';
import { startMailServer } from '../testing/mail-server.ts';
import { allEvents } from '../testing/read-events.ts';
import { startCommand } from '../testing/start-command.ts';
import { createTlsFetch } from '../testing/tls-fetch.ts';

const dataDir = createTestFolder();
const mailServer = await startMailServer();
const closing: (() => unknown)[] = [];
afterAll(async () => {
  for (const close of closing) await close();
  await mailServer.close();
  rmSync(dataDir, { recursive: true, force: true });
});

/** The demo, as the page of its shop calls it. */
async function start() {
  const command = await startCommand(dataDir, ['serve', '--demo'], /^curl /, mailServer.environment);
  const file = readFileSync(join(dataDir, 'connection.json'), 'utf8');
  const { base_url: origin, chatbot_id, agent_id } = JSON.parse(file) as Record<string, string>;
  const client = createTlsFetch(origin ?? '', readFileSync(join(dataDir, 'tls', 'ca.pem'), 'utf8'));
  closing.push(client.close, command.stop);
  const post = (path: string, body: object, token?: string): Promise<Response> => {
    const headers = { Origin: origin ?? '', ...(token && { Authorization: `Bearer ${token}` }) };
    return client.fetch(path, { headers, body });
  };
  const openSession = async (secret?: string) => {
    const visitor = secret === undefined ? {} : { visitor_secret: secret };
    const session = await post('/embed/session', { chatbot_id, ...visitor });
    return (await session.json()) as { readonly token: string; readonly visitor_secret: string };
  };
  return { command, agent_id, post, openSession };
}

it('a message that is left while the service is killed, and sent again, arrives in one mail', async () => {
  const before = await start();
  const { token, visitor_secret: secret } = await before.openSession();
  const asked = { agent_id: before.agent_id, message: 'Do you sell wetsuits?' };
  const end = (await allEvents(await before.post('/api/agents/chat/stream', asked, token))).at(-1);
  const message = {
    id: crypto.randomUUID(),
    conversation_id: end?.type === 'end' ? end.conversation_id : '',
    email: 'ana@shopper.example',
    text: 'Do you sell wetsuits?',
  };
  const lost = before.post('/embed/messages', message, token).catch(() => undefined);
  await before.command.kill();
  await lost;
  const after = await start();
  const renewed = await after.openSession(secret);
  expect((await after.post('/embed/messages', message, renewed.token)).status).toBe(204);
  const arrived = () =>
    mailServer.mails.filter(({ source }) => source.includes('Reply-To: ana@shopper.example'));
  await expect.poll(() => arrived().length).toBeGreaterThan(0);
  expect((await after.post('/embed/messages', message, renewed.token)).status).toBe(204);
  // It ends when what is on its way is sent.
  await after.command.stop();
  expect(new Set(arrived().map(({ source }) => /^Message-ID: .*$/m.exec(source)?.[0])).size).toBe(1);
});
