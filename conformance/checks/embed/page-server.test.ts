import { expect, it } from 'vitest';
import { servePage, type ServedPage } from './page-server.ts';

const source = '<title>A shop</title>';

function portOf(page: ServedPage | undefined): number {
  return Number(new URL(page?.origin ?? '').port);
}

it('serves a page of localhost until it is closed', async () => {
  const first = await servePage(source, 0);
  const response = await fetch(`${first?.origin}/agent-conformance-page`);
  expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(await response.text()).toBe(source);
  await first?.close();
  await expect(fetch(`${first?.origin}/`)).rejects.toThrow('fetch failed');
});

it('serves a page on a free port where the port is taken, as by another run of the suite', async () => {
  const first = await servePage('first', 0);
  const second = await servePage('second', portOf(first));
  expect(second?.origin).not.toBe(first?.origin);
  expect(await (await fetch(`${second?.origin}/`)).text()).toBe('second');
  await Promise.all([first?.close(), second?.close()]);
});
