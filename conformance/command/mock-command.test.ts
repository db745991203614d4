import { Agent, request } from 'node:https';
import { readFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { mockCommand } from './mock-command.ts';

interface Reply {
  readonly status: number;
  readonly body: string;
}

/** Starts a mock with these options, and returns what `use` makes of its address, key and certificate. */
async function withMock<Result>(
  args: readonly string[],
  use: (fetch: (path: string, body?: object) => Promise<Reply>, printed: string) => Promise<Result>,
): Promise<Result> {
  const ready = Promise.withResolvers<string>();
  const stop = Promise.withResolvers<void>();
  const code = mockCommand(['--port', '0', ...args], ready.resolve, () => stop.promise);
  const printed = await ready.promise;
  const [, file = ''] = /NODE_EXTRA_CA_CERTS=(\S+)/.exec(printed) ?? [];
  const [, key = ''] = /API_KEY=(\S+)/.exec(printed) ?? [];
  const [origin = ''] = /https:\/\/127\.0\.0\.1:\d+/.exec(printed) ?? [];
  const agent = new Agent({ ca: readFileSync(file) });
  try {
    return await use((path, body) => send(`${origin}${path}`, { agent, key, body }), printed);
  } finally {
    agent.destroy();
    stop.resolve();
    expect(await code).toBe(0);
  }
}

function send(
  url: string,
  { agent, key, body }: { agent: Agent; key: string; body: object | undefined },
): Promise<Reply> {
  const { promise, resolve, reject } = Promise.withResolvers<Reply>();
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  request(url, { agent, headers, method: body === undefined ? 'GET' : 'POST' })
    .on('error', reject)
    .on('response', (response) => {
      text(response).then(
        (read) => resolve({ status: response.statusCode ?? 0, body: read }),
        () => resolve({ status: response.statusCode ?? 0, body: 'broken off' }),
      );
    })
    .end(body === undefined ? undefined : JSON.stringify(body));
  return promise;
}

const chat = async (fetch: (path: string, body?: object) => Promise<Reply>): Promise<Reply> => {
  const { body } = await fetch('/api/agents');
  const { agents } = JSON.parse(body) as { agents: { id: string }[] };
  return fetch('/api/agents/chat/stream', { agent_id: agents[0]?.id, message: 'Hello' });
};

describe('agent-conformance mock', () => {
  it('lists an agent and streams a reply, with waits between its events', async () => {
    const { status, body } = await withMock(['--delay', '1'], chat);
    expect(status).toBe(200);
    expect(body).toContain('"type":"text"');
    expect(body).toContain('"type":"end"');
  });

  it.each([
    ['error-event', '"type":"error"'],
    ['unknown-event', '"type":"progress"'],
    ['truncated-stream', 'broken off'],
  ])('with --fault %s sends %s', async (fault, expected) => {
    expect((await withMock(['--fault', fault], chat)).body).toContain(expected);
  });

  it('with --fault rate-limited, and beyond --rpm, responds with 429', async () => {
    expect((await withMock(['--fault', 'rate-limited'], (fetch) => fetch('/api/agents'))).status).toBe(429);
    const statuses = await withMock(['--rpm', '1'], async (fetch) => [
      (await fetch('/api/agents')).status,
      (await fetch('/api/agents')).status,
    ]);
    expect(statuses).toEqual([200, 429]);
  });

  it('behaves as any broken server of the suite does, all of which --faults lists', async () => {
    let listed = '';
    await mockCommand(
      ['--faults'],
      (line) => (listed += line),
      () => Promise.resolve(),
    );
    expect(listed).toMatch(/^name-trimmed: violates R-/m);
    const { body } = await withMock(['--fault', 'name-trimmed'], (fetch) =>
      fetch('/api/agents', {
        name: ' A ',
        type: 'a',
        config: { model_provider: 'provider_one', model_id: 'm', system_prompt: 's' },
      }),
    );
    expect(JSON.parse(body)).toMatchObject({ name: 'A' });
  });

  it('rejects a fault that it does not know', async () => {
    const started = mockCommand(
      ['--fault', 'nothing'],
      () => undefined,
      () => Promise.resolve(),
    );
    await expect(started).rejects.toThrow('--fault nothing is unknown; --faults lists all');
  });
});
