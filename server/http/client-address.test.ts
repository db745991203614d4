import { createServer, type Server } from 'node:http';
import express from 'express';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseAddressRange } from '../support/addresses.ts';
import { close, listen } from '../testing/local-server.ts';
import { startTestServer } from '../testing/start-test-server.ts';
import { requestSession, shopOrigin } from '../testing/visitor-client.ts';
import { clientAddress } from './require-https.ts';

const trustedProxies = ['127.0.0.1', '10.0.0.0/8']
  .map((range) => parseAddressRange(range))
  .filter((range) => range !== null);

describe('the address of a client', () => {
  let server: Server;
  let url: string;
  beforeAll(async () => {
    const app = express().use(
      (request, response) => void response.send(clientAddress(request, trustedProxies)),
    );
    server = createServer(app);
    url = `http://127.0.0.1:${await listen(server)}`;
  });
  afterAll(() => close(server));

  it.each([
    ['198.51.100.7', '198.51.100.7'],
    ['198.51.100.7:41234', '198.51.100.7'],
    ['2001:db8::7', '2001:db8::7'],
    ['[2001:db8::7]', '2001:db8::7'],
    ['[2001:db8::7]:41234', '2001:db8::7'],
    ['[::ffff:198.51.100.7]:41234', '::ffff:198.51.100.7'],
    ['192.0.2.1:5, 198.51.100.7:41234', '198.51.100.7'],
    ['198.51.100.7:41234, 10.1.2.3:80', '198.51.100.7'],
    ['198.51.100.7, , 10.1.2.3', '198.51.100.7'],
  ])('is the nearest hop that is not a trusted proxy, without its port: %s', async (forwarded, address) => {
    const response = await fetch(url, { headers: { 'X-Forwarded-For': forwarded } });
    expect(await response.text()).toBe(address);
  });

  it.each([
    'unknown',
    '_hidden',
    '198.51.100.7:port',
    '198.51.100.7:123456',
    '198.51.100.256',
    '198.51.100',
    '1',
    '0x7f000001',
    '[2001:db8::7',
    '2001:db8::7]:1',
    '[2001:db8::7]1',
    '"198.51.100.7"',
    '198.51.100.7, unknown',
    'unknown, 10.1.2.3',
  ])('is the address of the connection where a hop cannot be read: %s', async (forwarded) => {
    const response = await fetch(url, { headers: { 'X-Forwarded-For': forwarded } });
    expect(await response.text()).toBe('127.0.0.1');
  });

  it('R-4.5-10 has one limit in every spelling that a proxy may write', async () => {
    const proxied = await startTestServer({ environment: { TRUSTED_PROXIES: '127.0.0.1' } });
    const open = async (forwarded: string): Promise<number> => {
      const headers = { Origin: shopOrigin, 'X-Forwarded-For': forwarded };
      const body = { chatbot_id: proxied.shop.chatbotId };
      return (await proxied.fetch('/embed/session', { body, headers })).status;
    };
    const spellings: ((count: number) => string)[] = [
      (count) => `198.51.100.7:${40_000 + count}`,
      (count) => `[2001:db8:0:1::${count}]:${40_000 + count}`,
      (count) => `junk-${count}`,
    ];
    for (const spell of spellings) {
      const statuses: number[] = [];
      for (let count = 1; count <= 61; count += 1) statuses.push(await open(spell(count)));
      expect(statuses.filter((status) => status === 200)).toHaveLength(60);
      expect(statuses.at(-1)).toBe(429);
    }
    expect((await requestSession(proxied, { chatbot_id: proxied.shop.chatbotId })).status).toBe(429);
    await proxied.close();
  });
});
