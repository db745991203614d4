import { createServer, type Server } from 'node:http';
import express from 'express';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseAddressRange } from '../support/addresses.ts';
import { close, listen } from '../testing/local-server.ts';
import { clientAddress } from './require-https.ts';

const trustedProxies = ['127.0.0.1', '10.0.0.0/8']
  .map((range) => parseAddressRange(range))
  .filter((range) => range !== null);

// What counts by address: embed/visitor-limits.test.ts.
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
});
