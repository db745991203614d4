import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '../support/clock.ts';
import { startTestServer, type TestServer } from '../testing/start-test-server.ts';
import { addTestShop, type TestShop } from '../testing/test-shop.ts';
import { asVisitor, openVisitor, shopOrigin } from '../testing/visitor-client.ts';

const minute = 60_000;
/** The status of an empty message, which counts like any other and runs no model. */
const counted = 400;

let now = 0;
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({
    environment: { TRUSTED_PROXIES: '127.0.0.1' },
    clock: { ...systemClock, monotonic: () => now },
  });
});
afterAll(() => server.close());
// After a minute the limits of the previous test are reset.
beforeEach(() => void (now += minute));

const freeShop = (requestsPerMinute: number | null = null): Promise<TestShop> =>
  addTestShop(server.deps, { plan: 'free', requests_per_minute: requestsPerMinute });

interface TestVisitor {
  /** The statuses of messages sent one after the other, by default from the visitor's own address. */
  chat(count: number, fromAddress?: string): Promise<number[]>;
  /** The status and Retry-After of one message. */
  tryChat(): Promise<readonly [status: number, retryAfter: number]>;
  readConfig(fromAddress?: string): Promise<Response>;
}

let addresses = 0;
const newAddress = (): string => `198.51.100.${++addresses}`;

async function visitorOf(shop: TestShop, address = newAddress()): Promise<TestVisitor> {
  const { token } = await openVisitor(server, shop);
  const send = (from: string, path: string, body?: object): Promise<Response> =>
    asVisitor(server, token, path, { headers: { 'X-Forwarded-For': from }, ...(body && { body }) });
  const message = { agent_id: shop.agentId, message: '' };
  const sendMessage = (from = address): Promise<Response> => send(from, '/api/agents/chat/stream', message);
  return {
    async chat(count, from) {
      const statuses: number[] = [];
      for (let index = 0; index < count; index += 1) statuses.push((await sendMessage(from)).status);
      return statuses;
    },
    async tryChat() {
      const response = await sendMessage();
      return [response.status, Number(response.headers.get('retry-after'))];
    },
    readConfig: (from = address) => send(from, `/api/widget/config?chatbot_id=${shop.chatbotId}`),
  };
}

const times = <Value>(count: number, value: Value): Value[] => Array.from({ length: count }, () => value);
const admitted = (statuses: readonly number[]): number =>
  statuses.filter((status) => status === counted).length;

describe('the limits of a chatbot on the Free plan, which admits 20 messages a minute', () => {
  it('R-4.5-10 give one visitor at most a quarter, so that others are admitted', async () => {
    const shop = await freeShop();
    const busy = await visitorOf(shop);
    expect(await busy.chat(7)).toEqual([...times(5, counted), 429, 429]);
    expect(await (await visitorOf(shop)).chat(5)).toEqual(times(5, counted));
  });

  it('R-4.5-10 give one address at most half, however many visitors it has', async () => {
    const shop = await freeShop();
    const address = newAddress();
    const statuses: number[] = [];
    for (let count = 0; count < 5; count += 1) {
      statuses.push(...(await (await visitorOf(shop, address)).chat(5)));
    }
    expect(admitted(statuses)).toBe(10);
    expect(await (await visitorOf(shop)).chat(1)).toEqual([counted]);
  });

  it.each([
    ['of a /56, whatever their /64', (count: number) => `2001:db8:0:${count}::1`, 12],
    ['of a /48, whatever their /56', (count: number) => `2001:db8:1:${count}00::1`, 15],
  ])('R-4.5-10 give the addresses %s a share together', async (_networks, write, share) => {
    const shop = await freeShop();
    const statuses: number[] = [];
    for (let count = 1; count <= 5; count += 1) {
      statuses.push(...(await (await visitorOf(shop, write(count))).chat(5)));
    }
    expect(admitted(statuses)).toBe(share);
    expect(await (await visitorOf(shop)).chat(1)).toEqual([counted]);
  });

  it('R-4.5-10 reserve half of the quarter for networks without a message in the last minute', async () => {
    const shop = await freeShop();
    const [one, other] = [newAddress(), newAddress()];
    const statuses: number[] = [];
    for (let count = 0; count < 10; count += 1) {
      for (const address of [one, other]) statuses.push(...(await (await visitorOf(shop, address)).chat(1)));
    }
    expect(admitted(statuses)).toBe(18);
    for (let count = 0; count < 2; count += 1) {
      expect(await (await visitorOf(shop)).chat(1)).toEqual([counted]);
    }
    expect(await (await visitorOf(shop)).chat(1)).toEqual([429]);
  });

  it('R-4.5-10 reserve a quarter for visitors without a message in the last minute', async () => {
    const shop = await freeShop();
    for (let count = 0; count < 3; count += 1) await (await visitorOf(shop)).chat(5);
    const sixteenth = await visitorOf(shop);
    expect(await sixteenth.chat(2)).toEqual([counted, 429]);
    for (let count = 17; count <= 20; count += 1) {
      expect(await (await visitorOf(shop)).chat(1)).toEqual([counted]);
    }
    expect(await (await visitorOf(shop)).chat(1)).toEqual([429]);
  });

  it('R-4.5-10 reject with a Retry-After after which the same message is admitted, and not a second earlier', async () => {
    const shop = await freeShop();
    const [first, second, third, fourth] = [
      await visitorOf(shop),
      await visitorOf(shop),
      await visitorOf(shop),
      await visitorOf(shop),
    ];
    await first.chat(5);
    now += 10_000;
    await second.chat(5);
    now += 10_000;
    await third.chat(5);
    await fourth.chat(1);
    // 16 messages are counted: two of the first visitor's have to expire.
    expect(await fourth.tryChat()).toEqual([429, 40]);
    now += 39_000;
    expect(await fourth.tryChat()).toEqual([429, 1]);
    now += 1_000;
    expect(await fourth.tryChat()).toEqual([counted, 0]);
  });

  it('R-4.5-10 count a message that one of them rejects against none of them', async () => {
    const shop = await freeShop();
    const address = newAddress();
    for (let count = 0; count < 2; count += 1) await (await visitorOf(shop, address)).chat(5);
    const visitor = await visitorOf(shop, address);
    expect(await visitor.chat(6)).toEqual(times(6, 429));
    expect(await visitor.chat(6, newAddress())).toEqual([...times(5, counted), 429]);
  });

  it('R-4.5-10 do not count page views, which read the configuration only', async () => {
    const shop = await freeShop();
    const address = newAddress();
    for (let view = 0; view < 21; view += 1) {
      expect((await (await visitorOf(shop, address)).readConfig()).status).toBe(200);
    }
    expect(await (await visitorOf(shop, address)).chat(5)).toEqual(times(5, counted));
  });

  it('R-4.5-10 count an address apart from its messages to other chatbots', async () => {
    const address = newAddress();
    const [one, other] = [await freeShop(), await freeShop()];
    for (let count = 0; count < 2; count += 1) await (await visitorOf(one, address)).chat(5);
    expect(await (await visitorOf(other, address)).chat(5)).toEqual(times(5, counted));
  });
});

