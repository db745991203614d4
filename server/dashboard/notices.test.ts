import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addPerson, type TestSession } from '../testing/dashboard-client.ts';
import { type MailServer, startMailServer } from '../testing/mail-server.ts';
import { queueTest } from '../services/notices.ts';
import { removeMember } from '../services/users.ts';
import { changeStore } from '../testing/test-shop.ts';
import { createMovableClock } from '../testing/movable-clock.ts';
import { allEvents } from '../testing/read-events.ts';
import { type ScriptedVendor, startScriptedVendor } from '../testing/scripted-vendor.ts';
import { startTestServer, type TestServer } from '../testing/start-test-server.ts';

const clock = createMovableClock();
const minute = 60_000;
let isDown = true;
let mailServer: MailServer;
let vendor: ScriptedVendor;
let server: TestServer;
beforeAll(async () => {
  mailServer = await startMailServer();
  vendor = await startScriptedVendor(() => (isDown ? 503 : [{ say: 'Good morning.' }]));
  const environment = {
    ...vendor.env,
    ...mailServer.environment,
    MODEL_FALLBACK: 'none',
    MODEL_RETRIES: '0',
  };
  server = await startTestServer({ clock, environment });
});
afterAll(async () => {
  await server.close();
  await vendor.close();
  await mailServer.close();
});

async function send(session: TestSession, method: string, path: string, body?: object) {
  const response = await session.fetch(path, { method, ...(body && { body }) });
  const text = await response.text();
  return { status: response.status, body: text === '' ? undefined : JSON.parse(text) };
}

async function newOwner(storeId: string) {
  const person = await addPerson(server, storeId, 'owner');
  return {
    email: person.user.email,
    session: await person.signIn(),
    path: `/dashboard/api/stores/${storeId}`,
  };
}

const mailsTo = (email: string) => mailServer.mails.filter(({ to }) => to.includes(email));

async function ask(): Promise<void> {
  const body = { agent_id: server.shop.agentId, message: 'Do you have lamps?' };
  await allEvents(await server.api('/api/agents/chat/stream', { method: 'POST', body }));
}

describe('an outage of a vendor', () => {
  it('of ten minutes is on Overview within a minute, in one mail, the log, the metric and the figures, until the next one', async () => {
    const { email, session, path } = await newOwner(server.shop.store.id);
    const overview = async () => (await send(session, 'GET', `${path}/overview?time_zone=UTC`)).body;
    // Two questions a minute, for ten minutes.
    const askFor = async (minutes: number): Promise<void> => {
      for (let asked = 0; asked < 2 * minutes; asked += 1) {
        await ask();
        clock.advance(minute / 2);
      }
    };
    await askFor(1);
    const { outage } = await overview();
    expect(outage).toMatchObject({ failed: 2, of: 2 });
    await expect.poll(() => mailsTo(email)).toHaveLength(1);
    expect(mailsTo(email)[0]?.source).toContain('The model has failed for 2 of the last 2 questions, since');
    await askFor(9);
    expect(await overview()).toMatchObject({
      outage: { failed: 5, of: 5, since: outage.since },
      last_7_days: { replies: 20, results: { failed: 20, helped: 0 } },
    });
    expect(clock.now() - Date.parse(outage.since)).toBeGreaterThanOrEqual(10 * minute);
    expect(mailsTo(email)).toHaveLength(1);
    expect(server.logLines.filter((line) => line.includes('"kind":"outage"'))).toHaveLength(1);
    for (isDown of [false, false, false, true, true, true]) await ask();
    await expect.poll(() => mailsTo(email)).toHaveLength(2);
    expect(await server.deps.metrics.notices.get()).toMatchObject({
      values: [{ labels: { kind: 'outage' }, value: 2 }],
    });
  });
});

