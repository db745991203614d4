import { afterAll, beforeAll, expect, it } from 'vitest';
import { addPerson, type TestPerson } from '../testing/dashboard-client.ts';
import { startTestServer, type TestServer } from '../testing/start-test-server.ts';
import type { Schemas } from './handler.ts';
import type { TestFetch } from '../testing/tls-fetch.ts';
import { auditOf } from '../testing/test-shop.ts';

let server: TestServer;
let member: TestPerson;
let fetch: TestFetch;
beforeAll(async () => {
  server = await startTestServer();
  member = await addPerson(server, server.shop.store.id, 'member');
  ({ fetch } = await member.signIn());
});
afterAll(() => server.close());

const path = (rest: string) => `/dashboard/api/stores/${server.shop.store.id}/knowledge${rest}`;

const upload = (name: string, body: string, type = 'application/octet-stream') =>
  fetch(path(`/files?name=${encodeURIComponent(name)}`), {
    method: 'POST',
    headers: { 'content-type': type },
    body,
  });

it('imports, lists, finds and deletes, with entries in the audit log', async () => {
  const response = await upload('returns.md', '# Returns\nWithin 30 days.');
  expect(response.status).toBe(201);
  const document = (await response.json()) as Schemas['KnowledgeDocument'];
  expect(document).toMatchObject({ source: 'returns.md', title: 'Returns', format: 'markdown', passages: 1 });
  const contact = { contact: 'help@shop.example' };
  expect(await (await fetch(path('/contact'), { method: 'PUT', body: contact })).json()).toEqual(contact);
  expect(await (await fetch(path(''))).json()).toEqual({ documents: [document], ...contact });
  expect(await (await fetch(path('/passages?query=return'))).json()).toEqual({
    passages: [{ title: 'Returns', text: 'Within 30 days.', source: 'returns.md' }],
    ...contact,
  });
  expect((await fetch(path(`/documents/${document.id}`), { method: 'DELETE' })).status).toBe(204);
  expect((await fetch(path(`/documents/${document.id}`), { method: 'DELETE' })).status).toBe(404);
  const log = await auditOf(server.deps, server.shop.store.id, 3);
  expect(log?.map(({ action, actor, detail }) => [action, actor, detail])).toEqual([
    ['knowledge.deleted', member.user.email, 'returns.md'],
    ['store.contact_changed', member.user.email, 'help@shop.example'],
    ['knowledge.imported', member.user.email, 'returns.md'],
  ]);
});

it('reads a text as Markdown, which replaces it when it is imported again', async () => {
  const text = '# Care\n\nWash cold.\n\n## Wool\n\nBy hand.';
  const document = (await (await upload('care.md', text)).json()) as Schemas['KnowledgeDocument'];
  const own = path(`/documents/${document.id}`);
  expect(await (await fetch(own)).json()).toEqual({
    document,
    text: '# Care\nWash cold.\n\n# Care: Wool\nBy hand.',
  });
  const body = { title: 'care.md', text: '# Care\nWash warm.' };
  expect((await fetch(path('/documents'), { method: 'POST', body })).status).toBe(201);
  expect(await (await fetch(path('/passages?query=care'))).json()).toMatchObject({
    passages: [{ title: 'Care', text: 'Wash warm.', source: 'care.md' }],
  });
  expect((await fetch(own)).status).toBe(404);
});

it.each([
  ['a.pdf', '%PDF', 400, 'a.pdf: only Markdown (.md)'],
  ['a.md', 'a\0b', 400, 'a.md: it is not a text: it has NUL'],
  ['a.md', '', 400, 'a.md: it has no text'],
  ['a.md', 'a'.repeat(1024 * 1024 + 1), 413, 'the body must be at most 1024 kB'],
  ['a\0.md', 'text', 400, 'name'],
])('rejects %j: %#', async (name, body, status, message) => {
  const response = await upload(name, body);
  expect(response.status).toBe(status);
  expect(await response.json()).toMatchObject({ error: expect.stringContaining(message) });
});

it('rejects a form, text with NUL, and an address that is not public', async () => {
  expect((await upload('a.md', 'text', 'text/markdown')).status).toBe(415);
  const post = (rest: string, body: object) => fetch(path(rest), { method: 'POST', body });
  expect((await post('/documents', { title: 'a\0', text: 'x' })).status).toBe(400);
  const response = await post('/addresses', { url: 'https://127.0.0.1/faq' });
  expect(await response.json()).toMatchObject({ status: 400, error: 'the address is not public' });
});