describe('the limits of a chatbot', () => {
  it.each([1, 3, 7])(
    'R-4.5-10 with an allowance of %d a minute admit that many, from visitors of different addresses',
    async (allowance) => {
      const shop = await freeShop(allowance);
      const statuses: number[] = [];
      for (let count = 0; count < allowance + 2; count += 1) {
        statuses.push(...(await (await visitorOf(shop)).chat(1)));
      }
      expect(statuses).toEqual([...times(allowance, counted), 429, 429]);
    },
  );

  it('R-4.5-10 reject the configuration after 120 reads of an address in a minute, and serve other addresses', async () => {
    const visitor = await visitorOf(server.shop);
    const statuses: number[] = [];
    for (let view = 0; view < 120; view += 1) statuses.push((await visitor.readConfig()).status);
    expect(statuses).toEqual(times(120, 200));
    const rejected = await visitor.readConfig();
    expect([rejected.status, rejected.headers.get('retry-after')]).toEqual([429, '60']);
    expect(await visitor.chat(1)).toEqual([counted]);
    expect((await visitor.readConfig(newAddress())).status).toBe(200);
  });

  it('R-4.5-10 admit 20 messages of a visitor on a large plan, with a Retry-After that pages can read', async () => {
    const visitor = await openVisitor(server, server.shop);
    const send = (): Promise<Response> =>
      asVisitor(server, visitor.token, '/api/agents/chat/stream', { body: {} });
    const statuses: number[] = [];
    for (let count = 0; count < 20; count += 1) statuses.push((await send()).status);
    expect(statuses).toEqual(times(20, counted));
    const rejected = await send();
    expect([rejected.status, rejected.headers.get('retry-after')]).toEqual([429, '60']);
    expect(rejected.headers.get('access-control-expose-headers')).toContain('Retry-After');
  });

  it('R-4.5-10 admit 60 messages of an address to all chatbots together', async () => {
    const address = newAddress();
    const statuses: number[] = [];
    for (const shop of [server.shop, server.otherShop, server.shop, server.otherShop]) {
      statuses.push(...(await (await visitorOf(shop, address)).chat(16)));
    }
    expect(admitted(statuses)).toBe(60);
    expect(statuses.at(-1)).toBe(429);
  });

  it.each<[string, (count: number) => string]>([
    ['with a port', (count) => `192.0.2.7:${40_000 + count}`],
    ['in IPv6, of one /64, with a port', (count) => `[2001:db8:0:1::${count}]:${40_000 + count}`],
    ['that is none, as the address of the proxy', (count) => `junk-${count}`],
  ])('R-4.5-10 count an address in every form that a proxy may write: %s', async (_form, write) => {
    // An address may send one of two messages.
    const shop = await freeShop(2);
    expect(await (await visitorOf(shop, write(1))).chat(1)).toEqual([counted]);
    expect(await (await visitorOf(shop, write(2))).chat(1)).toEqual([429]);
  });

  it('R-4.5-10 admit 60 sessions that an address opens in a minute, and those of other addresses', async () => {
    const open = async (from: string): Promise<number> => {
      const headers = { Origin: shopOrigin, 'X-Forwarded-For': from };
      const body = { chatbot_id: server.shop.chatbotId };
      return (await server.fetch('/embed/session', { body, headers })).status;
    };
    const statuses: number[] = [];
    for (let count = 1; count <= 61; count += 1) statuses.push(await open(`192.0.2.7:${40_000 + count}`));
    expect(statuses).toEqual([...times(60, 200), 429]);
    expect(await open('192.0.2.8')).toBe(200);
  });

  it('R-4.5-10 are separate from the plan: visitors do not use up the requests of keys', async () => {
    const shop = await freeShop(3);
    const key = (): Promise<Response> =>
      server.fetch('/api/agents', { headers: { Authorization: `Bearer ${shop.key}` } });
    expect((await key()).headers.get('ratelimit')).toContain('r=2;');
    for (let count = 0; count < 3; count += 1) await (await visitorOf(shop)).chat(1);
    expect((await key()).headers.get('ratelimit')).toContain('r=1;');
  });
});