describe('notices', () => {
  it('come by mail to an owner until they want none, and the page says what was sent', async () => {
    const { store } = await server.addStore();
    const { email, session, path } = await newOwner(store.id);
    await send(session, 'POST', `${path}/notices/test`);
    await expect.poll(() => mailsTo(email)).toHaveLength(1);
    await send(session, 'PATCH', `${path}/notices`, { wants_mail: false });
    await send(session, 'POST', `${path}/notices/test`);
    const read = async () => (await send(session, 'GET', `${path}/notices`)).body;
    await expect.poll(read).toMatchObject({
      open: [],
      deliveries: [{ recipient: email, channel: 'mail', delivered_at: expect.any(String), error: null }],
      sends_mail: true,
      wants_mail: false,
    });
    expect(mailsTo(email)).toHaveLength(1);
  });

  it('go to a webhook whose secret is shown once, and not to a private address', async () => {
    const { store } = await server.addStore();
    const { session, path } = await newOwner(store.id);
    for (const url of [
      'http://help.shop.example/',
      'https://127.0.0.1/',
      'https://[::1]/',
      'file:///etc/passwd',
    ]) {
      expect((await send(session, 'PUT', `${path}/webhook`, { url })).status).toBe(400);
    }
    // A name that leads to this machine is found out when it is looked up.
    const set = await send(session, 'PUT', `${path}/webhook`, { url: 'https://localhost/hook' });
    expect(set).toMatchObject({
      status: 200,
      body: { secret: expect.stringMatching(/^whsec_[\w+/]{43}=$/) },
    });
    await send(session, 'POST', `${path}/notices/test`);
    const read = async () => (await send(session, 'GET', `${path}/notices`)).body;
    await expect.poll(read).toMatchObject({
      webhook_url: 'https://localhost/hook',
      deliveries: expect.arrayContaining([
        expect.objectContaining({ channel: 'webhook', error: expect.stringContaining('not public') }),
      ]),
    });
    expect(JSON.stringify(await read())).not.toContain('whsec_');
    expect((await send(session, 'DELETE', `${path}/webhook`)).status).toBe(204);
    expect(await read()).toMatchObject({ webhook_url: null });
  });
});

describe('a link for a forgotten password', () => {
  const post = async (path: string, body: object): Promise<number> => {
    clock.advance(minute);
    const headers = { 'sec-fetch-site': 'same-origin' };
    return (await server.fetch(`/dashboard/api/session/${path}`, { method: 'POST', headers, body })).status;
  };
  const codesTo = (email: string) =>
    mailsTo(email).map(({ source }) => /#code=3D([\w-]+)/.exec(source)?.[1] ?? '');

  it('goes to its person by mail, works once within an hour, and comes once in a quarter', async () => {
    const { store } = await server.addStore();
    const { user } = await addPerson(server, store.id, 'member');
    const request = () => post('link', { email: user.email.toUpperCase() });
    // The begin of a quarter, or it could end between the two requests.
    clock.advance(15 * minute - (clock.now() % (15 * minute)));
    expect([await request(), await request(), await post('link', { email: 'nobody@shop.example' })]).toEqual([
      204, 204, 204,
    ]);
    await expect.poll(() => codesTo(user.email)).toHaveLength(1);
    clock.advance(15 * minute);
    await request();
    await expect.poll(() => codesTo(user.email)).toHaveLength(2);
    const [first, second] = codesTo(user.email);
    expect([await post('code', { code: first }), await post('code', { code: first })]).toEqual([200, 401]);
    clock.advance(60 * minute);
    expect(await post('code', { code: second })).toBe(401);
    expect(mailsTo('nobody@shop.example')).toEqual([]);
    expect(JSON.stringify(await server.deps.database.readAll(async (all) => all('notices')))).not.toContain(
      second,
    );
  });

  it('does not go to a person who was removed meanwhile', async () => {
    const { store } = await server.addStore();
    const { user } = await addPerson(server, store.id, 'member');
    mailServer.reject(user.email, 451);
    await post('link', { email: user.email });
    const deliveries = () =>
      server.deps.database.reader(store.id).read(async (tables) => tables('deliveries'));
    await expect.poll(deliveries).toMatchObject([{ last_error: 'the mail server did not take it' }]);
    mailServer.reject(user.email, null);
    await changeStore(server.deps, store.id, (context) => removeMember(context, user.id));
    clock.advance(minute);
    await changeStore(server.deps, store.id, queueTest);
    await expect.poll(deliveries).toMatchObject([{ next_attempt_at: null, delivered_at: null }]);
    expect(mailsTo(user.email)).toEqual([]);
  });
});

describe('an invitation', () => {
  it('goes out by mail and is not shown, unless the mail server does not take it', async () => {
    const { store } = await server.addStore();
    const { session, path } = await newOwner(store.id);
    const invitation = { email: 'ana@shop.example', role: 'member' };
    const mailed = await send(session, 'POST', `${path}/team`, invitation);
    expect(mailed).toMatchObject({ status: 201, body: { code: null } });
    const [mail] = mailsTo(invitation.email);
    const [, code = ''] =
      /https:\/\/agents\.example\/dashboard\/#code=3D([\w-]+)/.exec(mail?.source ?? '') ?? [];
    const signedIn = await server.fetch('/dashboard/api/session/code', {
      method: 'POST',
      headers: { 'sec-fetch-site': 'same-origin' },
      body: { code },
    });
    expect(signedIn.status).toBe(200);
    mailServer.reject(invitation.email, 550);
    const shown = await send(session, 'POST', `${path}/team`, invitation);
    expect(shown.body.code).toMatch(/^[\w-]{43}$/);
  });
});
